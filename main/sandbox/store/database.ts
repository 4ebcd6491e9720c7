import { join } from 'node:path';
import Database from 'better-sqlite3';
import { linkLabel } from '../link-label.ts';
import { dataNames } from './data-names.ts';
import { migrate } from './migrations.ts';

export type SandboxDatabase = Database.Database;

/**
 * The first schema; migrations.ts changes it. Each kind of id has its own range, so that a client which confuses two kinds gets "not
 * found" instead of something else.
 */
const schema = `
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS organizations (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS users (
  id INTEGER PRIMARY KEY, organizationId INTEGER NOT NULL REFERENCES organizations,
  firstName TEXT NOT NULL, lastName TEXT NOT NULL, title TEXT NOT NULL, username TEXT NOT NULL, email TEXT NOT NULL,
  orgAdmin INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS keys (
  shortId TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, userId INTEGER NOT NULL REFERENCES users,
  role TEXT NOT NULL, revoked INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS databases (
  id INTEGER PRIMARY KEY, organizationId INTEGER NOT NULL REFERENCES organizations,
  name TEXT NOT NULL, orgAdminAccess INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS databaseUsers (
  databaseId INTEGER NOT NULL REFERENCES databases, userId INTEGER NOT NULL REFERENCES users,
  permissions TEXT NOT NULL, PRIMARY KEY (databaseId, userId)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS projects (
  id INTEGER PRIMARY KEY, databaseId INTEGER NOT NULL REFERENCES databases,
  name TEXT NOT NULL, partial INTEGER NOT NULL, created TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS projectUsers (
  projectId INTEGER NOT NULL REFERENCES projects, userId INTEGER NOT NULL REFERENCES users,
  PRIMARY KEY (projectId, userId)) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS datasets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, databaseId INTEGER NOT NULL REFERENCES databases,
  name TEXT NOT NULL, settings TEXT NOT NULL, created TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS datasetsOfDatabase ON datasets (databaseId);
CREATE TABLE IF NOT EXISTS sourceFiles (
  id INTEGER PRIMARY KEY AUTOINCREMENT, databaseId INTEGER NOT NULL REFERENCES databases,
  datasetId INTEGER NOT NULL REFERENCES datasets,
  filename TEXT NOT NULL, passwordCount INTEGER NOT NULL DEFAULT 0, childCustodians TEXT NOT NULL, custodian TEXT,
  directLink TEXT, linkLabel TEXT,
  state TEXT NOT NULL, created TEXT NOT NULL, completed TEXT,
  claimedSha1 TEXT, refusedCompletion TEXT,
  sizeBytes INTEGER, sha1 TEXT, problem TEXT);
CREATE INDEX IF NOT EXISTS sourceFilesOfDataset ON sourceFiles (datasetId);
CREATE INDEX IF NOT EXISTS sourceFilesInWork ON sourceFiles (state)
  WHERE state IN ('ASSEMBLING', 'DOWNLOADING', 'PROCESSING');
CREATE TABLE IF NOT EXISTS parts (
  sourceFileId INTEGER NOT NULL REFERENCES sourceFiles, partNumber INTEGER NOT NULL,
  etag TEXT NOT NULL, md5 TEXT, sizeBytes INTEGER NOT NULL, file TEXT NOT NULL, puts INTEGER NOT NULL,
  PRIMARY KEY (sourceFileId, partNumber)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS documents (
  id INTEGER PRIMARY KEY AUTOINCREMENT, databaseId INTEGER NOT NULL, datasetId INTEGER NOT NULL,
  sourceFileId INTEGER NOT NULL REFERENCES sourceFiles,
  path TEXT NOT NULL, sizeBytes INTEGER NOT NULL, sha1 TEXT, custodian TEXT,
  locked INTEGER NOT NULL, problem TEXT);
CREATE INDEX IF NOT EXISTS documentsOfSourceFile ON documents (sourceFileId);
CREATE INDEX IF NOT EXISTS documentSizes ON documents (databaseId, sizeBytes);
CREATE INDEX IF NOT EXISTS documentsOfDataset ON documents (datasetId);

CREATE TABLE IF NOT EXISTS usedPageTokens (
  hash TEXT PRIMARY KEY, expiresMs INTEGER NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT, atMs REAL NOT NULL, finishedMs REAL,
  account TEXT, method TEXT NOT NULL, operation TEXT NOT NULL, path TEXT NOT NULL, isPut INTEGER NOT NULL,
  status INTEGER, bodyBytes INTEGER NOT NULL, fault TEXT, sourceFileId INTEGER, partNumber INTEGER);
CREATE INDEX IF NOT EXISTS putsOfPart ON requests (sourceFileId, partNumber) WHERE isPut = 1;
`;

const firstIds = { datasets: 30_000, sourceFiles: 400_000, documents: 5_000_000, events: 7_000_000 };

/**
 * Opens the database with an exclusive lock, which ends with this process.
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
  db.exec(schema);
  removeStoredSecrets(db);
  migrate(db);
  const seed = db.prepare<[string, number, string]>(
    'INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
  );
  for (const [table, seq] of Object.entries(firstIds)) seed.run(table, seq, table);
  return db;
}

/** Earlier versions kept passwords, which nothing used, and links in full after they were downloaded. */
function removeStoredSecrets(db: SandboxDatabase): void {
  const columns = db.prepare<[], { name: string }>("SELECT name FROM pragma_table_info('sourceFiles')").all();
  if (!columns.some(({ name }) => name === 'passwords')) return;
  db.function('linkLabel', { deterministic: true }, (link) =>
    typeof link === 'string' ? linkLabel(link) : null,
  );
  db.transaction(() => {
    db.exec(`
      ALTER TABLE sourceFiles ADD COLUMN passwordCount INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE sourceFiles ADD COLUMN linkLabel TEXT;
      UPDATE sourceFiles SET passwordCount = json_array_length(passwords), linkLabel = linkLabel(directLink);
      UPDATE sourceFiles SET directLink = NULL WHERE state <> 'DOWNLOADING';
      ALTER TABLE sourceFiles DROP COLUMN passwords;`);
  })();
  // Earlier versions of a row may be on pages that are free, or in the log.
  db.exec('VACUUM');
  db.pragma('wal_checkpoint(TRUNCATE)');
}
