import { type OrganizationPermission, parseOrganizationPermissions, type UserRow } from './accounts.ts';
import type { SandboxDatabase } from './database.ts';

export interface MemberRow extends UserRow {
  readonly permissions: readonly OrganizationPermission[];
}

export interface UserIdentifier {
  readonly abbreviation: string;
  readonly label: string;
}

export interface UserIdentifierRow extends UserIdentifier {
  readonly id: number;
}

export type MemberRepository = ReturnType<typeof createMemberRepository>;

/** Who belongs to an organization, and the identifiers that it gives its members. Lists start after the id `after`. */
export function createMemberRepository(db: SandboxDatabase) {
  type StoredMember = UserRow & { readonly permissions: string };
  const members = db.prepare<[number, number, number], StoredMember>(
    `SELECT u.*, m.permissions FROM users u JOIN members m ON m.userId = u.id
     WHERE m.organizationId = ? AND u.id > ? ORDER BY u.id LIMIT ?`,
  );
  const member = db.prepare<[number, number], StoredMember>(
    `SELECT u.*, m.permissions FROM users u JOIN members m ON m.userId = u.id
     WHERE m.organizationId = ? AND u.id = ?`,
  );
  const admins = db.prepare<[number], { n: number }>(
    `SELECT count(*) AS n FROM members m, json_each(m.permissions) j
     WHERE m.organizationId = ? AND j.value = 'ORG_ADMIN'`,
  );
  const put = db.prepare<[number, number, string]>(
    `INSERT INTO members (organizationId, userId, permissions) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET permissions = excluded.permissions`,
  );
  const remove = db.prepare<[number, number]>('DELETE FROM members WHERE organizationId = ? AND userId = ?');
  const projectsOfOrganization =
    'SELECT p.id FROM projects p JOIN databases d ON d.id = p.databaseId WHERE d.organizationId = ?';
  const leaveProjects = db.prepare<[number, number]>(
    `DELETE FROM projectUsers WHERE userId = ? AND projectId IN (${projectsOfOrganization})`,
  );
  const leaveUserGroups = db.prepare<[number, number]>(
    `DELETE FROM userGroupMembers WHERE userId = ? AND groupId IN (
       SELECT id FROM userGroups WHERE projectId IN (${projectsOfOrganization}))`,
  );
  const leaveDatabases = db.prepare<[number, number]>(
    `DELETE FROM databaseUsers WHERE userId = ? AND databaseId IN (
       SELECT id FROM databases WHERE organizationId = ?)`,
  );
  const identifiers = db.prepare<[number, number, number], UserIdentifierRow>(
    `SELECT id, abbreviation, label FROM userIdentifiers
     WHERE organizationId = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const identifiersOfUser = db.prepare<{ userId: number; organizationId: number | null }, UserIdentifier>(
    `SELECT i.abbreviation, i.label FROM userIdentifiers i JOIN memberIdentifiers m ON m.identifierId = i.id
     WHERE m.userId = :userId AND (:organizationId IS NULL OR m.organizationId = :organizationId) ORDER BY i.id`,
  );
  const clearIdentifiers = db.prepare<[number, number]>(
    'DELETE FROM memberIdentifiers WHERE organizationId = ? AND userId = ?',
  );
  const addIdentifier = db.prepare<[number, string, string]>(
    'INSERT OR IGNORE INTO userIdentifiers (organizationId, abbreviation, label) VALUES (?, ?, ?)',
  );
  const giveIdentifier = db.prepare<[number, number, number, string, string]>(
    `INSERT OR IGNORE INTO memberIdentifiers (organizationId, userId, identifierId)
     SELECT ?, ?, id FROM userIdentifiers WHERE organizationId = ? AND abbreviation = ? AND label = ?`,
  );

  const parsed = (row: StoredMember): MemberRow => ({
    ...row,
    permissions: parseOrganizationPermissions(row.permissions),
  });

  return {
    ofOrganization: (organizationId: number, after: number, limit: number): readonly MemberRow[] =>
      members.all(organizationId, after, limit).map(parsed),
    member(organizationId: number, userId: number): MemberRow | undefined {
      const row = member.get(organizationId, userId);
      return row === undefined ? undefined : parsed(row);
    },
    adminCount: (organizationId: number) => admins.get(organizationId)?.n ?? 0,
    /** Adds a member, or overwrites a member's permissions. */
    put(organizationId: number, userId: number, permissions: readonly OrganizationPermission[]): void {
      put.run(organizationId, userId, JSON.stringify(permissions));
    },
    /** Also from the organization's databases and their projects. */
    remove(organizationId: number, userId: number): void {
      leaveUserGroups.run(userId, organizationId);
      leaveProjects.run(userId, organizationId);
      leaveDatabases.run(userId, organizationId);
      remove.run(organizationId, userId);
    },
    identifiers: (organizationId: number, after: number, limit: number) =>
      identifiers.all(organizationId, after, limit),
    /** Those of all organizations for null. */
    identifiersOf: (userId: number, organizationId: number | null) =>
      identifiersOfUser.all({ userId, organizationId }),
    /** Overwrites a member's identifiers. What the organization doesn't have yet, it gets. */
    setIdentifiers(organizationId: number, userId: number, given: readonly UserIdentifier[]): void {
      clearIdentifiers.run(organizationId, userId);
      for (const { abbreviation, label } of given) {
        addIdentifier.run(organizationId, abbreviation, label);
        giveIdentifier.run(organizationId, userId, organizationId, abbreviation, label);
      }
    },
  };
}
