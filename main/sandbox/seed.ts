import { hashKey, type KeysByRole, keyId, type Role, roles } from './api-keys.ts';
import type { SandboxDatabase } from './store/database.ts';

export const organizationId = 101;
export const databaseId = 2001;

const userOf: Readonly<Record<Role, number>> = {
  admin: 11,
  uploader: 12,
  databaseAdmin: 13,
  reader: 14,
  otherOrganization: 21,
  revoked: 11,
};

/** Two organizations that can't see each other's data, and a database closed to its organization's admins. */
export function seedDatabase(db: SandboxDatabase, keys: KeysByRole): void {
  const created = new Date().toISOString();
  const insert = (table: string, values: readonly (string | number)[]): void => {
    db.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values);
  };
  db.transaction(() => {
    insert('organizations', [organizationId, 'Harrow & Pike LLP', created]);
    insert('organizations', [102, 'Castle Chambers', created]);

    insert('users', [11, organizationId, 'Ada', 'Harrow', 'Partner', 'aharrow', 'ada.harrow@example.com', 1]);
    insert('users', [12, organizationId, 'Ben', 'Okafor', 'Analyst', 'bokafor', 'ben.okafor@example.com', 0]);
    insert('users', [
      13,
      organizationId,
      'Chi',
      'Nguyen',
      'Case manager',
      'cnguyen',
      'chi.nguyen@example.com',
      0,
    ]);
    insert('users', [14, organizationId, 'Dana', 'Pike', 'Paralegal', 'dpike', 'dana.pike@example.com', 0]);
    insert('users', [21, 102, 'Eve', 'Castle', 'Clerk', 'ecastle', 'eve.castle@example.org', 1]);

    insert('databases', [databaseId, organizationId, 'Doe v. Roe', 1]);
    insert('databases', [2002, organizationId, 'Acme investigation', 1]);
    insert('databases', [2003, organizationId, 'Sealed matter', 0]);
    insert('databases', [2101, 102, 'Castle internal', 1]);

    insert('databaseUsers', [databaseId, 12, '["DB_UPLOAD"]']);
    insert('databaseUsers', [databaseId, 13, '["DB_ADMIN","DB_UPLOAD"]']);

    insert('projects', [501, databaseId, 'Doe v. Roe', 0, created]);
    insert('projects', [502, databaseId, 'Privilege team', 1, created]);
    insert('projects', [503, 2002, 'Acme investigation', 0, created]);
    insert('projects', [504, 2003, 'Sealed matter', 0, created]);
    insert('projects', [551, 2101, 'Castle internal', 0, created]);
    insert('projectUsers', [501, 12]);
    insert('projectUsers', [501, 13]);
    insert('projectUsers', [501, 14]);

    // Keys whose file was deleted must not stay valid.
    db.prepare('DELETE FROM keys').run();
    for (const role of roles) {
      const key = keys[role];
      insert('keys', [keyId(key), hashKey(key), userOf[role], role, role === 'revoked' ? 1 : 0]);
    }
  })();
}
