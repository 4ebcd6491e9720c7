/** The data folder: nobody else's, readable by nobody else, and nothing but the sandbox's own files changed in it. */
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { deleteSandboxData, tryStartSandbox } from '../../main/sandbox/index.ts';
import { startProblems } from '../../main/sandbox/words.ts';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { createClient, pollUntil, startTestSandbox, temporaryFolder } from './sandbox-client.ts';

const hasModes = process.platform !== 'win32';

test.runIf(hasModes)('only its owner may read the folder, whatever the umask was', async () => {
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o777);
  const sandbox = await startTestSandbox({ dataDir });
  const client = createClient(sandbox);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
  await client.part(id, 1, Buffer.from('part'));
  const whole = await client.upload('b.txt', [Buffer.from('b')]);
  await pollUntil(
    async () => existsSync(join(dataDir, 'parts', String(whole))),
    (isThere) => !isThere,
  );
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile()).length).toBeGreaterThan(3);
  for (const path of [dataDir, ...entries.map((entry) => join(entry.parentPath, entry.name))]) {
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
  }
});

test.runIf(process.getuid?.() === 0)('a folder of another user is refused', async () => {
  const dataDir = temporaryFolder();
  chownSync(dataDir, 65_534, 65_534);
  expect(await tryStartSandbox({ dataDir })).toEqual(
    failure('sandbox-failed', { detail: startProblems.dataDirNotYours(dataDir) }),
  );
  expect(readdirSync(dataDir)).toEqual([]);
});

describe.runIf(hasModes)('a link in the folder', () => {
  test.each(['files', 'parts', 'unfinished', 'temporary', 'sandbox.db', 'sandbox.db-wal'])(
    'instead of %s is refused, and nothing changes where it leads',
    async (name) => {
      const dataDir = temporaryFolder();
      await (await startTestSandbox({ dataDir })).stop();
      const evidence = temporaryFolder();
      const isFile = name.startsWith('sandbox.db');
      const target = join(evidence, 'target');
      if (isFile) writeFileSync(target, 'evidence');
      else mkdirSync(target);
      writeFileSync(join(evidence, 'original.pst'), 'evidence');
      const path = join(dataDir, name);
      rmSync(path, { recursive: true, force: true });
      symlinkSync(target, path);
      const problem = isFile ? startProblems.notAFile(path) : startProblems.notAFolder(path);
      const started = await tryStartSandbox({ dataDir });
      // Without its database the folder has other files in it.
      expect(started).toEqual(failure('sandbox-failed', { detail: problem }));
      expect(readdirSync(evidence).sort()).toEqual(['original.pst', 'target']);
      if (isFile) expect(readFileSync(target, 'utf8')).toBe('evidence');
    },
  );

  test('is not followed when the data is deleted or parts without a row are removed', async () => {
    const dataDir = temporaryFolder();
    await (await startTestSandbox({ dataDir })).stop();
    const evidence = temporaryFolder();
    const original = join(evidence, '1.0123456789ab');
    writeFileSync(original, 'evidence');
    symlinkSync(evidence, join(dataDir, 'parts', '7'));
    symlinkSync(original, join(dataDir, 'files', '400001'));
    await (await startTestSandbox({ dataDir })).stop();
    expect(await deleteSandboxData(dataDir)).toEqual(success(undefined));
    expect(readFileSync(original, 'utf8')).toBe('evidence');
    expect(existsSync(join(dataDir, 'sandbox.db'))).toBe(false);
  });
});

test('a person’s own files stay, wherever in the folder they are', async () => {
  const dataDir = temporaryFolder();
  const sandbox = await startTestSandbox({ dataDir });
  const client = createClient(sandbox);
  await client.upload('a.txt', [Buffer.from('a')]);
  await client.part(await client.sourceFile(await client.dataset(), { filename: 'b' }), 1, Buffer.from('b'));
  await sandbox.stop();
  const own = ['notes.txt', 'files/exported.pst', 'parts/mine/1.bin', 'temporary/draft.docx', 'unfinished/x'];
  mkdirSync(join(dataDir, 'parts', 'mine'));
  for (const name of own) writeFileSync(join(dataDir, name), 'mine');
  await (await startTestSandbox({ dataDir })).stop();
  expect(await deleteSandboxData(dataDir)).toEqual(success(undefined));
  const left = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(left.map((entry) => join(entry.parentPath, entry.name)).sort()).toEqual(
    own.map((name) => join(dataDir, name)).sort(),
  );
});

describe('the file with the keys', () => {
  test.each([
    ['cut off', '{"keys":'],
    ['empty', ''],
    ['of another shape', '{"keys":{"admin":"top-secret-key"},"urlSecret":"short"}'],
  ])('is named when it is %s, without what is in it', async (_, text) => {
    const dataDir = temporaryFolder();
    await (await startTestSandbox({ dataDir })).stop();
    const file = join(dataDir, 'secrets.json');
    writeFileSync(file, text);
    expect(await tryStartSandbox({ dataDir })).toEqual(
      failure('sandbox-failed', { detail: startProblems.secretsDamaged(file) }),
    );
  });

  test.runIf(hasModes)('is not read through a link, and made private', async () => {
    const dataDir = temporaryFolder();
    const first = await startTestSandbox({ dataDir });
    await first.stop();
    const file = join(dataDir, 'secrets.json');
    chmodSync(file, 0o644);
    const second = await startTestSandbox({ dataDir });
    expect(second.apiKey).toBe(first.apiKey);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await second.stop();
    const elsewhere = join(temporaryFolder(), 'secrets.json');
    linkSync(file, elsewhere);
    rmSync(file);
    symlinkSync(elsewhere, file);
    const started = await tryStartSandbox({ dataDir });
    expect(started).toMatchObject({ ok: false, failure: { detail: expect.stringContaining(file) } });
  });

  test('gives new keys once it was deleted, and the old ones are refused', async () => {
    const dataDir = temporaryFolder();
    const first = await startTestSandbox({ dataDir });
    await first.stop();
    rmSync(join(dataDir, 'secrets.json'));
    const second = await startTestSandbox({ dataDir });
    expect((await createClient(second).call('GET', '/users/me')).status).toBe(200);
    expect((await createClient(second, first.apiKey).call('GET', '/users/me')).status).toBe(401);
  });
});

test('a data folder of another version is refused', async () => {
  const dataDir = temporaryFolder();
  await (await startTestSandbox({ dataDir })).stop();
  const db = new Database(join(dataDir, 'sandbox.db'));
  db.pragma('user_version = 1000');
  db.close();
  expect(await tryStartSandbox({ dataDir })).toEqual(
    failure('sandbox-failed', {
      detail: startProblems.dataDirUnusable(dataDir, startProblems.otherVersion),
    }),
  );
});

// An upload that got one of an earlier upload stops: both would be mixed.
test.each([
  ['its data was deleted', async (dataDir: string) => void (await deleteSandboxData(dataDir))],
  [
    'an older copy of its data took its place',
    async (dataDir: string, copy: string) => {
      rmSync(dataDir, { recursive: true });
      cpSync(copy, dataDir, { recursive: true });
    },
  ],
])('no source file gets the ID of an earlier one after %s', async (_what, change) => {
  const [dataDir, copy] = [temporaryFolder(), join(temporaryFolder(), 'copy')];
  await (await startTestSandbox({ dataDir })).stop();
  cpSync(dataDir, copy, { recursive: true });
  const createSome = async (): Promise<readonly number[]> => {
    const sandbox = await startTestSandbox({ dataDir });
    const client = createClient(sandbox);
    const dataset = await client.dataset();
    const ids: number[] = [];
    for (const filename of ['a', 'b', 'c']) ids.push(await client.sourceFile(dataset, { filename }));
    await sandbox.stop();
    return ids;
  };
  const before = await createSome();
  await change(dataDir, copy);
  expect(Math.min(...(await createSome()))).toBeGreaterThan(Math.max(...before));
});
