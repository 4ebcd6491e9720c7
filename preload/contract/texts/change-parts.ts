/** Parts of change-text.ts. What the platform and the window name is cut to one short line. Pure. */
import type {
  BeforeAndAfter,
  DescribedPerson,
  Identifier,
  Invitation,
  Named,
} from '../platform/change-description.ts';
import { fullName, isInvitationExpired, knownName } from '../platform/record-facts.ts';
import { permissionText } from '../platform/value-text.ts';
import { count } from './format-number.ts';
import { printable } from './printable.ts';

/** A dialog with more lines might not fit on a screen. */
export const maxPeople = 12;
const maxDomains = 8;
const maxNameLength = 100;
export const unread = "couldn't be read";

export function short(text: string): string {
  const whole = printable(text);
  return whole.length > maxNameLength ? cutMiddle(whole, maxNameLength) : whole;
}

/** Keeps the end: it is where an address says whose it is. */
export function cutMiddle(text: string, length: number): string {
  const half = Math.floor(length / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`.toWellFormed();
}

export function nameOf(kind: 'organization' | 'database', { id, name }: Named): string {
  return name === null || name.trim() === '' ? `${kind} ${id}` : short(name);
}

export function where(host: string, kind: 'organization' | 'database', { id, name }: Named): string {
  const label = kind === 'organization' ? 'Organization' : 'Database';
  return lines(
    `Platform: ${host}`,
    `${label}: ${name === null ? `${id} (its name ${unread})` : `${short(name)} (ID ${id})`}`,
  );
}

export function personName({ id, record }: DescribedPerson): string {
  return short(knownName(record ?? {}) ?? `user ${id}`);
}

export function personText({ id, record }: DescribedPerson): string {
  if (record === null) return `user ${id} (the name ${unread})`;
  return `${fullText(fullName(record), record.email || record.username)} (ID ${id})`;
}

export function fullText(...parts: readonly (string | null | undefined)[]): string {
  return parts.flatMap((part) => (part ? [short(part)] : [])).join(', ');
}

export function invitationText(email: string, invitation: Invitation | 'none' | null): string {
  if (invitation === null) return lines(`Invited: ${short(email)}`, `The invitation ${unread}.`);
  if (invitation === 'none')
    return lines(`Invited: ${short(email)}`, 'There is no invitation for this address.');
  const { organizationPermissions, expiration } = invitation;
  return lines(
    `Invited: ${fullText(fullName(invitation), email)}`,
    `Permissions: ${permissionList(organizationPermissions ?? [])}`,
    ...(expiration ? [expirationText(invitation)] : []),
  );
}

/** By the clock of this computer where the platform doesn't say whether it has expired. */
export function expirationText(invitation: Invitation | 'none' | null): string {
  if (invitation === 'none') return 'no invitation';
  if (!invitation?.expiration) return `expiration ${unread}`;
  return `${isInvitationExpired(invitation, Date.now()) ? 'Expired' : 'Expires'}: ${short(invitation.expiration).slice(0, 10)}`;
}

/** Sets: neither order nor repetition counts. Nothing is known to change where `before` couldn't be read, and it is null. */
export function permissionDifference({ before, after }: BeforeAndAfter<string>) {
  const unique = (values: readonly string[], without: readonly string[]): readonly string[] => [
    ...new Set(values.filter((value) => !without.includes(value))),
  ];
  const held = before ?? after;
  return { added: unique(after, held), removed: unique(held, after) };
}

export function permissionChange(change: BeforeAndAfter<string>): string {
  const { added, removed } = permissionDifference(change);
  const { before, after } = change;
  return lines(
    `Current permissions: ${before === null ? unread : permissionList(before)}`,
    `New permissions: ${permissionList(after)}`,
    ...(added.length > 0 ? [`Adds: ${permissionList(added)}`] : []),
    ...(removed.length > 0 ? [`Removes: ${permissionList(removed)}`] : []),
    ...(before === null ? ['The new permissions replace whatever the person has now.'] : []),
  );
}

export function identifierChange({ before, after }: BeforeAndAfter<Identifier>): string {
  return lines(
    `Current identifiers: ${before === null ? unread : identifierList(before)}`,
    `New identifiers: ${identifierList(after)}`,
  );
}

export function isDocumented(permission: string): boolean {
  return permissionText(permission) !== permission;
}

/** Documented ones first: none can hide behind a long list of invented ones. */
export function permissionList(permissions: readonly string[]): string {
  const documented = permissions.filter(isDocumented);
  const others = permissions.filter((permission) => !isDocumented(permission));
  return limited([...documented, ...others].map(permissionText));
}

function identifierList(identifiers: readonly Identifier[]): string {
  return limited(identifiers.map(({ abbreviation, label }) => fullText(abbreviation, label)));
}

function limited(texts: readonly string[]): string {
  const shown = texts.slice(0, maxPeople).map(short);
  const more = texts.length - shown.length;
  return texts.length === 0 ? 'none' : [...shown, ...(more > 0 ? [`${count(more)} more`] : [])].join('; ');
}

/** What a person should know of what a change grants. */
export function grantNotes(before: readonly string[], after: readonly string[]): readonly string[] {
  return after.includes('ORG_ADMIN') && !before.includes('ORG_ADMIN')
    ? [
        "An organization admin controls the organization's members, sign-in settings, databases, and API keys.",
      ]
    : [];
}

/** Every domain counts, so that an address can't hide in a long list: "240 at firm.example, 1 at other.example". */
export function domainCounts(users: readonly { readonly email: string }[]): string {
  const domains = users.map(({ email }) => email.slice(email.lastIndexOf('@') + 1).toLowerCase());
  const counts = rarestFirst(domains);
  const more = counts.length - maxDomains;
  return [
    ...counts.slice(0, maxDomains).map(([domain, users]) => `${count(users)} at ${short(domain)}`),
    ...(more > 0 ? [`and ${count(more)} more domains`] : []),
  ].join(', ');
}

/** How often each occurs. The rarest first: one that doesn't belong is among them. */
export function rarestFirst(all: readonly string[]): readonly (readonly [each: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => a - b);
}

export function lines(...texts: readonly string[]): string {
  return texts.join('\n');
}
