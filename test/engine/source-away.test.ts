import { execFileSync } from 'node:child_process';
import { appendFile, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Engine, Progress, UploadId } from '../../main/engine/index.ts';
import { everything } from '../../preload/contract/views/selection.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import {
  expectAccepted,
  never,
  problemTexts,
  requestFor,
  requestLog,
  runOptions,
  startTestEnv,
  type TestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';

const partBytes = 64 * 1024;
const image = { 'case/disk.img': 24 * partBytes };
const small = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`mail/${at}.eml`, 2000 + at]));
const slow = { bytesPerSecond: 30 * partBytes, concurrency: 2 };

/** Does something once, as soon as the condition holds. */
function once(engine: Engine, condition: (progress: Progress) => boolean, act: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const unsubscribe = engine.onProgress((progress) => {
      if (isDone || !condition(progress)) return;
      isDone = true;
      unsubscribe();
      Promise.resolve(act()).then(() => resolve(), reject);
    });
  });
}
const partsDone =
  (parts: number) =>
  ({ active }: Pick<Progress, 'active'>): boolean =>
    active.some((item) => item.parts.done >= parts);
/** One file has so many acknowledged parts, and all others that are not accepted have none. */
const isOnlySent =
  (parts: number) =>
  ({ active }: Progress): boolean =>
    active.filter((item) => item.parts.done > 0).every((item) => item.parts.done === parts) &&
    partsDone(parts)({ active });
const isWaiting = ({ unavailableSources }: Progress): boolean => unavailableSources.length > 0;

async function prepared(env: TestEnv, engine: Engine, sources = [env.evidence]): Promise<UploadId> {
  return unwrap(await engine.prepare(requestFor(env, { sources }), never));
}

test('an upload whose source goes away waits for it, fails nothing, and finishes by itself when it is back', async () => {
  const env = await startTestEnv();
  const gone = `${env.evidence}.gone`;
  await makeEvidence(env.evidence, { ...image, ...small });
  await withSharedEngine(env, async (engine) => {
    const id = await prepared(env, engine);
    const away = once(engine, partsDone(4), () => rename(env.evidence, gone));
    let seen: Progress | undefined;
    const back = once(engine, isWaiting, async () => {
      await away;
      await vi.waitFor(() => expect(unwrap(engine.upload(id)).unavailableSources).toHaveLength(1));
      seen = await lastProgress(engine);
      await rename(gone, env.evidence);
    });
    const { totals, state, unavailableSources } = unwrap(await engine.run(id, runOptions({ limits: slow })));
    await back;
    expect(seen).toMatchObject({
      state: 'uploading',
      unavailableSources: [{ path: env.evidence, reason: { kind: 'missing' } }],
      totals: { failed: { items: 0 } },
    });
    expect({ state, unavailableSources, failed: totals.failed.items }).toEqual({
      state: 'finished',
      unavailableSources: [],
      failed: 0,
    });
  });
  await expectAccepted(env, [...Object.keys(image), ...Object.keys(small)]);
});

function lastProgress(engine: Engine): Promise<Progress> {
  return new Promise((resolve) => {
    const unsubscribe = engine.onProgress((progress) => {
      unsubscribe();
      resolve(progress);
    });
  });
}

test('other sources of the upload go on meanwhile', async () => {
  const env = await startTestEnv();
  const [first, second] = [join(env.evidence, 'first'), join(env.evidence, 'second')];
  await makeEvidence(first, small);
  await makeEvidence(second, { 'b/one.bin': 5000, 'b/two.bin': 3 * partBytes });
  await withSharedEngine(env, async (engine) => {
    const id = await prepared(env, engine, [first, second]);
    await rename(first, `${first}.gone`);
    const back = once(
      engine,
      ({ totals, unavailableSources }) => totals.accepted.items === 2 && unavailableSources.length === 1,
      () => rename(`${first}.gone`, first),
    );
    const { totals } = unwrap(await engine.run(id, runOptions()));
    await back;
    expect(totals).toMatchObject({ accepted: { items: 42 }, failed: { items: 0 } });
  });
});

test('a source of which only a skipped file is as it was scanned is not waited for: the others fail as changed', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.eml': 3000, 'b.eml': 3000, 'c.tmp': 3000 });
  await withEngine(env, async (engine) => {
    const selection = { ...everything, exclude: ['*.tmp'] };
    const id = unwrap(await engine.prepare(requestFor(env, { selection }), never));
    for (const name of ['a.eml', 'b.eml']) await writeFile(join(env.evidence, name), `${name} was changed`);
    const stop = new AbortController();
    const unsubscribe = engine.onProgress((progress) => isWaiting(progress) && stop.abort());
    onTestFinished(unsubscribe);
    const { totals } = unwrap(await engine.run(id, runOptions({ signal: stop.signal })));
    expect(totals).toMatchObject({ failed: { items: 2 }, skipped: { items: 1 }, accepted: { items: 0 } });
    expect([...engine.problems(id)].map(({ path, reason }) => [path, reason?.code]).toSorted()).toEqual([
      ['a.eml', 'file-changed'],
      ['b.eml', 'file-changed'],
      ['c.tmp', 'excluded'],
    ]);
  });
});

test('a source that was not replaced is not waited for where all of its files changed: they fail as changed', async () => {
  const env = await startTestEnv();
  const names = ['a.eml', 'b.eml', 'c.eml', 'd.eml'];
  await mkdir(env.evidence);
  // A birth that is also the change time may be no birth.
  await delay(20);
  await makeEvidence(env.evidence, Object.fromEntries(names.map((name) => [name, 3000])));
  await withEngine(env, async (engine) => {
    const id = await prepared(env, engine);
    for (const name of names) await appendFile(join(env.evidence, name), '!');
    const stop = new AbortController();
    const unsubscribe = engine.onProgress((progress) => isWaiting(progress) && stop.abort());
    onTestFinished(unsubscribe);
    const { totals } = unwrap(await engine.run(id, runOptions({ signal: stop.signal })));
    expect(totals).toMatchObject({ failed: { items: 4 }, accepted: { items: 0 } });
    for (const { reason } of engine.problems(id))
      expect(reason).toMatchObject({ code: 'file-changed', change: { kind: 'grew' } });
  });
});

test('a person may end the waiting; a retry then sends only the parts that are missing', async () => {
  const env = await startTestEnv();
  const gone = `${env.evidence}.gone`;
  await makeEvidence(env.evidence, { ...image, ...small });
  const puts = async () =>
    (await requestLog(env)).filter(({ isPut, status }) => isPut === 1 && status === 200).length;
  await withEngine(env, async (engine) => {
    const id = await prepared(env, engine);
    const stop = new AbortController();
    // The only connection waits for an answer. A file that was sent is completed before the run is stopped.
    await env.useFaults([{ match: { operation: 'PutPart', partNumber: 21 }, fault: { kind: 'stall' } }]);
    const paused = once(engine, isOnlySent(20), () => stop.abort());
    await engine.run(id, runOptions({ limits: { concurrency: 1 }, signal: stop.signal }));
    await paused;
    await env.useFaults([]);
    const { acknowledgedBytes, totals: sent } = unwrap(engine.upload(id));
    expect(acknowledgedBytes).toBe(20 * partBytes);
    await rename(env.evidence, gone);
    const shown: number[] = [];
    const forget = engine.onProgress((progress) => shown.push(progress.acknowledgedBytes));
    const ended = once(engine, isWaiting, () => {
      forget();
      return engine.failUnavailableSources(id);
    });
    const failed = unwrap(await engine.run(id, runOptions()));
    await ended;
    expect(Math.min(...shown), 'shown while the source is away').toBe(
      acknowledgedBytes + sent.accepted.bytes,
    );
    expect(failed).toMatchObject({
      state: 'finished',
      unavailableSources: [],
      totals: { queued: { items: 0 }, uploading: { items: 0 } },
    });
    expect(failed.totals.failed.items).toBe(41 - sent.accepted.items);
    expect(problemTexts(engine.problems(id))[0]?.reason).toContain(
      `Source unavailable (not found): ${env.evidence}`,
    );

    // It may be away when a person retries: then the upload waits again.
    expect(unwrap(await engine.requeueFailed(id)).requeued).toBe(failed.totals.failed.items);
    const before = await puts();
    const back = once(engine, isWaiting, () => rename(gone, env.evidence));
    const { totals } = unwrap(await engine.run(id, runOptions({ limits: { bytesPerSecond: 1e9 } })));
    await back;
    expect(totals).toMatchObject({ accepted: { items: 41 }, failed: { items: 0 } });
    const missing = 24 - acknowledgedBytes / partBytes + (40 - sent.accepted.items);
    expect((await puts()) - before).toBe(missing);
  });
  await expectAccepted(env, [...Object.keys(image), ...Object.keys(small)]);
});

test('a run that shall not wait fails the files of a source that is away, and no others', async () => {
  const env = await startTestEnv();
  const [first, second] = [join(env.evidence, 'first'), join(env.evidence, 'second')];
  await makeEvidence(first, { 'a.txt': 10, 'b.txt': 11 });
  await makeEvidence(second, { 'c.txt': 12 });
  await withSharedEngine(env, async (engine) => {
    const id = await prepared(env, engine, [first, second]);
    await rm(first, { recursive: true });
    const { totals } = unwrap(await engine.run(id, runOptions({ unavailableSources: 'fail' })));
    expect(totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 2 } });
  });
});

test('an upload that was interrupted while it waited waits again after a restart', async () => {
  const env = await startTestEnv();
  const gone = `${env.evidence}.gone`;
  await makeEvidence(env.evidence, { 'a.txt': 10, 'b.bin': 3 * partBytes });
  const id = await withEngine(env, async (engine) => {
    const uploadId = await prepared(env, engine);
    await rename(env.evidence, gone);
    const stop = new AbortController();
    const stopped = once(engine, isWaiting, () => stop.abort());
    await engine.run(uploadId, runOptions({ signal: stop.signal }));
    await stopped;
    expect(unwrap(engine.upload(uploadId))).toMatchObject({ state: 'paused', unavailableSources: [] });
    return uploadId;
  });
  await withEngine(env, async (engine) => {
    const back = once(engine, isWaiting, () => rename(gone, env.evidence));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    await back;
    expect(totals).toMatchObject({ accepted: { items: 2 }, failed: { items: 0 } });
  });
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']);
    return true;
  } catch {
    return false;
  }
}

function mount(...args: string[]): void {
  execFileSync('mount', args);
}
function unmount(path: string): void {
  execFileSync('umount', ['-l', path], { stdio: 'ignore' });
}

describe.skipIf(!mayMount)('with mounts (root on Linux only)', () => {
  test.each([
    { what: 'a volume', isVolume: true },
    { what: 'a bind mount, on the device of its mount point', isVolume: false },
  ])('$what that is unmounted is waited for, also when other numbers come back', async ({ isVolume }) => {
    const env = await startTestEnv();
    const copy = join(env.dir, 'copy');
    await mkdir(env.evidence, { recursive: true });
    const data = `${env.evidence}.data`;
    const bring = async (): Promise<void> => {
      await rm(data, { recursive: true, force: true });
      await mkdir(data);
      if (isVolume) mount('-t', 'tmpfs', 'none', data);
      // As a share that numbers its files anew: the same sizes and times, other IDs. All of them are back at once.
      await cp(copy, data, { recursive: true, preserveTimestamps: true });
      mount('--bind', data, env.evidence);
      if (isVolume) unmount(data);
    };
    await makeEvidence(copy, { ...image, ...small });
    await bring();
    onTestFinished(() => {
      try {
        unmount(env.evidence);
      } catch {
        // It is away.
      }
    });
    await withSharedEngine(env, async (engine) => {
      const id = await prepared(env, engine);
      const away = once(engine, partsDone(4), () => unmount(env.evidence));
      const back = once(engine, isWaiting, async () => {
        await away;
        await bring();
      });
      const { totals } = unwrap(await engine.run(id, runOptions({ limits: slow })));
      await back;
      expect(totals).toMatchObject({ accepted: { items: 41 }, failed: { items: 0 } });
    });
    await expectAccepted(env, [...Object.keys(image), ...Object.keys(small)]);
  });

  test('an empty volume in its place is waited for, although it mostly gets the same device and file ID', async () => {
    const env = await startTestEnv();
    const copy = join(env.dir, 'copy');
    const files = { 'a.txt': 20, 'b.txt': 30, 'c.txt': 40 };
    await makeEvidence(copy, files);
    await mkdir(env.evidence);
    mount('-t', 'tmpfs', 'none', env.evidence);
    onTestFinished(() => unmount(env.evidence));
    await cp(copy, env.evidence, { recursive: true, preserveTimestamps: true });
    await withSharedEngine(env, async (engine) => {
      const id = await prepared(env, engine);
      // As a drive that is plugged in where another one was.
      unmount(env.evidence);
      mount('-t', 'tmpfs', 'none', env.evidence);
      const back = once(engine, isWaiting, () =>
        cp(copy, env.evidence, { recursive: true, preserveTimestamps: true }),
      );
      const { totals } = unwrap(await engine.run(id, runOptions()));
      await back;
      expect(totals).toMatchObject({ accepted: { items: 3 }, failed: { items: 0 } });
    });
    await expectAccepted(env, Object.keys(files));
  });

  test('a volume below the source is waited for like the source itself', async () => {
    const env = await startTestEnv();
    const inner = join(env.evidence, 'usb');
    await makeEvidence(env.evidence, { 'local.txt': 10 });
    await mkdir(inner);
    mount('-t', 'tmpfs', 'none', inner);
    onTestFinished(() => unmount(inner));
    await makeEvidence(inner, { 'a.txt': 20, 'b.txt': 30 });
    await withSharedEngine(env, async (engine) => {
      const id = await prepared(env, engine);
      unmount(inner);
      const back = once(engine, isWaiting, async () => {
        mount('-t', 'tmpfs', 'none', inner);
        await makeEvidence(inner, { 'other.txt': 20 });
      });
      const ended = back.then(() => engine.failUnavailableSources(id));
      const { totals } = unwrap(await engine.run(id, runOptions()));
      await ended;
      expect(totals).toMatchObject({ accepted: { items: 1 }, failed: { items: 2 } });
    });
  });
});
