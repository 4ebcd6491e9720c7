import type { UserRow } from './accounts.ts';
import type { SandboxDatabase } from './database.ts';

export interface DatabaseRow {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly orgAdminAccess: number;
}

export interface DatabaseUserRow extends UserRow {
  readonly permissions: readonly DatabasePermission[];
}

/** platform-interface 2.8. */
export const databasePermissions = ['DB_ADMIN', 'DB_UPLOAD', 'DB_DELETE', 'DB_LEGAL_HOLD'] as const;
export type DatabasePermission = (typeof databasePermissions)[number];

export type DatabaseRepository = ReturnType<typeof createDatabaseRepository>;

/** Databases and the permissions on them. Lists start after the id `after`. */
export function createDatabaseRepository(db: SandboxDatabase) {
  const database = db.prepare<[number], DatabaseRow>('SELECT * FROM databases WHERE id = ?');
  const allDatabases = db.prepare<[], DatabaseRow>('SELECT * FROM databases ORDER BY id');
  const permissions = db.prepare<[number, number], { permissions: string }>(
    'SELECT permissions FROM databaseUsers WHERE databaseId = ? AND userId = ?',
  );
  // Operation 1: holders of explicit admin permission, or org admins of the owning organization.
  const administered = db.prepare<{ userId: number; after: number; limit: number }, DatabaseRow>(
    `SELECT * FROM databases d WHERE id > :after AND (
       EXISTS (SELECT 1 FROM members m, json_each(m.permissions) j
               WHERE m.organizationId = d.organizationId AND m.userId = :userId AND j.value = 'ORG_ADMIN')
       OR EXISTS (SELECT 1 FROM databaseUsers u, json_each(u.permissions) j
                  WHERE u.databaseId = d.id AND u.userId = :userId AND j.value = 'DB_ADMIN'))
     ORDER BY id LIMIT :limit`,
  );
  const ofOrganization = db.prepare<[number, number, number], DatabaseRow>(
    'SELECT * FROM databases WHERE organizationId = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const users = db.prepare<[number, number, number], UserRow & { permissions: string }>(
    `SELECT u.*, d.permissions FROM users u JOIN databaseUsers d ON d.userId = u.id
     WHERE d.databaseId = ? AND u.id > ? ORDER BY u.id LIMIT ?`,
  );
  const putUser = db.prepare<[number, number, string]>(
    `INSERT INTO databaseUsers (databaseId, userId, permissions) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET permissions = excluded.permissions`,
  );
  const removeUser = db.prepare<[number, number]>(
    'DELETE FROM databaseUsers WHERE databaseId = ? AND userId = ?',
  );
  const dependent = db.prepare<{ organizationId: number; userId: number }, DatabaseRow>(
    `SELECT * FROM databases d WHERE d.organizationId = :organizationId AND d.orgAdminAccess = 0
       AND 1 = (SELECT count(*) FROM databaseUsers u, json_each(u.permissions) j
                WHERE u.databaseId = d.id AND j.value = 'DB_ADMIN')
       AND EXISTS (SELECT 1 FROM databaseUsers u, json_each(u.permissions) j
                   WHERE u.databaseId = d.id AND u.userId = :userId AND j.value = 'DB_ADMIN')`,
  );
  const size = db.prepare<[number], { docCount: number; nativeSize: number }>(
    'SELECT count(*) AS docCount, total(sizeBytes) AS nativeSize FROM documents WHERE databaseId = ?',
  );

  return {
    database: (id: number) => database.get(id),
    allDatabases: () => allDatabases.all(),
    /** Undefined if the user isn't one of the database's users; empty if the user is, but without permissions. */
    permissionsOf(databaseId: number, userId: number): readonly DatabasePermission[] | undefined {
      const row = permissions.get(databaseId, userId);
      return row === undefined ? undefined : parsePermissions(row.permissions);
    },
    users: (databaseId: number, after: number, limit: number): readonly DatabaseUserRow[] =>
      users
        .all(databaseId, after, limit)
        .map((row) => ({ ...row, permissions: parsePermissions(row.permissions) })),
    /** Databases closed to org admins, whose only admin the user is: without, nobody could administer them again. */
    dependentOn: (organizationId: number, userId: number) => dependent.all({ organizationId, userId }),
    /** Adds a user, or overwrites a user's permissions. */
    putUser(databaseId: number, userId: number, given: readonly DatabasePermission[]): void {
      putUser.run(databaseId, userId, JSON.stringify(given));
    },
    removeUser(databaseId: number, userId: number): void {
      removeUser.run(databaseId, userId);
    },
    administeredBy: (userId: number, after: number, limit: number) =>
      administered.all({ userId, after, limit }),
    ofOrganization: (organizationId: number, after: number, limit: number) =>
      ofOrganization.all(organizationId, after, limit),
    nativeSizeOf: (databaseId: number) => size.get(databaseId) ?? { docCount: 0, nativeSize: 0 },
  };
}

function parsePermissions(json: string): readonly DatabasePermission[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? databasePermissions.filter((name) => parsed.includes(name)) : [];
}
