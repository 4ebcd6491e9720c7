/** Files whose size and time say nothing: touched, replaced or shifted by an hour, between two runs or while they are sent. */
import { chmod, open, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { UploadId, UploadRequest } from '../../main/engine/index.ts';
import { makeEvidence, sameBytes } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  never,
  problemTexts,
  requestFor,
  requestLog,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';

const partBytes = 64 * 1024;
const parts = 24;
/** As FAT keeps it: in steps of two seconds. */
const savedAt = 1_700_000_000;

/** `withEngine` is as another process for each run. Most tests share an engine, whose threads take longest to start. */
type Session = typeof withEngine;

/** A store that knows another platform would ask about the database. */
const sessionOf = (isOpaque: boolean): Session => (isOpaque ? withEngine : withSharedEngine);

interface Paused {
  readonly env: TestEnv;
  readonly session: Session;
  readonly id: UploadId;
  readonly path: string;
  readonly acknowledged: number;
}

function withoutWaits(): void {
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
}

async function pausedMidway(
  more: Partial<UploadRequest> = {},
  isOpaque = false,
  session = sessionOf(isOpaque),
): Promise<Paused> {
  const env = await startTestEnv(isOpaque ? { sandbox: { etags: 'opaque' } } : {});
  const { useFaults: setFaults } = env;
  await makeEvidence(env.evidence, { 'disk.img': parts * partBytes });
  const path = join(env.evidence, 'disk.img');
  await utimes(path, savedAt, savedAt);
  return await session(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, more), never));
    const stop = new AbortController();
    engine.onProgress(({ active }) => {
      if (active.some((item) => item.parts.done >= 12)) stop.abort();
    });
    // The first 12 are sent, those after them get no answer.
    await setFaults(
      [13, 14].map((partNumber) => ({
        match: { operation: 'PutPart', partNumber },
        fault: { kind: 'stall' },
      })),
    );
    await engine.run(id, runOptions({ signal: stop.signal, limits: { concurrency: 2 } }));
    await setFaults([]);
    const acknowledged = unwrap(engine.upload(id)).acknowledgedBytes / partBytes;
    // The first, the last and those after the first are read again, whatever else is.
    withoutWaits();
    return { env, session, id, path, acknowledged };
  });
}

async function write(path: string, text: string, at: number, mtime = savedAt): Promise<void> {
  await using file = await open(path, 'r+');
  await file.write(text, at);
  await file.utimes(mtime, mtime);
}

/** `isRetry`: what failed is queued again before. */
function run(
  { env, session, id }: Paused,
  isRetry = false,
): Promise<{ accepted: number; reasons: readonly string[] }> {
  return session(env, async (engine) => {
    if (isRetry) unwrap(await engine.requeueFailed(id));
    const { totals } = unwrap(await engine.run(id, runOptions({ limits: { bytesPerSecond: 1e9 } })));
    const reasons = problemTexts(engine.problems(id)).map(({ reason }) => reason);
    return { accepted: totals.accepted.items, reasons };
  });
}

async function expectWholeFile({ env, path }: Paused, sourceFilesMade: number): Promise<void> {
  const rows = await sourceFiles(env);
  expect(rows).toHaveLength(sourceFilesMade);
  const complete = rows.filter(({ completed }) => completed !== null);
  expect(complete).toHaveLength(1);
  expect(await sameBytes(path, complete[0]?.assembledPath ?? '')).toBe(true);
}

async function storedParts({ env }: Paused): Promise<number> {
  return (await requestLog(env)).filter(({ isPut, status }) => isPut === 1 && status === 200).length;
}

test.each([3600, -3600])(
  'a time that is off by %d s, as on FAT after a change of clocks, is no change',
  async (shift) => {
    const paused = await pausedMidway({}, false, withEngine);
    await utimes(paused.path, savedAt, savedAt + shift);
    const before = await storedParts(paused);
    expect(await run(paused)).toEqual({ accepted: 1, reasons: [] });
    expect((await storedParts(paused)) - before).toBe(parts - paused.acknowledged);
    await expectWholeFile(paused, 1);
  },
);

test.each([savedAt, savedAt + 3600])(
  'one changed part is found although the time is %d and no SHA-1 is sent',
  async (mtime) => {
    const paused = await pausedMidway({ sha1: false }, false, withEngine);
    await write(paused.path, 'X', 7 * partBytes, mtime);
    const first = await run(paused);
    expect(first.accepted).toBe(0);
    expect(first.reasons[0]).toMatch(/part 8, which was already sent, differs/);
    expect(await run(paused, true)).toEqual({ accepted: 1, reasons: [] });
    await expectWholeFile(paused, 2);
  },
);

/** What a host says of its parts, and what the upload checks. */
const hosts: readonly { what: string; isOpaque: boolean; more: Partial<UploadRequest> }[] = [
  { what: 'whose ETags are MD5s', isOpaque: false, more: {} },
  { what: 'whose ETags are no MD5s', isOpaque: true, more: {} },
  { what: 'whose ETags are no MD5s, without a SHA-1', isOpaque: true, more: { sha1: false } },
  { what: 'whose ETags are not compared', isOpaque: false, more: { partCheck: 'never' } },
  { what: 'whose ETags are always compared', isOpaque: false, more: { partCheck: 'always' } },
];
const unchecked = { sha1: false, partCheck: 'never' } as const;

test.each(hosts)(
  'a file replaced between two runs by another of the same size and time fails with a host $what',
  async ({ isOpaque, more }) => {
    const paused = await pausedMidway(more, isOpaque, withEngine);
    await writeFile(`${paused.path}.new`, Buffer.alloc(parts * partBytes, 'Y'));
    await utimes(`${paused.path}.new`, savedAt, savedAt);
    await rename(`${paused.path}.new`, paused.path);
    // As on a medium that was mounted again since: its files may have new IDs.
    const db = new Sqlite(join(paused.env.stateDir, 'lading.db'));
    db.exec('UPDATE roots SET device = device + 1');
    db.close();
    const { accepted, reasons } = await run(paused);
    expect(accepted).toBe(0);
    expect(reasons[0]).toMatch(/part 1, which was already sent, differs/);
    expect(await run(paused, true)).toEqual({ accepted: 1, reasons: [] });
    await expectWholeFile(paused, 2);
  },
);

test.each(hosts)(
  'a file that was only touched keeps its parts with a host $what',
  async ({ isOpaque, more }) => {
    const paused = await pausedMidway(more, isOpaque);
    await touch(paused.path);
    const before = await storedParts(paused);
    expect(await run(paused)).toEqual({ accepted: 1, reasons: [] });
    expect((await storedParts(paused)) - before).toBe(parts - paused.acknowledged);
    await expectWholeFile(paused, 1);
  },
);

test('a file that was touched is sent again where nothing is checked', async () => {
  const paused = await pausedMidway(unchecked, false, withEngine);
  await write(paused.path, 'X', 7 * partBytes);
  const before = await storedParts(paused);
  expect(await run(paused)).toEqual({ accepted: 1, reasons: [] });
  expect((await storedParts(paused)) - before).toBe(parts);
  await expectWholeFile(paused, 1);
});

test('parts of another content do not join those of a file whose completion was refused before', async () => {
  const paused = await pausedMidway({ sha1: false }, false, withEngine);
  // As after a completion that was refused because parts were missing, and a kill.
  const db = new Sqlite(join(paused.env.stateDir, 'lading.db'));
  db.exec("UPDATE source_files SET completion_requested_at = '2024-05-02T08:00:00.000Z'");
  db.close();
  await write(paused.path, 'X', 7 * partBytes);
  const { accepted, reasons } = await run(paused);
  expect(accepted).toBe(0);
  expect(reasons[0]).toMatch(/part 8, which was already sent, differs/);
});

async function touch(path: string): Promise<void> {
  const { mode } = await stat(path);
  await chmod(path, mode ^ 0o010);
}

/** An upload whose file is changed once some of its parts were sent. */
async function changedWhileSent(
  more: Partial<UploadRequest>,
  isOpaque: boolean,
  change: (path: string) => Promise<void>,
) {
  const env = await startTestEnv(isOpaque ? { sandbox: { etags: 'opaque' } } : {});
  await makeEvidence(env.evidence, { 'disk.img': parts * partBytes });
  const path = join(env.evidence, 'disk.img');
  await utimes(path, savedAt, savedAt);
  const session = sessionOf(isOpaque);
  return await session(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, more), never));
    withoutWaits();
    let changed: Promise<void> | null = null;
    engine.onProgress(({ active }) => {
      if (active.some((item) => item.parts.done >= 4)) changed ??= change(path);
    });
    const slow = { bytesPerSecond: 30 * partBytes, concurrency: 2 };
    const { totals } = unwrap(await engine.run(id, runOptions({ limits: slow })));
    expect(changed, 'it was changed while it was sent').not.toBeNull();
    await changed;
    const reasons = problemTexts(engine.problems(id)).map(({ reason }) => reason);
    return { env, session, id, path, acknowledged: 0, accepted: totals.accepted.items, reasons };
  });
}

const ends = async (path: string): Promise<void> => {
  await write(path, 'X', 0);
  await write(path, 'X', parts * partBytes - 1);
};
const whole = (path: string): Promise<void> => write(path, 'X'.repeat(parts * partBytes), 0);

test.each(
  hosts.flatMap((host) => [
    { ...host, how: 'in its first and last bytes', change: ends },
    { ...host, how: 'as a whole', change: whole },
  ]),
)(
  'a file that is rewritten $how while it is sent, its time set again, is no mixture: a host $what',
  async ({ isOpaque, more, change }) => {
    const sent = await changedWhileSent(more, isOpaque, change);
    expect(sent.accepted).toBe(0);
    expect(sent.reasons[0]).toMatch(
      /changed after the scan: (part 1, which was already sent, differs|it was modified)/,
    );
    expect((await sourceFiles(sent.env)).filter(({ completed }) => completed !== null)).toEqual([]);
    expect(await run(sent, true)).toEqual({ accepted: 1, reasons: [] });
    await expectWholeFile(sent, 2);
  },
);

test.each(hosts)(
  'a file that is touched while it is sent is accepted, its parts sent once: a host $what',
  async (host) => {
    const sent = await changedWhileSent(host.more, host.isOpaque, touch);
    expect(sent).toMatchObject({ accepted: 1, reasons: [] });
    expect(await storedParts(sent)).toBe(parts);
    await expectWholeFile(sent, 1);
  },
);

test('a file that is touched while it is sent is not completed where nothing is checked', async () => {
  const sent = await changedWhileSent(unchecked, false, touch);
  expect(sent.accepted).toBe(0);
  expect(sent.reasons[0]).toMatch(/it was touched while it was read/);
});
