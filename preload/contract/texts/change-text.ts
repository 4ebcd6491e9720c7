/**
 * What a person confirms before Lading changes something on the platform, in the window's dialog and on the terminal: what
 * it is about, what holds now, and what will hold. Names come from the platform, and the rest from the window, so neither is
 * trusted. Pure.
 */
import type {
  BeforeAndAfter,
  ChangeDescription,
  DescribedPerson,
  Named,
} from '../platform/change-description.ts';
import { fullName } from '../platform/record-facts.ts';
import { permissionText } from '../platform/value-text.ts';
import {
  cutMiddle,
  domainCounts,
  expirationText,
  fullText,
  grantNotes,
  identifierChange,
  invitationText,
  isDocumented,
  lines,
  maxPeople,
  nameOf,
  permissionChange,
  permissionDifference,
  permissionList,
  personName,
  personText,
  short,
  unread,
  where,
} from './change-parts.ts';
import { directoryEffectTexts, directoryFileText } from './directory-text.ts';
import { count, plural } from './format-number.ts';
import { printable } from './printable.ts';

export interface ChangeText {
  /** A question: "Remove Ada Lovelace from Firm LLP?" */
  readonly message: string;
  readonly paragraphs: readonly string[];
  /** What confirms it: "Remove member". */
  readonly action: string;
  /** All that a question about several changes shows of it. */
  readonly line: string;
  /** "adds Upload": counted over all changes of a question. */
  readonly effects: readonly string[];
  /** What a person should know of what it grants or takes away. */
  readonly notes: readonly string[];
}

/** `host`: of the platform that the change goes to. */
export function changeText(change: ChangeDescription, host: string): ChangeText {
  switch (change.operation) {
    case 'PostOrganizationUsers':
      return addPeople(change, host);
    case 'PatchOrganizationUser':
      return changeMember(change, host);
    case 'DeleteOrganizationUser': {
      const { organization, person } = change;
      return withoutLine({
        message: `Remove ${personName(person)} from ${nameOf('organization', organization)}?`,
        paragraphs: [
          lines(where(host, 'organization', organization), `Person: ${personText(person)}`),
          "The person loses access to the organization and its projects. Their work product is shared with the project admins. Lading can't undo this.",
        ],
        action: 'Remove member',
      });
    }
    case 'ResendInvitation':
    case 'DeleteInvitation':
      return ofInvitation(change, host);
    case 'PutDatabaseUser':
      return ofDatabaseUser(change, host, 'Change');
    case 'DeleteDatabaseUser':
      return ofDatabaseUser(change, host, 'Remove');
    case 'SyncDirectoryCustodians':
      return syncDirectory(change, host);
  }
}

/** A change that is never one of several. */
function withoutLine(text: Pick<ChangeText, 'message' | 'paragraphs' | 'action'>): ChangeText {
  return { ...text, line: text.message, effects: [], notes: [] };
}

function addPeople(
  { organization, users, permissions }: ChangeDescription<'PostOrganizationUsers'>,
  host: string,
): ChangeText {
  const [only, ...others] = users;
  const isOne = only !== undefined && others.length === 0;
  const who = isOne ? short(only.email) : plural(users.length, 'person', 'people');
  const shown = users.slice(0, maxPeople);
  const more = users.length - shown.length;
  return withoutLine({
    message: `Add ${who} to ${nameOf('organization', organization)}?`,
    paragraphs: [
      where(host, 'organization', organization),
      lines(
        ...shown.map((user) => fullText(fullName(user), user.email)),
        ...(more > 0 ? [`And ${count(more)} more.`, `All addresses: ${domainCounts(users)}`] : []),
      ),
      `Permissions: ${permissionList(permissions)}`,
      ...grantNotes([], permissions),
      'People without an account get an invitation by email.',
    ],
    action: isOne ? 'Add person' : 'Add people',
  });
}

function changeMember(
  { organization, person, permissions, identifiers }: ChangeDescription<'PatchOrganizationUser'>,
  host: string,
): ChangeText {
  const notes = permissions === null ? [] : grantNotes(permissions.before ?? [], permissions.after);
  const name = nameOf('organization', organization);
  const message = `Change ${personName(person)} in ${name}?`;
  return {
    ...(permissions === null
      ? { line: message, effects: [] }
      : permissionLine(`${personName(person)} (ID ${person.id}) in ${name}`, permissions)),
    notes,
    message,
    paragraphs: [
      lines(where(host, 'organization', organization), `Person: ${personText(person)}`),
      ...(permissions === null ? [] : [permissionChange(permissions), ...notes]),
      ...(identifiers === null ? [] : [identifierChange(identifiers)]),
      ...(permissions === null && identifiers === null ? ['Nothing changes.'] : []),
    ],
    action: 'Change member',
  };
}

function ofInvitation(
  { operation, organization, email, invitation }: ChangeDescription<'ResendInvitation' | 'DeleteInvitation'>,
  host: string,
): ChangeText {
  const verb = operation === 'ResendInvitation' ? 'Resend' : 'Delete';
  return {
    line: `${short(email)}: ${expirationText(invitation)} → new expiration date`,
    effects: ['resends an invitation'],
    notes: [],
    message: `${verb} the invitation to ${short(email)}?`,
    paragraphs: [
      where(host, 'organization', organization),
      invitationText(email, invitation),
      operation === 'ResendInvitation'
        ? 'The invitation gets a new expiration date.'
        : 'The person can no longer accept it. You can invite them again later.',
    ],
    action: `${verb} invitation`,
  };
}

function ofDatabaseUser(
  { database, person, permissions }: ChangeDescription<'PutDatabaseUser' | 'DeleteDatabaseUser'>,
  host: string,
  verb: 'Change' | 'Remove',
): ChangeText {
  const { before, after } = permissions;
  const notes =
    after.length === 0
      ? ['Access to projects through user groups is not affected.']
      : grantNotes(before ?? [], after);
  return {
    ...permissionLine(inDatabase(person, database), permissions),
    notes,
    message: `${verb} the permissions of ${personName(person)} in ${nameOf('database', database)}?`,
    paragraphs: [
      lines(where(host, 'database', database), `Person: ${personText(person)}`),
      permissionChange(permissions),
      ...notes,
    ],
    action: `${verb} permissions`,
  };
}

/** Names of columns come from the file, and a dialog has no room for hundreds. */
const maxColumnsLength = 400;

function syncDirectory(
  { directoryId, check }: ChangeDescription<'SyncDirectoryCustodians'>,
  host: string,
): ChangeText {
  const shown = (text: string) => {
    const whole = printable(text);
    return whole.length <= maxColumnsLength ? whole : cutMiddle(whole, maxColumnsLength);
  };
  const { path, warnings } = check;
  return withoutLine({
    message: `Synchronize legal hold directory ${directoryId}?`,
    paragraphs: [
      `Platform: ${host}`,
      lines(`File: ${shown(path)}`, directoryFileText(check)),
      ...directoryEffectTexts(check).map(shown),
      ...(warnings === 0 ? [] : [`The check found ${plural(warnings, 'warning')}.`]),
      "Lading can't undo a sync.",
    ],
    action: 'Synchronize',
  });
}

/** With IDs: two may have the same name. */
function inDatabase(person: DescribedPerson, database: Named): string {
  return `${personName(person)} (ID ${person.id}) in ${nameOf('database', database)} (ID ${database.id})`;
}

/** Any number of invented permissions is one kind: documented ones can't hide behind them. */
function kindOf(permission: string): string {
  return isDocumented(permission) ? permissionText(permission) : 'another permission';
}

function permissionLine(who: string, permissions: BeforeAndAfter<string>) {
  const { added, removed } = permissionDifference(permissions);
  const { before, after } = permissions;
  return {
    line: `${who}: ${before === null ? unread : permissionList(before)} → ${permissionList(after)}`,
    effects: [
      ...added.map((each) => `adds ${kindOf(each)}`),
      ...removed.map((each) => `removes ${kindOf(each)}`),
    ],
  };
}
