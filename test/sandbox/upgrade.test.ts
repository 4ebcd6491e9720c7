/** A data folder of an earlier version of the sandbox. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { tryStartSandbox } from '../../main/sandbox/index.ts';
import { startProblems } from '../../main/sandbox/words.ts';
import { failure } from '../../preload/contract/failure.ts';
import { createClient, startTestSandbox, temporaryFolder } from './sandbox-client.ts';

const oldKey = (name: string): string => `sandbox.${name.padEnd(8, '0')}.${name.padEnd(43, 'x')}`;

/** As the first version left it after one upload: no membership, no parent organizations, six keys. */
function oldDataFolder(): string {
  const dataDir = temporaryFolder();
  const created = '2026-01-01T00:00:00.000Z';
  const db = new Database(join(dataDir, 'sandbox.db'));
  db.pragma('journal_mode = WAL');
  db.exec(`
    CREATE TABLE organizations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created TEXT NOT NULL);
    CREATE TABLE users (
      id INTEGER PRIMARY KEY, organizationId INTEGER NOT NULL REFERENCES organizations,
      firstName TEXT NOT NULL, lastName TEXT NOT NULL, title TEXT NOT NULL, username TEXT NOT NULL,
      email TEXT NOT NULL, orgAdmin INTEGER NOT NULL);
    CREATE TABLE databases (
      id INTEGER PRIMARY KEY, organizationId INTEGER NOT NULL REFERENCES organizations,
      name TEXT NOT NULL, orgAdminAccess INTEGER NOT NULL);
    CREATE TABLE datasets (
      id INTEGER PRIMARY KEY AUTOINCREMENT, databaseId INTEGER NOT NULL REFERENCES databases,
      name TEXT NOT NULL, settings TEXT NOT NULL, created TEXT NOT NULL);
    CREATE TABLE sourceFiles (
      id INTEGER PRIMARY KEY AUTOINCREMENT, databaseId INTEGER NOT NULL REFERENCES databases,
      datasetId INTEGER NOT NULL REFERENCES datasets,
      filename TEXT NOT NULL, passwords TEXT NOT NULL, childCustodians TEXT NOT NULL, custodian TEXT, directLink TEXT,
      state TEXT NOT NULL, created TEXT NOT NULL, completed TEXT,
      claimedSha1 TEXT, refusedCompletion TEXT,
      sizeBytes INTEGER, sha1 TEXT, problem TEXT);
    CREATE INDEX sourceFilesOfDataset ON sourceFiles (datasetId);
    INSERT INTO organizations VALUES (101, 'Harrow & Pike LLP', '${created}'), (102, 'Castle Chambers', '${created}');
    INSERT INTO users VALUES
      (11, 101, 'Ada', 'Harrow', 'Partner', 'aharrow', 'ada.harrow@example.com', 1),
      (14, 101, 'Dana', 'Pike', 'Paralegal', 'dpike', 'dana.pike@example.com', 0),
      (21, 102, 'Eve', 'Castle', 'Clerk', 'ecastle', 'eve.castle@example.org', 1);
    INSERT INTO databases VALUES (2001, 101, 'Doe v. Roe', 1);
    INSERT INTO datasets VALUES (30001, 2001, 'Uploaded before', '{}', '${created}');`);
  db.close();
  const roles = ['admin', 'uploader', 'databaseAdmin', 'reader', 'otherOrganization', 'revoked'];
  const keys = Object.fromEntries(roles.map((role) => [role, oldKey(role)]));
  const secrets = JSON.stringify({ keys, urlSecret: 'u'.repeat(64) });
  writeFileSync(join(dataDir, 'secrets.json'), secrets, { mode: 0o600 });
  mkdirSync(join(dataDir, 'files'));
  return dataDir;
}

test('keeps its uploads and keys, and gets the newer organizations, roles and keys', async () => {
  const dataDir = oldDataFolder();
  const sandbox = await startTestSandbox({ dataDir });
  expect(await sandbox.inspect('datasets')).toMatchObject([{ id: 30_001, name: 'Uploaded before' }]);
  expect(sandbox.keys.admin).toBe(oldKey('admin'));

  const admin = createClient(sandbox);
  expect((await admin.call('GET', '/users/me')).body.at('data', 'organizations')).toEqual([
    { id: 101, name: 'Harrow & Pike LLP', orgAdmin: true },
  ]);
  const reader = createClient(sandbox, sandbox.keys.reader);
  expect((await reader.call('GET', '/users/me')).body.at('data', 'organizations')).toEqual([
    { id: 101, name: 'Harrow & Pike LLP', orgAdmin: false },
  ]);
  expect((await admin.call('GET', '/organizations/101')).body.at('data', 'parentOrganizationId')).toBe(100);
  const parent = createClient(sandbox, sandbox.keys.parentOrganization);
  const list = await parent.call('GET', '/organizations');
  expect(list.body.list('data').map((row) => row.number('id'))).toEqual([100, 101, 103]);

  await sandbox.stop();
  const again = await startTestSandbox({ dataDir });
  expect(again.keys).toEqual(sandbox.keys);
});

test('of a newer version is refused', async () => {
  const dataDir = temporaryFolder();
  await (await startTestSandbox({ dataDir })).stop();
  const db = new Database(join(dataDir, 'sandbox.db'));
  db.pragma('user_version = 1000');
  db.close();
  expect(await tryStartSandbox({ dataDir })).toEqual(
    failure('sandbox-failed', { detail: startProblems.dataDirUnusable(dataDir, startProblems.newerData) }),
  );
});
