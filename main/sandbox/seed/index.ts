import type { Statement } from 'better-sqlite3';
import { hashKey, type KeysByRole, keyId, type Role, roles } from '../api-keys.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { seedAccounts } from './accounts.ts';
import { seedDirectories } from './directories.ts';
import { seedHistory } from './history.ts';
import { seedPeople } from './people.ts';
import { seedProjects } from './projects.ts';
import type { SeedStep, SetRow } from './step.ts';

const steps: readonly SeedStep[] = [seedAccounts, seedProjects, seedPeople, seedHistory, seedDirectories];

const userOf: Readonly<Record<Role, number>> = {
  admin: 11,
  uploader: 12,
  databaseAdmin: 13,
  reader: 14,
  legalHoldAdmin: 15,
  parentOrganization: 31,
  otherOrganization: 21,
  revoked: 11,
};

/** What a sandbox starts with is added once, so what a person changed or removed stays so. */
export function seedDatabase(db: SandboxDatabase, keys: KeysByRole): void {
  const statements = new Map<string, Statement>();
  const setRow: SetRow = (table, row) => {
    const columns = Object.keys(row);
    const values = columns.map(() => '?').join(', ');
    const changes = columns.map((name) => `${name} = excluded.${name}`).join(', ');
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values}) ON CONFLICT DO UPDATE SET ${changes}`;
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    statement.run(...Object.values(row));
  };
  db.transaction(() => {
    if (db.prepare("SELECT 1 FROM meta WHERE key = 'seeded'").get() === undefined) {
      const firstStart = new Date();
      for (const addRows of steps) addRows(setRow, firstStart);
      setRow('meta', { key: 'seeded', value: firstStart.toISOString() });
    }
    // Keys whose file was deleted must not stay valid.
    db.prepare('DELETE FROM keys').run();
    for (const role of roles) {
      const key = keys[role];
      setRow('keys', {
        shortId: keyId(key),
        hash: hashKey(key),
        userId: userOf[role],
        role,
        revoked: role === 'revoked' ? 1 : 0,
      });
    }
  })();
}
