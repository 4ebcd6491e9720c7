/**
 * What a person confirms in a native dialog before Lading changes something on the platform: what it is about, what holds
 * now, and what will hold. Names come from the platform, and the rest from the window, so neither is trusted. Pure.
 */

import type {
  DatabaseUserRecord,
  InvitationRecord,
  UserIdentifierRecord,
  UserRecord,
} from '../../preload/contract/platform/records.ts';
import { permissionText } from '../../preload/contract/platform/value-text.ts';
import { count, plural } from '../../preload/contract/texts/format-number.ts';
import {
  domainCounts,
  expirationText,
  fullText,
  grantNotes,
  identifierList,
  invitationText,
  isDocumented,
  lines,
  maxPeople,
  type Named,
  nameOf,
  type Person,
  paragraphs,
  permissionChange,
  permissionDifference,
  permissionList,
  personName,
  personText,
  rarestFirst,
  short,
  unread,
  where,
} from './change-text.ts';
import type { TrustQuestion } from './trust-questions.ts';

/** A change that may be one of several: `line` is all that a question about many shows of it. */
export interface ChangeQuestion extends TrustQuestion {
  readonly line: string;
  /** "adds Upload": counted over all changes of a question. */
  readonly effects: readonly string[];
  /** What a person should know of what it grants or takes away. */
  readonly notes: readonly string[];
  /** The permissions now, where the change is one of permissions. Null where they couldn't be read. */
  readonly before: readonly string[] | null;
}

/** Changes that are made one after the other. Each has its line; of many, the first ones and what all of them do. */
export function severalQuestion(changes: readonly ChangeQuestion[], host: string): TrustQuestion {
  const [only, ...others] = changes;
  if (only !== undefined && others.length === 0) return only;
  const shown = changes.slice(0, maxPeople);
  const more = changes.length - shown.length;
  return {
    message: `Make ${count(changes.length)} changes?`,
    detail: paragraphs(
      `Platform: ${host}`,
      lines(...shown.map(({ line }) => line), ...(more > 0 ? [`And ${count(more)} more.`] : [])),
      `All ${changes.length} changes: ${rarestFirst(changes.flatMap(({ effects }) => effects))
        .map(([effect, amount]) => `${count(amount)} × ${effect}`)
        .join(', ')}`,
      ...new Set(changes.flatMap(({ notes }) => notes)),
      "Lading makes the changes one after the other. It stops at the first one that fails, or that isn't as shown here any more. Lading can't undo those before it.",
    ),
    action: `Make ${count(changes.length)} changes`,
  };
}

interface OfOrganization {
  readonly host: string;
  readonly organization: Named;
}

interface OfDatabase {
  readonly host: string;
  readonly database: Named;
  readonly person: Person;
  /** The permissions now. Null where they couldn't be read. */
  readonly before: DatabaseUserRecord['permissions'] | null;
}

export function addPeopleQuestion({
  host,
  organization,
  users,
  permissions,
}: OfOrganization & {
  readonly users: readonly {
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
  }[];
  readonly permissions: readonly string[];
}): TrustQuestion {
  const [only, ...others] = users;
  const isOne = only !== undefined && others.length === 0;
  const who = isOne ? short(only.email) : plural(users.length, 'person', 'people');
  const shown = users.slice(0, maxPeople);
  const more = users.length - shown.length;
  return {
    message: `Add ${who} to ${nameOf('organization', organization)}?`,
    detail: paragraphs(
      where(host, 'organization', organization),
      lines(
        ...shown.map(({ email, firstName, lastName }) => fullText([firstName, lastName], email)),
        ...(more > 0 ? [`And ${count(more)} more.`, `All addresses: ${domainCounts(users)}`] : []),
      ),
      `Permissions: ${permissionList(permissions)}`,
      ...grantNotes([], permissions),
      'People without an account get an invitation by email.',
    ),
    action: isOne ? 'Add person' : 'Add people',
  };
}

export function changeMemberQuestion({
  host,
  organization,
  person,
  before,
  after,
}: OfOrganization & {
  readonly person: Person;
  readonly before: Pick<UserRecord, 'permissions' | 'userIdentifiers'> | null;
  readonly after: {
    readonly organizationPermissions?: readonly string[] | undefined;
    readonly userIdentifiers?: readonly UserIdentifierRecord[] | undefined;
  };
}): ChangeQuestion {
  const { organizationPermissions: permissions, userIdentifiers: identifiers } = after;
  const permissionsBefore = before?.permissions ?? null;
  const identifiersBefore = before?.userIdentifiers ?? null;
  const notes = permissions === undefined ? [] : grantNotes(permissionsBefore ?? [], permissions);
  const who = `${personName(person)} (ID ${person.id}) in ${nameOf('organization', organization)}`;
  return {
    ...permissionLine(who, permissionsBefore, permissions ?? permissionsBefore ?? []),
    notes,
    message: `Change ${personName(person)} in ${nameOf('organization', organization)}?`,
    detail: paragraphs(
      lines(where(host, 'organization', organization), `Person: ${personText(person)}`),
      ...(permissions === undefined ? [] : [permissionChange(permissionsBefore, permissions), ...notes]),
      ...(identifiers === undefined
        ? []
        : [
            lines(
              `Current identifiers: ${identifiersBefore === null ? unread : identifierList(identifiersBefore)}`,
              `New identifiers: ${identifierList(identifiers)}`,
            ),
          ]),
      ...(permissions === undefined && identifiers === undefined ? ['Nothing changes.'] : []),
    ),
    action: 'Change member',
  };
}

export function removeMemberQuestion({
  host,
  organization,
  person,
}: OfOrganization & { readonly person: Person }): TrustQuestion {
  return {
    message: `Remove ${personName(person)} from ${nameOf('organization', organization)}?`,
    detail: paragraphs(
      lines(where(host, 'organization', organization), `Person: ${personText(person)}`),
      "The person loses access to the organization and its projects. Their work product is shared with the project admins. Lading can't undo this.",
    ),
    action: 'Remove member',
  };
}

type OfInvitation = OfOrganization & {
  readonly email: string;
  /** Null where it couldn't be read, or there is none for this address. */
  readonly invitation: InvitationRecord | null;
};

export function resendInvitationQuestion({
  host,
  organization,
  email,
  invitation,
}: OfInvitation): ChangeQuestion {
  return {
    line: `${short(email)}: ${expirationText(invitation)} → new expiration date`,
    effects: ['resends an invitation'],
    notes: [],
    before: null,
    message: `Resend the invitation to ${short(email)}?`,
    detail: paragraphs(
      where(host, 'organization', organization),
      invitationText(email, invitation),
      'The invitation gets a new expiration date.',
    ),
    action: 'Resend invitation',
  };
}

export function deleteInvitationQuestion({
  host,
  organization,
  email,
  invitation,
}: OfInvitation): TrustQuestion {
  return {
    message: `Delete the invitation to ${short(email)}?`,
    detail: paragraphs(
      where(host, 'organization', organization),
      invitationText(email, invitation),
      'The person can no longer accept it. You can invite them again later.',
    ),
    action: 'Delete invitation',
  };
}

export function setDatabaseUserQuestion({
  host,
  database,
  person,
  before,
  after,
}: OfDatabase & { readonly after: readonly string[] }): ChangeQuestion {
  const notes = grantNotes(before ?? [], after);
  return {
    ...permissionLine(inDatabase(person, database), before, after),
    notes,
    message: `Change the permissions of ${personName(person)} in ${nameOf('database', database)}?`,
    detail: paragraphs(
      lines(where(host, 'database', database), `Person: ${personText(person)}`),
      permissionChange(before, after),
      ...notes,
    ),
    action: 'Change permissions',
  };
}

export function removeDatabaseUserQuestion({ host, database, person, before }: OfDatabase): ChangeQuestion {
  const notes = ['Access to projects through user groups is not affected.'];
  return {
    ...permissionLine(inDatabase(person, database), before, []),
    notes,
    message: `Remove the permissions of ${personName(person)} in ${nameOf('database', database)}?`,
    detail: paragraphs(
      lines(where(host, 'database', database), `Person: ${personText(person)}`),
      permissionChange(before, []),
      ...notes,
    ),
    action: 'Remove permissions',
  };
}

/** With IDs: two may have the same name. */
function inDatabase(person: Person, database: Named): string {
  return `${personName(person)} (ID ${person.id}) in ${nameOf('database', database)} (ID ${database.id})`;
}

/** Any number of invented permissions is one kind: documented ones can't hide behind them. */
function kindOf(permission: string): string {
  return isDocumented(permission) ? permissionText(permission) : 'another permission';
}

function permissionLine(who: string, before: readonly string[] | null, after: readonly string[]) {
  const { added, removed } = permissionDifference(before, after);
  return {
    line: `${who}: ${before === null ? unread : permissionList(before)} → ${permissionList(after)}`,
    effects: [
      ...added.map((each) => `adds ${kindOf(each)}`),
      ...removed.map((each) => `removes ${kindOf(each)}`),
    ],
    before,
  };
}
