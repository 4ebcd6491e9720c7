import { appendFile, open, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openEngine, type UploadRequest } from '../../main/engine/index.ts';
import { partsToCompare } from '../../main/engine/transfer/files/verify-sent-parts.ts';
import { makeEvidence, sameBytes } from '../fakes/evidence.ts';
import fc from '../fixtures/property.ts';
import { unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  expectAccepted,
  never,
  problemTexts,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  withEngine,
  withSharedEngine,
} from './harness.ts';

const partBytes = 64 * 1024;
const sizeBytes = 24 * partBytes;
const others = { 'other.bin': 8 * partBytes + 1, 'other.txt': 12 };

const changes: readonly {
  readonly what: string;
  readonly change: (path: string) => Promise<unknown>;
  readonly says: RegExp;
  readonly code: string;
}[] = [
  {
    what: 'grows',
    change: (path) => appendFile(path, 'more'),
    says: /grew from 1,572,864 to 1,572,868 bytes/,
    code: 'file-changed',
  },
  {
    what: 'shrinks',
    change: (path) => truncate(path, sizeBytes - partBytes - 1),
    says: /shrank from 1,572,864|now ends at byte/,
    code: 'file-changed',
  },
  {
    what: 'is written to in the same size',
    change: async (path) => {
      await using file = await open(path, 'r+');
      await file.write('X', sizeBytes - 1);
    },
    says: /was modified/,
    code: 'file-changed',
  },
  {
    what: 'is replaced by one of the same size and time',
    change: async (path) => {
      const { atime, mtime } = await stat(path);
      await writeFile(`${path}.new`, Buffer.alloc(sizeBytes, 'X'));
      await utimes(`${path}.new`, atime, mtime);
      await rename(`${path}.new`, path);
    },
    says: /another file took its place|was modified/,
    code: 'file-changed',
  },
  {
    what: 'vanishes',
    change: (path) => rm(path),
    says: /^This file no longer exists\.$/,
    code: 'path-missing',
  },
];

test.each(changes)(
  'a file that $what while it is sent fails with that reason, and is sent whole on retry',
  async ({ change, says }) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'live.db': sizeBytes, ...others });
    const path = join(env.evidence, 'live.db');
    await withSharedEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      let changed: Promise<unknown> | null = null;
      engine.onProgress(({ active }) => {
        if (active.some((item) => item.path === 'live.db' && item.parts.done >= 4)) changed ??= change(path);
      });
      const slow = { bytesPerSecond: 24 * partBytes, concurrency: 2 };
      const summary = unwrap(await engine.run(id, runOptions({ limits: slow })));
      await changed;
      expect(changed, 'it was changed while it was sent').not.toBeNull();
      expect(summary).toMatchObject({
        state: 'finished',
        totals: { accepted: { items: 2 }, failed: { items: 1 } },
      });
      const problems = problemTexts(engine.problems(id));
      expect(problems).toMatchObject([
        { path: 'live.db', state: 'failed', reason: expect.stringMatching(says) },
      ]);
      await expectOthersAlone(env);
      if (problems[0]?.reason.includes('no longer exists'))
        await makeEvidence(env.evidence, { 'live.db': 100 });
      expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, discovered: 0 });
      const again = unwrap(await engine.run(id, runOptions()));
      expect(again.totals).toMatchObject({ accepted: { items: 3 }, failed: { items: 0, bytes: 0 } });
      expect(again.totals.accepted.bytes).toBe((await stat(path)).size + 8 * partBytes + 13);
    });
    const complete = (await sourceFiles(env)).filter((row) => row.completed !== null);
    expect(complete.map((row) => row.filename).sort()).toEqual(['live.db', ...Object.keys(others)].sort());
    expect(complete.find((row) => row.filename === 'live.db')?.sizeBytes).toBe((await stat(path)).size);
  },
);

async function expectOthersAlone(env: Awaited<ReturnType<typeof startTestEnv>>): Promise<void> {
  const complete = (await sourceFiles(env)).filter((row) => row.completed !== null);
  expect(complete.map((row) => row.filename).sort()).toEqual(Object.keys(others).sort());
}

test('a symbolic link that replaced a file is not followed, neither on upload nor on retry', async () => {
  const env = await startTestEnv();
  const elsewhere = join(env.dir, 'elsewhere');
  await makeEvidence(elsewhere, { 'private.bin': 4096 });
  await makeEvidence(env.evidence, { 'live.db': 4096, 'kept.txt': 12 });
  // One that was chosen by its own path is a link on purpose.
  const chosen = join(env.dir, 'chosen.bin');
  await symlink(join(elsewhere, 'private.bin'), chosen);
  const path = join(env.evidence, 'live.db');
  const { atime, mtime } = await stat(path);
  await utimes(join(elsewhere, 'private.bin'), atime, mtime);
  await withSharedEngine(env, async (engine) => {
    const request = requestFor(env, { sources: [env.evidence, chosen] });
    const id = unwrap(await engine.prepare(request, never));
    await rm(path);
    await symlink(join(elsewhere, 'private.bin'), path);
    const summary = unwrap(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ accepted: { items: 2 }, failed: { items: 1 } });
    expect(problemTexts(engine.problems(id))).toMatchObject([
      {
        path: 'live.db',
        state: 'failed',
        reason: 'This file is now a symbolic link, not a file.',
      },
    ]);
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 0 });
  });
  const names = (await sourceFiles(env)).map((row) => row.filename).sort();
  expect(names).toEqual(['chosen.bin', 'kept.txt']);
});

test('a file that changed while the upload was paused is never completed with mixed content', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'live.db': sizeBytes, ...others });
  const path = join(env.evidence, 'live.db');
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const stop = new AbortController();
    engine.onProgress(({ active }) => {
      if (active.some((item) => item.path === 'live.db' && item.parts.done >= 4)) stop.abort();
    });
    const slow = { bytesPerSecond: 24 * partBytes, concurrency: 2 };
    await engine.run(id, runOptions({ signal: stop.signal, limits: slow }));
    await using file = await open(path, 'r+');
    await file.write('X', 0);
    const summary = unwrap(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ accepted: { items: 2 }, failed: { items: 1 } });
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, discovered: 0 });
    unwrap(await engine.run(id, runOptions()));
  });
  const complete = (await sourceFiles(env)).filter((row) => row.completed !== null);
  expect(complete).toHaveLength(3);
  // The source file that was given up keeps its parts and is never put together; the new one is the file as it is.
  const live = complete.find((row) => row.filename === 'live.db');
  expect(await sameBytes(path, live?.assembledPath ?? '')).toBe(true);
});

/** An upload whose large file was paused with at least twelve of its parts acknowledged, its time in whole milliseconds. */
async function pausedMidway(more: Partial<UploadRequest> = {}, opaque = false) {
  const env = await startTestEnv(opaque ? { sandbox: { etags: 'opaque' } } : {});
  await makeEvidence(env.evidence, { 'live.db': sizeBytes, ...others });
  const path = join(env.evidence, 'live.db');
  const { atime, mtime } = await stat(path);
  await utimes(path, atime, mtime);
  const id = await withEngine(env, async (engine) => {
    const prepared = unwrap(await engine.prepare(requestFor(env, more), never));
    const stop = new AbortController();
    engine.onProgress(({ active }) => {
      if (active.some((item) => item.path === 'live.db' && item.parts.done >= 12)) stop.abort();
    });
    const slow = { bytesPerSecond: 24 * partBytes, concurrency: 2 };
    await engine.run(prepared, runOptions({ signal: stop.signal, limits: slow }));
    return prepared;
  });
  const write = async (bytes: Buffer, at: number): Promise<void> => {
    await using file = await open(path, 'r+');
    await file.write(bytes, 0, bytes.length, at);
    await file.utimes(atime, mtime);
  };
  return { env, id, path, write };
}

test.each([
  { what: 'in one that begins alike', from: partBytes },
  { what: 'from its first byte', from: 0 },
])(
  'a file replaced between two runs by one of the same size and time, $what, fails as changed and is never completed',
  async ({ from }) => {
    const { env, id, path, write } = await pausedMidway();
    await write(Buffer.alloc(sizeBytes - from, 'X'), from);
    await withEngine(env, async (engine) => {
      const { totals } = unwrap(await engine.run(id, runOptions()));
      expect(totals).toMatchObject({ accepted: { items: 2 }, failed: { items: 1 } });
      expect(problemTexts(engine.problems(id))).toMatchObject([
        {
          path: 'live.db',
          state: 'failed',
          reason: expect.stringMatching(/part \d+, which was already sent, differs/),
        },
      ]);
      await expectOthersAlone(env);
      expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, discovered: 0 });
      unwrap(await engine.run(id, runOptions()));
    });
    const complete = (await sourceFiles(env)).filter((row) => row.completed !== null);
    expect(complete).toHaveLength(3);
    const live = complete.find((row) => row.filename === 'live.db');
    expect(await sameBytes(path, live?.assembledPath ?? '')).toBe(true);
  },
);

test.each([
  { what: 'whose ETags are no MD5', opaque: true, partCheck: 'auto' as const },
  { what: 'whose ETags are not to be compared', opaque: false, partCheck: 'never' as const },
])('with a host $what, a run draws no conclusions from the run before', async ({ opaque, partCheck }) => {
  const { env, id } = await pausedMidway({ partCheck }, opaque);
  await withEngine(env, async (engine) => {
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 3 }, failed: { items: 0 } });
  });
  await expectAccepted(env, ['live.db', ...Object.keys(others)]);
});

test('one platform’s MD5 ETags prove nothing about another’s', async () => {
  const { env, id } = await pausedMidway({}, true);
  const other = await startTestEnv();
  await makeEvidence(other.evidence, others);
  const engine = unwrap(openEngine({ stateDir: env.stateDir, command: 'test', version: '0' }));
  onTestFinished(() => engine.close());
  for (const { sandbox, profilePath } of [env, other])
    unwrap(await engine.connect({ serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath }));
  const confirmed = { confirmDatabase: 'Doe v. Roe' };
  const otherId = unwrap(await engine.prepare(requestFor(other), never, confirmed));
  unwrap(await engine.run(otherId, runOptions()));
  const { totals } = unwrap(await engine.run(id, runOptions()));
  expect(totals).toMatchObject({ accepted: { items: 3 }, failed: { items: 0 } });
});

test('a few parts are compared, always the first and the last, and never too many bytes', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 50 });
  const partSize = fc.integer({ min: 1, max: 5_000_000_000 });
  fc.assert(
    fc.property(
      numbers,
      partSize,
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (n, size, r) => {
        const sorted = [...n].sort((a, b) => a - b);
        const random = (): number => r.next().value ?? 0;
        const chosen = partsToCompare(sorted, size, random);
        expect(chosen).toContain(sorted[0]);
        expect(chosen).toContain(sorted.at(-1));
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(chosen.every((number) => n.includes(number))).toBe(true);
        expect(chosen.length <= 2 || chosen.length * size <= 256 * 1024 * 1024).toBe(true);
      },
    ),
  );
});

test('an undetected change in a part that was not compared is caught by the SHA-1, and one whole version is accepted', async () => {
  const { env, id, write } = await pausedMidway();
  // Then the parts that follow the first are the ones that chance picks.
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
  await write(Buffer.from('X'), 7 * partBytes);
  // A file system without change times.
  const db = new Sqlite(join(env.stateDir, 'lading.db'));
  db.exec('UPDATE source_files SET file_version = NULL');
  db.close();
  await withEngine(env, async (engine) => {
    const summary = unwrap(await engine.run(id, runOptions()));
    // The part that differs from the disk is found by its MD5 and sent again: what is completed is one version, whole.
    expect(summary.totals).toMatchObject({ accepted: { items: 3 }, failed: { items: 0 } });
  });
  await expectAccepted(env, ['live.db', ...Object.keys(others)]);
});
