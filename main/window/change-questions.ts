/**
 * What a person confirms in a native dialog before Lading changes something on the platform: what it is about, what holds
 * now, and what will hold. Names come from the platform, and the rest from the window, so neither is trusted. Pure.
 */
import { count, plural } from '../../preload/contract/format-number.ts';
import type {
  DatabaseUserRecord,
  InvitationRecord,
  UserIdentifierRecord,
  UserRecord,
} from '../../preload/contract/platform/records.ts';
import {
  domainCounts,
  fullText,
  grantNotes,
  identifierList,
  invitationText,
  lines,
  maxPeople,
  type Named,
  nameOf,
  type Person,
  paragraphs,
  permissionChange,
  permissionList,
  personName,
  personText,
  short,
  unread,
  where,
} from './change-text.ts';
import type { TrustQuestion } from './trust-questions.ts';

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
}): TrustQuestion {
  const { organizationPermissions: permissions, userIdentifiers: identifiers } = after;
  const permissionsBefore = before?.permissions ?? null;
  const identifiersBefore = before?.userIdentifiers ?? null;
  return {
    message: `Change ${personName(person)} in ${nameOf('organization', organization)}?`,
    detail: paragraphs(
      lines(where(host, 'organization', organization), `Person: ${personText(person)}`),
      ...(permissions === undefined
        ? []
        : [
            permissionChange(permissionsBefore, permissions),
            ...grantNotes(permissionsBefore ?? [], permissions),
          ]),
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
}: OfInvitation): TrustQuestion {
  return {
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
}: OfDatabase & { readonly after: readonly string[] }): TrustQuestion {
  return {
    message: `Change the permissions of ${personName(person)} in ${nameOf('database', database)}?`,
    detail: paragraphs(
      lines(where(host, 'database', database), `Person: ${personText(person)}`),
      permissionChange(before, after),
      ...grantNotes(before ?? [], after),
    ),
    action: 'Change permissions',
  };
}

export function removeDatabaseUserQuestion({ host, database, person, before }: OfDatabase): TrustQuestion {
  return {
    message: `Remove the permissions of ${personName(person)} in ${nameOf('database', database)}?`,
    detail: paragraphs(
      lines(where(host, 'database', database), `Person: ${personText(person)}`),
      permissionChange(before, []),
      'Access to projects through user groups is not affected.',
    ),
    action: 'Remove permissions',
  };
}
