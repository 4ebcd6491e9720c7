import type { SandboxDatabase } from './database.ts';

export interface UserRow {
  readonly id: number;
  /** The primary organization. A user may be a member of others, or no longer of this one. */
  readonly organizationId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string;
  readonly username: string;
  readonly email: string;
  readonly lastActivity: string | null;
}

export interface KeyRow {
  readonly userId: number;
  readonly revoked: number;
}

export interface OrganizationRow {
  readonly id: number;
  readonly name: string;
  readonly created: string;
  readonly parentId: number | null;
}

export interface MembershipRow extends OrganizationRow {
  readonly permissions: readonly OrganizationPermission[];
}

/** platform-interface 2.3. */
export const organizationPermissions = [
  'ORG_ADMIN',
  'CLOUD_MANAGEMENT_ADMIN',
  'LEGAL_HOLD_ADMIN',
  'AI_ADMIN',
] as const;
export type OrganizationPermission = (typeof organizationPermissions)[number];

export type AccountRepository = ReturnType<typeof createAccountRepository>;

/** Keys, users, organizations and who belongs to which. Lists start after the id `after`. */
export function createAccountRepository(db: SandboxDatabase) {
  const keyByHash = db.prepare<[string], KeyRow>('SELECT userId, revoked FROM keys WHERE hash = ?');
  const user = db.prepare<[number], UserRow>('SELECT * FROM users WHERE id = ?');
  const organization = db.prepare<[number], OrganizationRow>('SELECT * FROM organizations WHERE id = ?');
  const permissions = db.prepare<[number, number], { permissions: string }>(
    'SELECT permissions FROM members WHERE organizationId = ? AND userId = ?',
  );
  const memberships = db.prepare<[number], OrganizationRow & { permissions: string }>(
    `SELECT o.*, m.permissions FROM organizations o JOIN members m ON m.organizationId = o.id
     WHERE m.userId = ? ORDER BY o.id`,
  );
  const userByEmail = db.prepare<[string], UserRow>('SELECT * FROM users WHERE email = ? COLLATE NOCASE');
  const isParentAdmin = db.prepare<[number]>(
    `SELECT 1 FROM organizations o JOIN members m ON m.organizationId = o.parentId, json_each(m.permissions) j
     WHERE m.userId = ? AND j.value = 'ORG_ADMIN' LIMIT 1`,
  );
  const setActivity = db.prepare<[string, number]>('UPDATE users SET lastActivity = ? WHERE id = ?');
  const activityWrittenMs = new Map<number, number>();
  // Operation 3. The second condition is the extended form's.
  const visibleOrganizations = db.prepare<
    { userId: number; after: number; limit: number; withSubOrganizations: number },
    OrganizationRow
  >(
    `SELECT o.* FROM organizations o WHERE o.id > :after AND (
       EXISTS (SELECT 1 FROM members m WHERE m.organizationId = o.id AND m.userId = :userId)
       OR (:withSubOrganizations = 1 AND EXISTS (
         SELECT 1 FROM members m, json_each(m.permissions) j
         WHERE m.organizationId = o.parentId AND m.userId = :userId AND j.value = 'ORG_ADMIN')))
     ORDER BY o.id LIMIT :limit`,
  );

  return {
    keyByHash: (hash: string) => keyByHash.get(hash),
    user: (id: number) => user.get(id),
    organization: (id: number) => organization.get(id),
    userByEmail: (email: string) => userByEmail.get(email),
    /** Whether the user administers an organization that has sub-organizations. */
    isParentAdmin: (userId: number) => isParentAdmin.get(userId) !== undefined,
    /** To the minute: a write per request would slow down uploads. */
    recordActivity(userId: number, nowMs: number): void {
      if (nowMs - (activityWrittenMs.get(userId) ?? 0) < 60_000) return;
      activityWrittenMs.set(userId, nowMs);
      setActivity.run(new Date(nowMs).toISOString(), userId);
    },
    /** Undefined if the user isn't a member. */
    memberPermissions(organizationId: number, userId: number): readonly OrganizationPermission[] | undefined {
      const row = permissions.get(organizationId, userId);
      return row === undefined ? undefined : parseOrganizationPermissions(row.permissions);
    },
    memberships: (userId: number): readonly MembershipRow[] =>
      memberships
        .all(userId)
        .map((row) => ({ ...row, permissions: parseOrganizationPermissions(row.permissions) })),
    visibleOrganizations: (userId: number, after: number, limit: number, withSubOrganizations: boolean) =>
      visibleOrganizations.all({ userId, after, limit, withSubOrganizations: withSubOrganizations ? 1 : 0 }),
  };
}

export function parseOrganizationPermissions(json: string): readonly OrganizationPermission[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? organizationPermissions.filter((name) => parsed.includes(name)) : [];
}
