import type { SandboxDatabase } from './database.ts';

export interface UserRow {
  readonly id: number;
  readonly organizationId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string;
  readonly username: string;
  readonly email: string;
  readonly orgAdmin: number;
}

export interface KeyRow {
  readonly userId: number;
  readonly revoked: number;
}

export interface OrganizationRow {
  readonly id: number;
  readonly name: string;
  readonly created: string;
}

export interface DatabaseRow {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly orgAdminAccess: number;
}

export interface ProjectRow {
  readonly id: number;
  readonly databaseId: number;
  readonly name: string;
  readonly partial: number;
  readonly created: string;
  readonly databaseName: string;
  readonly databaseOrganizationId: number;
  readonly orgAdminAccess: number;
}

const projectColumns = `p.id, p.databaseId, p.name, p.partial, p.created, d.name AS databaseName,
  d.organizationId AS databaseOrganizationId, d.orgAdminAccess
  FROM projects p JOIN databases d ON d.id = p.databaseId`;

export type AccountRepository = ReturnType<typeof createAccountRepository>;

/** Users, organizations, databases and projects. Lists start after the id `after`. */
export function createAccountRepository(db: SandboxDatabase) {
  const keyByHash = db.prepare<[string], KeyRow>('SELECT userId, revoked FROM keys WHERE hash = ?');
  const user = db.prepare<[number], UserRow>('SELECT * FROM users WHERE id = ?');
  const organization = db.prepare<[number], OrganizationRow>('SELECT * FROM organizations WHERE id = ?');
  const database = db.prepare<[number], DatabaseRow>('SELECT * FROM databases WHERE id = ?');
  const allDatabases = db.prepare<[], DatabaseRow>('SELECT * FROM databases ORDER BY id');
  const permissions = db.prepare<[number, number], { permissions: string }>(
    'SELECT permissions FROM databaseUsers WHERE databaseId = ? AND userId = ?',
  );
  // Operation 1: holders of explicit admin permission, or org admins of the owning organization.
  const administered = db.prepare<[number, number, number, number, number], DatabaseRow>(
    `SELECT * FROM databases d WHERE id > ? AND (
       (? = 1 AND organizationId = ?)
       OR EXISTS (SELECT 1 FROM databaseUsers u, json_each(u.permissions) j
                  WHERE u.databaseId = d.id AND u.userId = ? AND j.value = 'DB_ADMIN'))
     ORDER BY id LIMIT ?`,
  );
  const ofOrganization = db.prepare<[number, number, number], DatabaseRow>(
    'SELECT * FROM databases WHERE organizationId = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const accessibleProjects = db.prepare<[number, number, number, number, number], ProjectRow>(
    `SELECT ${projectColumns} WHERE p.id > ? AND (
       (? = 1 AND d.organizationId = ? AND d.orgAdminAccess = 1)
       OR EXISTS (SELECT 1 FROM projectUsers u WHERE u.projectId = p.id AND u.userId = ?))
     ORDER BY p.id LIMIT ?`,
  );
  const projectsOfDatabase = db.prepare<[number, number, number], ProjectRow>(
    `SELECT ${projectColumns} WHERE p.databaseId = ? AND p.id > ? ORDER BY p.id LIMIT ?`,
  );
  const projectsOfOrganization = db.prepare<[number, number, number], ProjectRow>(
    `SELECT ${projectColumns} WHERE d.organizationId = ? AND p.id > ? ORDER BY p.id LIMIT ?`,
  );
  const size = db.prepare<[number], { docCount: number; nativeSize: number }>(
    'SELECT count(*) AS docCount, total(sizeBytes) AS nativeSize FROM documents WHERE databaseId = ?',
  );

  return {
    keyByHash: (hash: string) => keyByHash.get(hash),
    user: (id: number) => user.get(id),
    organization: (id: number) => organization.get(id),
    database: (id: number) => database.get(id),
    allDatabases: () => allDatabases.all(),
    permissionsOf(databaseId: number, userId: number): readonly string[] {
      const row = permissions.get(databaseId, userId);
      if (row === undefined) return [];
      const parsed: unknown = JSON.parse(row.permissions);
      return Array.isArray(parsed) ? parsed.map(String) : [];
    },
    administeredDatabases: (caller: UserRow, after: number, limit: number) =>
      administered.all(after, caller.orgAdmin, caller.organizationId, caller.id, limit),
    databasesOfOrganization: (organizationId: number, after: number, limit: number) =>
      ofOrganization.all(organizationId, after, limit),
    accessibleProjects: (caller: UserRow, after: number, limit: number) =>
      accessibleProjects.all(after, caller.orgAdmin, caller.organizationId, caller.id, limit),
    projectsOfDatabase: (databaseId: number, after: number, limit: number) =>
      projectsOfDatabase.all(databaseId, after, limit),
    projectsOfOrganization: (organizationId: number, after: number, limit: number) =>
      projectsOfOrganization.all(organizationId, after, limit),
    nativeSizeOf: (databaseId: number) => size.get(databaseId) ?? { docCount: 0, nativeSize: 0 },
  };
}
