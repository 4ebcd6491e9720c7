import type { SandboxDatabase } from './database.ts';

export interface DatabaseRow {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly orgAdminAccess: number;
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
  const size = db.prepare<[number], { docCount: number; nativeSize: number }>(
    'SELECT count(*) AS docCount, total(sizeBytes) AS nativeSize FROM documents WHERE databaseId = ?',
  );

  return {
    database: (id: number) => database.get(id),
    allDatabases: () => allDatabases.all(),
    /** Empty if the user has none. */
    permissionsOf(databaseId: number, userId: number): readonly DatabasePermission[] {
      const row = permissions.get(databaseId, userId);
      return row === undefined ? [] : parsePermissions(row.permissions);
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
