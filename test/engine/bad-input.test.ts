import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type Connection, type Engine, openEngine, openReader } from '../../main/engine/index.ts';
import { makeEvidence, makeSparse } from '../fakes/evidence.ts';
import { startHttpServer } from '../fakes/http-server.ts';
import { startEngine } from './engine-process.ts';
import {
  failureOf,
  must,
  never,
  openWorld,
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
  { what: 'an address that is none', wrong: { serverUrl: 'platform' }, code: 'bad-input' },
  { what: 'a key for an address', wrong: { serverUrl: 'lading.unknown.secret' }, code: 'bad-input' },
  { what: 'http to another host', wrong: { serverUrl: 'http://example.com/' }, code: 'url-insecure' },
  { what: 'a profile that is not there', wrong: { profilePath: '/nowhere/p.json' }, code: 'path-missing' },
])('$what is refused before anything is sent, without the key in the words', async ({ wrong, code }) => {
  const failure = failureOf(await connecting(wrong));
  expect(failure.code).toBe(code);
  expect(failure.message).not.toContain('secret');
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
  expect(failure.message).toMatch(/line 1, column \d+.*mostParts/);
});

test('a server that is something else is told as that', async () => {
  await using web = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
  });
  const failure = failureOf(await connecting({ serverUrl: web.url.href }));
  expect(failure).toMatchObject({ code: 'unexpected-answer', message: expect.stringContaining('web page') });
});

test('an address with the path of a web page behind it is told as a wrong address, and to look at the path', async () => {
  const serverUrl = `${world.sandbox.url}/app/index.html`;
  expect(failureOf(await connecting({ serverUrl }))).toMatchObject({
    code: 'unexpected-answer',
    status: 404,
    message: expect.stringMatching(/index\.html does not answer like the platform: .*after the host's name/),
  });
});

test.each([
  { what: 'a database that is not there', databaseId: 999_999, code: 'not-found' },
  { what: 'a database of another organization', databaseId: 2101, code: /not-found|forbidden/ },
])('$what is refused by its number, and no upload is left behind', async ({ databaseId, code }) => {
  await withEngine(world, async (engine) => {
    const failure = failureOf(await engine.prepare(requestFor(world, { databaseId }), never));
    expect(failure.code).toMatch(code);
    expect(failure.message).toContain(String(databaseId));
    expect(engine.uploads()).toEqual([]);
  });
});

test('a dataset that is not there stops the upload with its number, the database and what to do', async () => {
  const other = await startWorld();
  await makeEvidence(other.evidence, { 'a.txt': 10 });
  await withEngine(other, async (engine) => {
    const id = must(await engine.prepare(requestFor(other, { dataset: { id: 987_654 } }), never));
    const failure = failureOf(await engine.run(id, runOptions()));
    expect(failure).toMatchObject({ code: 'not-found', operation: 'PostDatasetFile' });
    expect(failure.message).toMatch(/^There is no dataset 987654 in the database “.+”.* Start a new upload/);
  });
});

test('a dataset setting that the profile does not have is refused before it is ignored in silence', async () => {
  await withEngine(world, async (engine) => {
    const request = requestFor(world, { settings: { timezon: 'Europe/Berlin' } });
    expect(failureOf(await engine.prepare(request, never))).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('timezon'),
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
    expect(failure).toMatchObject({ code, message: expect.stringContaining(path) });
    expect(engine.uploads()).toEqual([]);
  });
});

test('a file above the limit fails by itself, before anything of it is sent', async () => {
  const folder = join(world.dir, 'with a large one');
  await makeEvidence(folder, { 'small.txt': 5 });
  await makeSparse(join(folder, 'large.dd'), 1_000_001);
  const before = (await requestLog(world)).length;
  await withEngine(world, async (engine) => {
    const id = must(await engine.prepare(requestFor(world, { sources: [folder] }), never));
    const summary = must(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 1, bytes: 1_000_001 } });
    const [problem] = [...engine.problems(id)];
    expect(problem).toMatchObject({ path: 'large.dd', state: 'failed' });
    expect(problem?.reason).toMatch(/^It has 1,000,001 bytes; the platform takes at most 1,000,000/);
  });
  const made = (await requestLog(world)).slice(before).filter((row) => row.operation === 'PostDatasetFile');
  expect(made).toHaveLength(1);
});

// Root may read everything: the engine runs as nobody there.
test.skipIf(process.platform === 'win32')(
  'an unreadable file and folder fail by themselves, with the reason',
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
    const problems = [...reader.problems(must(reader.upload(1)).id)];
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
    expect(failure.message).toContain('“test”');
    expect(failure.message).toContain(`process ${process.pid}`);
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
    expect(failure.message).toContain('store version 999');
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
    failure: { code: 'store-read-only', message: expect.stringContaining(stateDir) },
  });
});
