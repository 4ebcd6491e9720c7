import type { Statement } from 'better-sqlite3';
import { hashKey, type KeysByRole, keyId, type Role, roles } from '../api-keys.ts';
import type { SandboxDatabase } from '../store/database.ts';
import { seedAccounts } from './accounts.ts';
import { seedDirectories } from './directories.ts';
import { seedHistory } from './history.ts';
import { seedPeople } from './people.ts';
import { seedProjects } from './projects.ts';
import type { SeedStep, SetRow } from './step.ts';

/** Each runs once per data folder, so what a person changed or removed stays so. New steps are added at the end. */
const steps: Readonly<Record<string, SeedStep>> = {
  accounts: seedAccounts,
  projects: seedProjects,
  people: seedPeople,
  history: seedHistory,
  directories: seedDirectories,
};

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
  const isSeeded = db.prepare<[string]>('SELECT 1 FROM meta WHERE key = ?');
  db.transaction(() => {
    const firstStart = readFirstStart(db);
    for (const [name, run] of Object.entries(steps)) {
      if (isSeeded.get(`seeded ${name}`) !== undefined) continue;
      run(setRow, firstStart);
      setRow('meta', { key: `seeded ${name}`, value: new Date().toISOString() });
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

/** Folders of earlier versions know it from their organizations. */
function readFirstStart(db: SandboxDatabase): Date {
  db.prepare(
    `INSERT OR IGNORE INTO meta (key, value)
     SELECT 'firstStart', coalesce(min(created), ?) FROM organizations`,
  ).run(new Date().toISOString());
  const row = db.prepare<[], { value: string }>("SELECT value FROM meta WHERE key = 'firstStart'").get();
  return new Date(row?.value ?? 0);
}
