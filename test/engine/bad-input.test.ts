import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Connection, type Engine, openEngine, openReader } from '../../main/engine/index.ts';
import { failureText } from '../../preload/contract/failure-text.ts';
import { makeEvidence, makeSparse } from '../fakes/evidence.ts';
import { startHttpServer } from '../fakes/http-server.ts';
import { startEngine } from './engine-process.ts';
import {
  failureOf,
  must,
  never,
  openWorld,
  readable,
  requestFor,
  requestLog,
  runOptions,
  smallParts,
  startWorld,
  type World,
  withEngine,
} from './harness.ts';
import { leaveBehind } from './store-left-behind.ts';

const isRoot = process.getuid?.() === 0;
let world: World;

beforeAll(async () => {
  world = await openWorld({ limits: { ...smallParts, maxFileBytes: 1_000_000 } });
  await makeEvidence(world.evidence, { 'a.txt': 10 });
  return world.end;
});

async function connecting(wrong: Partial<Connection>): Promise<Awaited<ReturnType<Engine['connect']>>> {
  const engine = must(openEngine({ stateDir: join(world.dir, 'connecting'), command: 'test', version: '0' }));
  try {
    const { url: serverUrl, apiKey } = world.sandbox;
    return await engine.connect({ serverUrl, apiKey, profilePath: world.profilePath, ...wrong });
  } finally {
    await engine.close();
  }
}

test.each([
  { what: 'no key', wrong: { apiKey: ' ' }, code: 'key-missing' },
  { what: 'a key that is none', wrong: { apiKey: 'only.two' }, code: 'key-malformed' },
  { what: 'a key that nobody knows', wrong: { apiKey: 'lading.unknown.secret' }, code: 'key-refused' },
  { what: 'an address that is none', wrong: { serverUrl: 'platform' }, code: 'server-url-malformed' },
  {
    what: 'a key for an address',
    wrong: { serverUrl: 'lading.unknown.secret' },
    code: 'server-url-malformed',
  },
  { what: 'http to another host', wrong: { serverUrl: 'http://example.com/' }, code: 'server-url-insecure' },
  { what: 'a profile that is not there', wrong: { profilePath: '/nowhere/p.json' }, code: 'profile-missing' },
])('$what is refused before anything is sent, without the key in the words', async ({ wrong, code }) => {
  const failure = failureOf(await connecting(wrong));
  expect(failure.code).toBe(code);
  expect(failureText(failure)).not.toContain('secret');
});

test('a revoked key is refused by name of the operation', async () => {
  const failure = failureOf(await connecting({ apiKey: world.sandbox.keys.revoked }));
  expect(failure).toMatchObject({ code: 'key-refused', status: 401, operation: 'GetCurrentUser' });
});

test('a profile with an error is refused with its line', async () => {
  const profilePath = join(world.dir, 'bad-profile.json');
  await writeFile(
    profilePath,
    (await readFile(world.profilePath, 'utf8')).replace('"maxParts":', '"mostParts":'),
  );
  const failure = failureOf(await connecting({ profilePath }));
  expect(failure.code).toBe('profile-invalid');
  expect(failureText(failure)).toMatch(/line 1, column \d+.*mostParts/);
});

test('a server that is something else is named as that', async () => {
  await using web = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
  });
  const failure = failureOf(await connecting({ serverUrl: web.url.href }));
  expect(failure.code).toBe('not-the-platform');
  expect(failureText(failure)).toContain('web page');
});

test('an address with the path of a web page fails as a wrong address, with advice to check the path', async () => {
  const serverUrl = `${world.sandbox.url}/app/index.html`;
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
  await withEngine(world, async (engine) => {
    const failure = failureOf(await engine.prepare(requestFor(world, { databaseId }), never));
    expect(failure.code).toMatch(code);
    expect(failureText(failure)).toContain(String(databaseId));
    expect(engine.uploads()).toEqual([]);
  });
});

test('a dataset that is not there stops the upload with its number, the database and what to do', async () => {
  const other = await startWorld();
  await makeEvidence(other.evidence, { 'a.txt': 10 });
  await withEngine(other, async (engine) => {
    const id = must(await engine.prepare(requestFor(other, { dataset: { id: 987_654 } }), never));
    const failure = failureOf(await engine.run(id, runOptions()));
    expect(failure).toMatchObject({ code: 'dataset-not-found', datasetId: 987_654 });
    expect(failureText(failure)).toMatch(/^Database “.+” has no dataset 987654.* Start a new upload/);
  });
});

test('a processing setting that the profile lacks is refused, not ignored', async () => {
  await withEngine(world, async (engine) => {
    const request = requestFor(world, { settings: { timezon: 'Europe/Berlin' } });
    expect(failureOf(await engine.prepare(request, never))).toMatchObject({
      code: 'processing-setting-unknown',
      field: 'timezon',
    });
  });
});

test.each([
  { what: 'a path that is missing', make: async () => undefined, code: 'path-missing' },
  { what: 'an empty folder', make: (path: string) => mkdir(path), code: 'nothing-to-send' },
  { what: 'a device', make: (path: string) => symlink('/dev/null', path), code: 'path-not-a-file' },
])('$what is refused by name, and no upload is left behind', async ({ what, make, code }) => {
  const path = join(world.dir, what);
  await make(path);
  await withEngine(world, async (engine) => {
    const failure = failureOf(await engine.prepare(requestFor(world, { sources: [path] }), never));
    expect(failure.code).toBe(code);
    expect(failureText(failure)).toContain(path);
    expect(engine.uploads()).toEqual([]);
  });
});

test('a file above the limit fails alone, before anything of it is sent', async () => {
  const folder = join(world.dir, 'with a large one');
  await makeEvidence(folder, { 'small.txt': 5 });
  await makeSparse(join(folder, 'large.dd'), 1_000_001);
  const before = (await requestLog(world)).length;
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world, { sources: [folder] }), never));
    const summary = must(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 1, bytes: 1_000_001 } });
    const [problem] = readable(engine.problems(id));
    expect(problem).toMatchObject({ path: 'large.dd', state: 'failed' });
    expect(problem?.reason).toMatch(
      /^This file is 1,000,001 bytes\. The platform accepts at most 1,000,000/,
    );
  });
  const made = (await requestLog(world)).slice(before).filter((row) => row.operation === 'PostDatasetFile');
  expect(made).toHaveLength(1);
});

// Root may read everything: the engine runs as nobody there.
test.skipIf(process.platform === 'win32')(
  'an unreadable file and an unreadable folder fail alone, with the reason',
  async () => {
    const folder = join(world.dir, 'closed');
    await makeEvidence(folder, { 'open.txt': 5, 'closed.txt': 6, 'inside/c.txt': 7 });
    await chmod(join(folder, 'closed.txt'), 0o000);
    await chmod(join(folder, 'inside'), 0o000);
    const stateDir = join(world.dir, 'state of nobody');
    await mkdir(stateDir, { mode: 0o777 });
    await chmod(stateDir, 0o777);
    await chmod(world.dir, 0o755);
    const engine = startEngine(world, {
      stateDir,
      request: requestFor(world, { sources: [folder] }),
      ...(isRoot ? { asUser: 65_534 } : {}),
    });
    expect(await engine.ended).toMatchObject({
      ok: true,
      value: { totals: { accepted: { items: 1 }, failed: { items: 2 } } },
    });
    const reader = must(openReader(stateDir));
    const problems = readable(reader.problems(must(reader.upload(1)).id));
    reader.close();
    expect(problems.map((problem) => problem.path).sort()).toEqual(['closed.txt', 'inside']);
    for (const { reason } of problems) expect(reason).toMatch(/read/);
    await chmod(join(folder, 'inside'), 0o755);
  },
);

test('a store that another engine holds is refused with the holder’s name; looking at it is not', async () => {
  await withEngine(world, async () => {
    const failure = failureOf(openEngine({ stateDir: world.stateDir, command: 'second', version: '0' }));
    expect(failure.code).toBe('store-locked');
    expect(failureText(failure)).toContain('“test”');
    expect(failureText(failure)).toContain(`process ${process.pid}`);
    must(openReader(world.stateDir)).close();
  });
});

test('a store from the future is refused by name and left as it is', async () => {
  const future = { ...world, stateDir: join(world.dir, 'future') };
  await withEngine(future, async () => undefined);
  leaveBehind(future, 'PRAGMA user_version = 999');
  const options = { stateDir: future.stateDir, command: 'test', version: '0' };
  for (const failure of [failureOf(openEngine(options)), failureOf(openReader(future.stateDir))]) {
    expect(failure).toMatchObject({ code: 'store-newer', path: join(future.stateDir, 'lading.db') });
    expect(failureText(failure)).toContain('store version 999');
  }
});

test('a store that is no store is refused by name', async () => {
  const stateDir = join(world.dir, 'damaged');
  await mkdir(stateDir);
  await writeFile(join(stateDir, 'lading.db'), 'something else entirely, and rather long'.repeat(100));
  expect(failureOf(openEngine({ stateDir, command: 'test', version: '0' })).code).toBe('store-damaged');
});

test.skipIf(process.platform === 'win32')('a folder that may not be written is refused by name', async () => {
  const stateDir = join(world.dir, 'read-only');
  await mkdir(stateDir);
  await chmod(stateDir, 0o555);
  await chmod(world.dir, 0o755);
  const engine = startEngine(world, { stateDir, ...(isRoot ? { asUser: 65_534 } : {}) });
  expect(await engine.ended).toMatchObject({
    ok: false,
    failure: { code: 'store-cannot-open', path: expect.stringContaining(stateDir) },
  });
});
