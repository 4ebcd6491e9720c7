import type { UserIdentifierRecord, UserRecord } from '../../../preload/contract/platform/records.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';

/** The base form has no permissions: what it has is whether someone is an organization admin. */
export function memberRoles({ permissions, organizations }: UserRecord, organizationId: number): string {
  const roles = permissions ?? [];
  if (roles.length > 0) return words.permissions.list(roles);
  const isAdmin =
    organizations?.some(({ id, orgAdmin }) => id === organizationId && orgAdmin === true) ?? false;
  return isAdmin ? words.permissions.name('ORG_ADMIN') : words.members.noRole;
}

export function identifiersText(
  identifiers: readonly UserIdentifierRecord[] | null | undefined,
): string | null {
  if (identifiers === null || identifiers === undefined || identifiers.length === 0) return null;
  return identifiers
    .map(({ abbreviation, label }) =>
      [abbreviation, label].flatMap((part) => (part ? [part] : [])).join(': '),
    )
    .join(', ');
}

/** Names by user ID, for what refers to people by their IDs. */
export type NameOf = (userId: number | null | undefined) => string | null;

export function nameLookup(members: readonly UserRecord[]): NameOf {
  const names = new Map(members.map((member) => [member.id, personName(member)]));
  return (userId) =>
    userId === null || userId === undefined ? null : (names.get(userId) ?? words.members.unnamed(userId));
}
