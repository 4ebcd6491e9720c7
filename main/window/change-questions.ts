/**
 * What a person confirms in a native dialog before Lading changes something on the platform: what it is about, what holds
 * now, and what will hold. Names come from the platform, and the rest from the window, so neither is trusted. Pure.
 */
import { permissionText } from '../../preload/contract/platform/permission-text.ts';
import type {
  DatabaseUserRecord,
  InvitationRecord,
  UserIdentifierRecord,
  UserRecord,
} from '../../preload/contract/platform/records.ts';
import { printable } from '../../preload/contract/printable.ts';
import type { TrustQuestion } from './trust-questions.ts';

/** An organization or a database. The name is null where it couldn't be read. */
export interface Named {
  readonly id: number;
  readonly name: string | null;
}

/** The record is null where it couldn't be read. */
export interface Person {
  readonly id: number;
  readonly record: Pick<UserRecord, 'firstName' | 'lastName' | 'username' | 'email'> | null;
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
  const who = isOne ? short(only.email) : `${users.length} people`;
  const shown = users.slice(0, maxPeople);
  const more = users.length - shown.length;
  return {
    message: `Add ${who} to ${nameOf('organization', organization)}?`,
    detail: paragraphs(
      where(host, 'organization', organization),
      lines(
        ...shown.map(({ email, firstName, lastName }) => fullText([firstName, lastName], email)),
        ...(more > 0 ? [`And ${more} more.`, `All addresses: ${domainCounts(users)}`] : []),
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
            change(
              'Permissions',
              permissionsBefore && permissionList(permissionsBefore),
              permissionList(permissions),
            ),
            ...grantNotes(permissionsBefore ?? [], permissions),
          ]),
      ...(identifiers === undefined
        ? []
        : [
            change(
              'Identifiers',
              identifiersBefore && identifierList(identifiersBefore),
              identifierList(identifiers),
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
      "The person loses access to the organization and its projects, and their work product is shared with the projects' admins. Lading can't undo this.",
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
    message: `Send the invitation of ${short(email)} again?`,
    detail: paragraphs(
      where(host, 'organization', organization),
      invitationText(email, invitation),
      'The invitation gets a new expiration date.',
    ),
    action: 'Send again',
  };
}

export function deleteInvitationQuestion({
  host,
  organization,
  email,
  invitation,
}: OfInvitation): TrustQuestion {
  return {
    message: `Delete the invitation of ${short(email)}?`,
    detail: paragraphs(
      where(host, 'organization', organization),
      invitationText(email, invitation),
      "The link in the email that was sent no longer works. Lading can't undo this, but you can invite the person again.",
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
      change('Permissions', before && permissionList(before), permissionList(after)),
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
      change('Permissions', before && permissionList(before), permissionList([])),
      'Access to its projects, which user groups give, stays.',
    ),
    action: 'Remove permissions',
  };
}

/** A dialog with more lines might not fit on a screen. */
const maxPeople = 12;
const maxDomains = 8;
const maxNameLength = 100;
const unread = "couldn't be read";

function short(text: string): string {
  const whole = printable(text);
  return whole.length > maxNameLength ? `${whole.slice(0, maxNameLength)}…` : whole;
}

function nameOf(kind: 'organization' | 'database', { id, name }: Named): string {
  return name === null || name.trim() === '' ? `${kind} ${id}` : short(name);
}

function where(host: string, kind: 'organization' | 'database', { id, name }: Named): string {
  const label = kind === 'organization' ? 'Organization' : 'Database';
  return lines(
    `Platform: ${host}`,
    `${label}: ${name === null ? `${id} (its name ${unread})` : `${short(name)} (ID ${id})`}`,
  );
}

function personName({ id, record }: Person): string {
  const name = [record?.firstName, record?.lastName].filter(Boolean).join(' ');
  return short(name || record?.username || record?.email || `user ${id}`);
}

function personText({ id, record }: Person): string {
  if (record === null) return `user ${id} (the name ${unread})`;
  const { firstName, lastName, email, username } = record;
  return `${fullText([firstName, lastName], email || username)} (ID ${id})`;
}

function fullText(names: readonly (string | null | undefined)[], address: string | null | undefined): string {
  const name = names.filter(Boolean).join(' ');
  return [name, address ?? '']
    .filter((part) => part !== '')
    .map(short)
    .join(', ');
}

function invitationText(email: string, invitation: InvitationRecord | null): string {
  if (invitation === null) return lines(`Invited: ${short(email)}`, `The invitation ${unread}.`);
  const { firstName, lastName, organizationPermissions, expiration, expired } = invitation;
  return lines(
    `Invited: ${fullText([firstName, lastName], email)}`,
    `Permissions: ${permissionList(organizationPermissions ?? [])}`,
    ...(expiration ? [`${expired === true ? 'Expired' : 'Expires'}: ${short(expiration).slice(0, 10)}`] : []),
  );
}

function change(what: string, before: string | null, after: string): string {
  return lines(`${what} now: ${before ?? unread}`, `${what} afterwards: ${after}`);
}

function permissionList(permissions: readonly string[]): string {
  return limited(permissions.map(permissionText));
}

function identifierList(identifiers: readonly UserIdentifierRecord[]): string {
  return limited(identifiers.map(({ abbreviation, label }) => fullText([abbreviation], label)));
}

function limited(texts: readonly string[]): string {
  const shown = texts.slice(0, maxPeople).map(short);
  const more = texts.length - shown.length;
  return texts.length === 0 ? 'none' : [...shown, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

function grantNotes(before: readonly string[], after: readonly string[]): string[] {
  return after.includes('ORG_ADMIN') && !before.includes('ORG_ADMIN')
    ? ['An organization admin controls its members, sign-in settings, databases and API keys.']
    : [];
}

/** Every domain counts, so that an address can't hide in a long list: "240 at firm.example, 1 at other.example". */
function domainCounts(users: readonly { readonly email: string }[]): string {
  const counts = new Map<string, number>();
  for (const { email } of users) {
    const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  // The rarest first: one that doesn't belong is among them.
  const all = [...counts].sort(([, a], [, b]) => a - b);
  const more = all.length - maxDomains;
  return [
    ...all.slice(0, maxDomains).map(([domain, count]) => `${count} at ${short(domain)}`),
    ...(more > 0 ? [`and ${more} more domains`] : []),
  ].join(', ');
}

function lines(...texts: readonly string[]): string {
  return texts.join('\n');
}

function paragraphs(...texts: readonly string[]): string {
  return texts.join('\n\n');
}
