/** Roots that stop answering: a share whose server went away. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../main/engine/index.ts';
import { readCustodianMapSource } from '../../main/engine/intake/custodians/read-map.ts';
import { scanRoots } from '../../main/engine/intake/scan.ts';
import { resolveRoots } from '../../main/engine/intake/scan-roots.ts';
import { fileStats } from '../../main/engine/sources/file-stats.ts';
import { type ReaderLimits, ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { type OpenFile, SourceReader } from '../../main/engine/sources/source-reader.ts';
import { FileHash } from '../../main/engine/transfer/hashing/file-hash.ts';
import { HashPool } from '../../main/engine/transfer/hashing/hash-pool.ts';
import { makeEvidence, sameBytes } from '../fakes/evidence.ts';
import { type FuseFolder, fuseMissing, mountFuse } from '../fakes/fuse-folder.ts';
import { unwrap } from '../fixtures/result.ts';
import { never, requestFor, runOptions, sourceFiles, startTestEnv } from './harness.ts';

const missing = await fuseMissing();
const partBytes = 64 * 1024;
const limits = { stallMs: 300, giveUpMs: 1_500 };
/** For what must not wait until then: no test lasts as long. */
const patient = { stallMs: 300, giveUpMs: 3_600_000 };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lading-hung-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A share with files of 1 MiB, and a local folder with one. */
async function startRoots(): Promise<{ share: FuseFolder; local: string; bytes: Buffer }> {
  const from = temporaryFolder();
  const local = temporaryFolder();
  const bytes = randomBytes(1024 * 1024);
  for (const name of ['a', 'b', 'c', 'd', 'e']) writeFileSync(join(from, name), bytes);
  writeFileSync(join(local, 'a'), bytes);
  const share = await mountFuse(from);
  onTestFinished(share.end);
  return { share, local, bytes };
}

function startReaders(more: Partial<ReaderLimits> = {}): { pool: ReaderPool; sources: SourceReader } {
  const pool = new ReaderPool({ ...limits, ...more });
  onTestFinished(() => pool.close());
  return { pool, sources: new SourceReader(pool) };
}

function readAll(file: OpenFile, signal?: AbortSignal): Promise<Buffer> {
  return file.read(new ArrayBuffer(1024 * 1024), 1024 * 1024, 0, signal);
}

test.skipIf(missing !== null)(`a hung root holds back no other root (${missing ?? 'FUSE'})`, async () => {
  const { share, local, bytes } = await startRoots();
  const { sources } = startReaders({ giveUpMs: 60_000 });
  const hung = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) =>
      sources.open({ root: share.path, path: join(share.path, name) }, never),
    ),
  );
  share.hang('read');
  const reads = hung.map((file) => readAll(file));
  const ended = Promise.allSettled(reads);
  await share.held(4);
  const other = await sources.open({ root: local, path: join(local, 'a') }, never);
  expect((await readAll(other)).equals(bytes)).toBe(true);
  share.resume();
  expect((await ended).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
});

test.skipIf(missing !== null)('a file that opens long after its root answered again is closed', async () => {
  const { share, local } = await startRoots();
  const { pool, sources } = startReaders(patient);
  await sources.stat({ root: local, path: local }, never);
  share.hang('open');
  const before = readdirSync('/proc/self/fd').length;
  const opened = sources.open({ root: share.path, path: join(share.path, 'a') }, never);
  await share.held(1);
  pool.giveUp(share.path);
  await expect(opened).rejects.toMatchObject({ code: 'NO_ANSWER' });
  share.resume();
  await expect.poll(() => readdirSync('/proc/self/fd').length).toBe(before);
});

test.skipIf(missing !== null)(
  'a hung call ends at once for whoever stops it, and its block is lost',
  async () => {
    const { share } = await startRoots();
    const { sources, pool } = startReaders(patient);
    const file = await sources.open({ root: share.path, path: join(share.path, 'a') }, never);
    share.hang('read', 'release');
    const stop = new AbortController();
    const block = new ArrayBuffer(1024 * 1024);
    const read = file.read(block, block.byteLength, 0, stop.signal);
    await share.held(1);
    // The thread has it, and nobody else can use it: the system may still write to it.
    expect(block.detached).toBe(true);
    stop.abort();
    await expect(read).rejects.toMatchObject({ code: 'STOPPED' });
    file.close();
    await pool.close();
  },
);

test.skipIf(missing !== null)(
  'a stall is known, ends in a failure, and is over when the root answers',
  async () => {
    const { share, bytes } = await startRoots();
    const giveUpMs = 5_000;
    const { sources } = startReaders({ giveUpMs });
    const at = { root: share.path, path: join(share.path, 'a') };
    const file = await sources.open(at, never);
    share.hang('read', 'getattr', 'lookup', 'open');
    const read = readAll(file);
    const failed = expect(read).rejects.toMatchObject({ code: 'NO_ANSWER' });
    await expect.poll(() => sources.stalled().map(({ path }) => path)).toEqual([share.path]);
    await failed;
    // Known to be down: the next call is given up sooner.
    const before = performance.now();
    await expect(sources.stat(at, never)).rejects.toMatchObject({ code: 'NO_ANSWER' });
    expect(performance.now() - before).toBeLessThan(giveUpMs);
    share.resume();
    expect(await sources.stat(at, never)).toMatchObject({ kind: 'file' });
    expect((await readAll(file)).equals(bytes)).toBe(true);
    expect(sources.stalled()).toEqual([]);
  },
);

test.skipIf(missing !== null)(
  'a file on a share that hangs is not moved, holds back no other move, and is let go by whoever stops it',
  async () => {
    const { share, local } = await startRoots();
    const { sources } = startReaders(patient);
    const move = (root: string, signal: AbortSignal) => {
      return sources.move({ root, subfolder: 'Sent', file: movable(local), isCurrent: true }, signal);
    };
    share.hang('lookup', 'getattr');
    const stop = new AbortController();
    const hung = move(share.path, stop.signal);
    await share.held(1);
    expect(await move(local, never)).toEqual({ kind: 'moved', to: 'Sent/a' });
    stop.abort();
    await expect(hung).rejects.toMatchObject({ code: 'STOPPED' });
    share.resume();
  },
);

test.skipIf(missing !== null)(
  "a custodian CSV on a share that hangs holds back no other file of this process, and isn't waited for without end",
  async () => {
    const { share, local } = await startRoots();
    // Long enough for a busy machine to start four threads.
    const { sources } = startReaders({ giveUpMs: 10_000 });
    share.hang('open', 'read');
    const stop = new AbortController();
    const path = join(share.path, 'a');
    const read = (signal: AbortSignal) => readCustodianMapSource(path, { roots: [] }, sources, signal);
    // As many as libuv has threads.
    const stopped = Array.from({ length: 4 }, () => read(stop.signal));
    await share.held(4);
    expect((await stat(join(local, 'a'))).isFile()).toBe(true);
    stop.abort();
    for (const one of stopped) expect(await one).toMatchObject({ failure: { code: 'stopped' } });
    expect(await read(never)).toMatchObject({ failure: { code: 'path-unreadable', errno: 'NO_ANSWER' } });
    share.resume();
  },
);

test.skipIf(missing !== null)(
  'a hash that hangs is shown and given up, holds back none of another root, and is computed once the root answers',
  async () => {
    const { share, local, bytes } = await startRoots();
    const { sources } = startReaders();
    // Each root has a thread of its own.
    const hashes = new HashPool(1);
    onTestFinished(() => hashes.close());
    const sha1Of = async (root: string) => {
      const file = await sources.open({ root, path: join(root, 'a') }, never);
      const source = { file, sizeBytes: bytes.length, algorithms: ['sha1'] as const, signal: never };
      const hash = new FileHash(source, hashes);
      hash.mayReadTo(bytes.length);
      const hashed = await hash.done;
      file.close();
      return hashed.ok ? hashed.value('sha1') : hashed.failure;
    };
    const sha1 = createHash('sha1').update(bytes).digest('hex');
    share.hang('read');
    const hung = sha1Of(share.path);
    await share.held(1);
    expect(await sha1Of(local)).toBe(sha1);
    await expect.poll(() => sources.stalled().map(({ path }) => path)).toEqual([share.path]);
    expect(await hung).toMatchObject({ code: 'path-unreadable', errno: 'NO_ANSWER' });
    share.resume();
    expect(await sha1Of(share.path)).toBe(sha1);
  },
);

function movable(root: string) {
  const stats = fileStats(lstatSync(join(root, 'a'), { bigint: true }));
  return { folder: '', folderBytes: null, name: 'a', nameBytes: null, ...stats };
}

test.skipIf(missing !== null)('a share that can only be read keeps its files, and says why', async () => {
  const { share } = await startRoots();
  const { sources } = startReaders(patient);
  const request = { root: share.path, subfolder: 'Sent', file: movable(share.path), isCurrent: true };
  expect(await sources.move(request, never)).toEqual({
    kind: 'failed',
    errno: 'EROFS',
  });
  expect(existsSync(join(share.path, 'a'))).toBe(true);
});

test.skipIf(missing !== null)(
  'a root that is mounted again works, although old calls never return',
  async () => {
    const { share, local } = await startRoots();
    const pool = new ReaderPool({ ...limits, abandonedPerRoot: 2 });
    onTestFinished(() => pool.close());
    const sources = new SourceReader(pool);
    const hung = { root: local, path: join(share.path, 'a') };
    share.hang('lookup', 'getattr');
    for (let call = 0; call < 3; call += 1)
      await expect(sources.stat(hung, never)).rejects.toMatchObject({ code: 'NO_ANSWER' });
    // The same root, as if it were mounted anew: its path leads elsewhere now.
    const anew = { root: local, path: join(local, 'a') };
    await expect
      .poll(
        () =>
          sources.stat(anew, never).then(
            ({ kind }) => kind,
            () => null,
          ),
        { timeout: 15_000 },
      )
      .toBe('file');
    expect(await sources.stat(anew, never)).toMatchObject({ kind: 'file' });
  },
);

test.skipIf(missing !== null)('threads that never return leave enough for everything else', async () => {
  const { share, local, bytes } = await startRoots();
  // No deadline: on a busy computer the other file might miss it, too.
  const { pool, sources } = startReaders({ ...patient, maxThreads: 2, abandonedPerRoot: 100 });
  const at = { root: local, path: join(local, 'a') };
  // A file that hangs again and again on a root whose other files are read: each time one more thread is lost.
  for (let lost = 1; lost <= 3; lost += 1) {
    const file = await sources.open({ root: share.path, path: join(share.path, 'a') }, never);
    share.hang('read');
    const hung = expect(readAll(file)).rejects.toMatchObject({ code: 'NO_ANSWER' });
    await share.held(lost);
    pool.giveUp(share.path);
    await hung;
    const other = await sources.open(at, never);
    expect((await readAll(other)).equals(bytes)).toBe(true);
  }
});

/** An engine with short deadlines, and an upload of a share and a local folder. */
async function startUpload(files: readonly string[], readerLimits = limits) {
  const env = await startTestEnv();
  const from = temporaryFolder();
  await mkdir(join(env.evidence), { recursive: true });
  await makeEvidence(from, Object.fromEntries(files.map((name) => [name, 4 * partBytes])));
  await makeEvidence(env.evidence, { 'local.bin': 4 * partBytes });
  const share = await mountFuse(from);
  onTestFinished(share.end);
  const engine = unwrap(openEngine({ stateDir: env.stateDir, command: 'test', version: '0', readerLimits }));
  onTestFinished(() => engine.close());
  const { sandbox, profilePath } = env;
  unwrap(await engine.connect({ serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath }));
  const sources = [share.path, env.evidence];
  const id = unwrap(await engine.prepare(requestFor(env, { sources }), never));
  return { env, share, engine, id };
}

test.skipIf(missing !== null)(
  'an upload shows which root does not answer, sends the other, and finishes by itself once it answers',
  async () => {
    // More files than are sent at a time, and before the local one.
    const files = Array.from({ length: 14 }, (_, index) => `share-${index}.bin`);
    const { env, share, engine, id } = await startUpload(files);
    let isResumed = false;
    engine.onProgress(({ totals, unavailableSources }) => {
      const [source] = unavailableSources;
      if (isResumed || totals.accepted.items === 0 || source === undefined) return;
      expect(source).toMatchObject({ path: share.path, reason: { kind: 'not-answering' } });
      isResumed = true;
      share.resume();
    });
    share.hang('read');
    const { state, totals } = unwrap(await engine.run(id, runOptions()));
    expect(isResumed).toBe(true);
    expect({ state, accepted: totals.accepted.items }).toEqual({ state: 'finished', accepted: 15 });
    const rows = (await sourceFiles(env)).filter(({ completed }) => completed !== null);
    expect(rows.map(({ filename }) => filename).sort()).toEqual(['local.bin', ...files].sort());
    for (const { filename, assembledPath } of rows) {
      const root = filename === 'local.bin' ? env.evidence : share.path;
      expect(await sameBytes(join(root, filename), assembledPath ?? ''), filename).toBe(true);
    }
  },
);

test.skipIf(missing !== null)('pausing and closing return although every read hangs', async () => {
  const { share, engine, id } = await startUpload(['a.bin', 'b.bin', 'c.bin', 'd.bin', 'e.bin'], patient);
  share.hang('read', 'open', 'getattr', 'lookup');
  const stop = new AbortController();
  const run = engine.run(id, runOptions({ signal: stop.signal }));
  await share.held(4);
  stop.abort();
  expect(await run).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  await engine.close();
});

test.skipIf(missing !== null)(
  'a scan shows which root does not answer, goes on with the others, and ends when it is cancelled',
  async () => {
    const from = temporaryFolder();
    const folders = Array.from({ length: 12 }, (_, index) => `${index}/file`);
    await makeEvidence(from, Object.fromEntries(folders.map((name) => [name, 10])));
    const local = temporaryFolder();
    await makeEvidence(local, Object.fromEntries(folders.map((name) => [name, 10])));
    const share = await mountFuse(from);
    onTestFinished(share.end);
    const stop = new AbortController();
    const seen = new Map<number, number>();
    const roots = await resolveAll([share.path, local]);
    share.hang('readdir', 'getattr', 'lookup');
    const stalled = Promise.withResolvers<void>();
    const localDone = Promise.withResolvers<void>();
    const scanning = scanRoots(
      roots,
      {
        signal: stop.signal,
        stallMs: limits.stallMs,
        onStalled: (which) => {
          if (which.length === 1 && which[0]?.path === share.path) stalled.resolve();
        },
      },
      ({ folders: runs }) => {
        for (const { rootIndex, from: first, to } of runs)
          seen.set(rootIndex, (seen.get(rootIndex) ?? 0) + to - first);
        if (seen.get(1) === folders.length) localDone.resolve();
      },
    );
    await Promise.all([stalled.promise, localDone.promise]);
    stop.abort();
    expect(await scanning).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  },
);

async function resolveAll(paths: readonly string[]) {
  return unwrap(await resolveRoots(paths, startReaders(patient).sources, never));
}

test.skipIf(missing !== null)('a person may end the waiting for a root that hangs', async () => {
  const { share, engine, id } = await startUpload(['a.bin', 'b.bin', 'c.bin']);
  share.hang('read');
  let isEnded = false;
  engine.onProgress(({ totals, unavailableSources }) => {
    if (isEnded || totals.accepted.items === 0 || unavailableSources.length === 0) return;
    isEnded = true;
    engine.failUnavailableSources(id);
  });
  const { totals } = unwrap(await engine.run(id, runOptions()));
  expect(totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 3 } });
  expect([...engine.problems(id)][0]?.reason).toMatchObject({
    code: 'source-unavailable',
    root: share.path,
    reason: { kind: 'not-answering' },
  });
});
