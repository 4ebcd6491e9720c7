import type { UserIdentifierRecord, UserRecord } from '../../../preload/contract/platform/records.ts';
import { personName } from '../../i18n/person-name.ts';
import { words } from '../../i18n/words.ts';

export function memberPermissions(member: UserRecord, organizationId: number): string {
  const permissions = member.permissions ?? [];
  if (permissions.length > 0) return words.permissions.list(permissions);
  return isOrganizationAdmin(member, organizationId)
    ? words.permissions.name('ORG_ADMIN')
    : words.members.noPermissions;
}

/** The base form has no permissions: what it has is whether someone is an organization admin. */
export function isOrganizationAdmin(
  { permissions, organizations }: UserRecord,
  organizationId: number,
): boolean {
  const isAdminHere = organizations?.some(({ id, orgAdmin }) => id === organizationId && orgAdmin === true);
  return permissions?.includes('ORG_ADMIN') === true || isAdminHere === true;
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
