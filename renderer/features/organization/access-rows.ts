import { type Failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { isUnreadable } from '../../../preload/contract/platform/is-unreadable.ts';
import type {
  DatabaseRecord,
  DatabaseUserRecord,
  UserRecord,
} from '../../../preload/contract/platform/records.ts';
import type { RemotePage } from '../../state/bridge.ts';
import { isOrganizationAdmin } from './member-facts.ts';

/** What arrives database by database. */
export type UserOfDatabase =
  | { readonly kind: 'user'; readonly database: DatabaseRecord; readonly record: DatabaseUserRecord }
  | { readonly kind: 'unread'; readonly database: DatabaseRecord; readonly failure: Failure }
  /** All users of the database have arrived. */
  | { readonly kind: 'read'; readonly database: DatabaseRecord };

/** A person and a database. */
export interface PersonAccess {
  readonly kind: 'person';
  readonly database: DatabaseRecord;
  readonly person: UserRecord;
  /** Permissions of their own in the database. */
  readonly permissions: readonly string[];
  /** Administers the database as an organization admin (platform-interface 1.3). It is null where the members aren't known. */
  readonly isOrgAdmin: boolean | null;
  readonly active: boolean | null;
}

/** A database whose users can't be read is a row too, so that nobody takes it for one without users. */
export type AccessRow = PersonAccess | Extract<UserOfDatabase, { readonly kind: 'unread' }>;

/** A page of a database's users. A database that the key may not read doesn't keep the others away. */
export function usersPage(
  database: DatabaseRecord,
  page: Result<RemotePage<DatabaseUserRecord>>,
): Result<RemotePage<UserOfDatabase>> {
  if (!page.ok) {
    const { failure } = page;
    if (!isUnreadable(failure)) return page;
    return success({ elements: [{ kind: 'unread', database, failure }], next: null });
  }
  const { elements, next } = page.value;
  const users = elements.map((record): UserOfDatabase => ({ kind: 'user', database, record }));
  return success({ elements: next === null ? [...users, { kind: 'read', database }] : users, next });
}

/**
 * Everyone who may do something in a database; with `everyone`, members who may not, too. What can't be read comes first.
 * Pure.
 */
export function accessRows(
  users: readonly UserOfDatabase[],
  knownMembers: readonly UserRecord[] | null,
  { orgId, everyone }: { readonly orgId: number; readonly everyone: boolean },
): readonly AccessRow[] {
  const members = knownMembers ?? [];
  const byId = new Map(members.map((member) => [member.id, member]));
  const adminIds = new Set(members.filter((each) => isOrganizationAdmin(each, orgId)).map(({ id }) => id));
  const listed = new Set<string>();
  const people: PersonAccess[] = [];
  for (const each of users) {
    if (each.kind !== 'user') continue;
    const { database, record } = each;
    listed.add(`${database.id} ${record.user.id}`);
    people.push({
      kind: 'person',
      database,
      // The record has no email address (platform-interface 2.3).
      person: byId.get(record.user.id) ?? record.user,
      permissions: record.permissions,
      isOrgAdmin:
        knownMembers === null ? null : database.orgAdminAccess === true && adminIds.has(record.user.id),
      active: record.active ?? null,
    });
  }
  for (const { kind, database } of users) {
    if (kind !== 'read') continue;
    for (const person of members) {
      const isOrgAdmin = database.orgAdminAccess === true && adminIds.has(person.id);
      if (listed.has(`${database.id} ${person.id}`) || !(everyone || isOrgAdmin)) continue;
      people.push({ kind: 'person', database, person, permissions: [], isOrgAdmin, active: null });
    }
  }
  return [...users.flatMap((each) => (each.kind === 'unread' ? [each] : [])), ...people];
}
