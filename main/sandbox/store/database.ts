import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startProblems } from '../words.ts';
import { dataNames } from './data-names.ts';
import { schema, schemaVersion } from './schema.ts';

export type SandboxDatabase = Database.Database;

/** Each kind of id has its own range, so that a client which confuses two kinds gets "not found" instead of something else. */
const firstIds = { datasets: 30_000, documents: 5_000_000, events: 7_000_000 };

/**
 * Opens the database with an exclusive lock, which ends with this process. Throws if another version of the sandbox made it.
 * WAL with synchronous=NORMAL keeps every committed row if this process is killed.
 */
export function openSandboxDatabase(dataDir: string): SandboxDatabase {
  const db = new Database(join(dataDir, dataNames.database), { timeout: 2000 });
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  // What was deleted is overwritten, direct links above all.
  db.pragma('secure_delete = ON');
  createTables(db);
  const seed = db.prepare<[string, number, string]>(
    'INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
  );
  for (const [table, seq] of Object.entries(firstIds)) seed.run(table, seq, table);
  skipUsedIds(db);
  return db;
}

/**
 * Lading takes an ID that it has seen for the source file of an earlier upload. So no data folder gives one that another gave,
 * also one that was deleted, or an older copy: from the start, in milliseconds, which are more than its source files.
 */
function skipUsedIds(db: SandboxDatabase): void {
  const [name, now] = ['sourceFiles', Date.now()];
  const { changes } = db
    .prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?')
    .run(now, name);
  if (changes === 0) db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, now);
}

function createTables(db: SandboxDatabase): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version === schemaVersion) return;
  if (version !== 0) throw new Error(startProblems.otherVersion);
  db.transaction(() => {
    db.exec(schema);
    db.pragma(`user_version = ${schemaVersion}`);
  })();
}
