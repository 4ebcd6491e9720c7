import { chmod, chown, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Connection, type Engine, openEngine, openReader } from '../../main/engine/index.ts';
import { openDataFolder } from '../../main/engine/store/files/data-folder.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { makeEvidence, makeSparse } from '../fakes/evidence.ts';
import { startHttpServer } from '../fakes/http-server.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { startEngine } from './engine-process.ts';
import {
  never,
  openTestEnv,
  problemTexts,
  requestFor,
  requestLog,
  runOptions,
  smallParts,
  startTestEnv,
  type TestEnv,
  withEngine,
} from './harness.ts';
import { changeStore } from './killed-store.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
let env: TestEnv;

beforeAll(async () => {
  env = await openTestEnv({ limits: { ...smallParts, maxFileBytes: 1_000_000 } });
  await makeEvidence(env.evidence, { 'a.txt': 10 });
  return env.end;
});

async function connecting(wrong: Partial<Connection>): Promise<Awaited<ReturnType<Engine['connect']>>> {
  const engine = unwrap(openEngine({ stateDir: join(env.dir, 'connecting'), command: 'test', version: '0' }));
  try {
    const { url: serverUrl, apiKey } = env.sandbox;
    return await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath, ...wrong });
  } finally {
    await engine.close();
  }
}

test.each([
  { what: 'no key', wrong: { apiKey: ' ' }, code: 'key-missing' },
  { what: 'a key that is none', wrong: { apiKey: 'only.two' }, code: 'key-malformed' },
  { what: 'an unknown key', wrong: { apiKey: 'lading.unknown.secret' }, code: 'key-refused' },
  { what: 'an address that is none', wrong: { serverUrl: 'platform' }, code: 'server-url-malformed' },
  {
    what: 'a key for an address',
    wrong: { serverUrl: 'lading.unknown.secret' },
    code: 'server-url-malformed',
  },
  { what: 'http to another host', wrong: { serverUrl: 'http://example.com/' }, code: 'server-url-insecure' },
  { what: 'a profile that is not there', wrong: { profilePath: '/nowhere/p.json' }, code: 'profile-missing' },
])('$what is refused before anything is sent, and the message has no key', async ({ wrong, code }) => {
  const failure = failureOf(await connecting(wrong));
  expect(failure.code).toBe(code);
  expect(failureText(failure)).not.toContain('secret');
});

test('a revoked key is refused, and the operation is named', async () => {
  const failure = failureOf(await connecting({ apiKey: env.sandbox.keys.revoked }));
  expect(failure).toMatchObject({ code: 'key-refused', status: 401, operation: 'GetCurrentUser' });
});

test('a profile with an error is refused with its line', async () => {
  const profilePath = join(env.dir, 'bad-profile.json');
  await writeFile(
    profilePath,
    (await readFile(env.profilePath, 'utf8')).replace('"maxParts":', '"mostParts":'),
  );
  const failure = failureOf(await connecting({ profilePath }));
  expect(failure.code).toBe('profile-invalid');
  expect(failureText(failure)).toMatch(/line 1, column \d+.*mostParts/);
});

test('a server that is not the platform is reported as such', async () => {
  await using web = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
  });
  const failure = failureOf(await connecting({ serverUrl: web.url.href }));
  expect(failure.code).toBe('not-the-platform');
  expect(failureText(failure)).toContain('web page');
});

test('an address with the path of a web page fails as a wrong address, with advice to check the path', async () => {
  const serverUrl = `${env.sandbox.url}/app/index.html`;
  const failure = failureOf(await connecting({ serverUrl }));
  expect(failure.code).toBe('not-the-platform');
  expect(failureText(failure)).toMatch(
    /index\.html doesn't respond like the review platform.*after the host name/,
  );
});

test.each([
  { what: 'a database that is not there', databaseId: 999_999, code: 'database-not-found' },
  { what: 'a database of another organization', databaseId: 2101, code: /not-found|forbidden/ },
])('$what is refused by its number, and no upload is left behind', async ({ databaseId, code }) => {
  await withEngine(env, async (engine) => {
    const failure = failureOf(await engine.prepare(requestFor(env, { databaseId }), never));
    expect(failure.code).toMatch(code);
    expect(failureText(failure)).toContain(String(databaseId));
    expect(engine.uploads()).toEqual([]);
  });
});

test('a missing dataset ends the upload as failed; the message has its ID, the database and what to do', async () => {
  const other = await startTestEnv();
  await makeEvidence(other.evidence, { 'a.txt': 10 });
  await withEngine(other, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(other, { dataset: { id: 987_654 } }), never));
    const failure = failureOf(await engine.run(id, runOptions()));
    expect(failure).toMatchObject({ code: 'dataset-not-found', datasetId: 987_654 });
    expect(failureText(failure)).toMatch(/^Database “.+” has no dataset 987654.* Start a new upload/);
    expect(unwrap(engine.upload(id))).toMatchObject({
      state: 'finished',
      stoppedBy: { code: 'dataset-not-found' },
      totals: { queued: { items: 0 }, uploading: { items: 0 }, failed: { items: 1 } },
    });
    expect([...engine.problems(id)]).toMatchObject([
      { path: 'a.txt', reason: { code: 'dataset-not-found' } },
    ]);
  });
});

test('a processing setting that the profile lacks is refused, not ignored', async () => {
  await withEngine(env, async (engine) => {
    const request = requestFor(env, { settings: { timezon: 'Europe/Berlin' } });
    expect(failureOf(await engine.prepare(request, never))).toMatchObject({
      code: 'processing-setting-unknown',
      field: 'timezon',
    });
  });
});

test.each([
  { what: 'a path that is missing', make: async () => undefined, code: 'source-missing' },
  { what: 'an empty folder', make: (path: string) => mkdir(path), code: 'nothing-to-send' },
  { what: 'a device', make: (path: string) => symlink('/dev/null', path), code: 'path-not-a-file' },
])('$what is refused by name, and no upload is left behind', async ({ what, make, code }) => {
  const path = join(env.dir, what);
  await make(path);
  await withEngine(env, async (engine) => {
    const failure = failureOf(await engine.prepare(requestFor(env, { sources: [path] }), never));
    expect(failure.code).toBe(code);
    expect(failureText(failure)).toContain(path);
    expect(engine.uploads()).toEqual([]);
  });
});

test('a file above the limit fails before any of it is sent; other files are sent', async () => {
  const folder = join(env.dir, 'with a large one');
  await makeEvidence(folder, { 'small.txt': 5 });
  await makeSparse(join(folder, 'large.dd'), 1_000_001);
  const before = (await requestLog(env)).length;
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { sources: [folder] }), never));
    const summary = unwrap(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 1, bytes: 1_000_001 } });
    const [problem] = problemTexts(engine.problems(id));
    expect(problem).toMatchObject({ path: 'large.dd', state: 'failed' });
    expect(problem?.reason).toMatch(/^This file is 1,000,001 bytes\. The platform accepts at most 1,000,000/);
  });
  const made = (await requestLog(env)).slice(before).filter((row) => row.operation === 'PostDatasetFile');
  expect(made).toHaveLength(1);
});

// Root may read everything: the engine runs as nobody there.
test.skipIf(process.platform === 'win32')(
  'an unreadable file and an unreadable folder fail with their reasons; other files are sent',
  async () => {
    const folder = join(env.dir, 'closed');
    await makeEvidence(folder, { 'open.txt': 5, 'closed.txt': 6, 'inside/c.txt': 7 });
    await chmod(join(folder, 'closed.txt'), 0o000);
    await chmod(join(folder, 'inside'), 0o000);
    const stateDir = join(env.dir, 'open-state');
    await mkdir(stateDir, { mode: 0o700 });
    if (isRoot) await chown(stateDir, nobody, nobody);
    await chmod(env.dir, 0o755);
    const engine = startEngine(env, {
      stateDir,
      request: requestFor(env, { sources: [folder] }),
      ...(isRoot ? { asUser: nobody } : {}),
    });
    expect(await engine.ended).toMatchObject({
      ok: true,
      value: { totals: { accepted: { items: 1 }, failed: { items: 2 } } },
    });
    const reader = unwrap(openReader(stateDir));
    const problems = problemTexts(reader.problems(unwrap(reader.upload(1)).id));
    reader.close();
    expect(problems.map((problem) => problem.path).sort()).toEqual(['closed.txt', 'inside']);
    for (const { reason } of problems) expect(reason).toMatch(/read/);
    await chmod(join(folder, 'inside'), 0o755);
  },
);

test('a store in use is refused with the name of the engine that has it, but can still be read', async () => {
  await withEngine(env, async () => {
    const failure = failureOf(openEngine({ stateDir: env.stateDir, command: 'second', version: '0' }));
    expect(failure.code).toBe('store-locked');
    expect(failureText(failure)).toContain('“test”');
    expect(failureText(failure)).toContain(`process ${process.pid}`);
    unwrap(openReader(env.stateDir)).close();
  });
});

test('a store from a newer version is refused by name and not changed', async () => {
  const future = { ...env, stateDir: join(env.dir, 'future') };
  await withEngine(future, async () => undefined);
  changeStore(future, 'PRAGMA user_version = 999');
  const options = { stateDir: future.stateDir, command: 'test', version: '0' };
  for (const failure of [failureOf(openEngine(options)), failureOf(openReader(future.stateDir))]) {
    expect(failure).toMatchObject({ code: 'store-newer', path: join(future.stateDir, 'lading.db') });
    expect(failureText(failure)).toContain('store version 999');
  }
});

test('a file that is not a store is refused by name', async () => {
  const stateDir = join(env.dir, 'damaged');
  expect(openDataFolder(stateDir).ok).toBe(true);
  await writeFile(join(stateDir, 'lading.db'), 'something else entirely, and rather long'.repeat(100));
  expect(failureOf(openEngine({ stateDir, command: 'test', version: '0' })).code).toBe('store-damaged');
});

test.skipIf(process.platform === 'win32')('a read-only folder is refused by name', async () => {
  const stateDir = join(env.dir, 'read-only');
  await mkdir(stateDir);
  await chmod(stateDir, 0o555);
  await chmod(env.dir, 0o755);
  const engine = startEngine(env, { stateDir, ...(isRoot ? { asUser: nobody } : {}) });
  expect(await engine.ended).toMatchObject({
    ok: false,
    failure: { code: 'store-read-only', path: expect.stringContaining(stateDir) },
  });
});
