import { expect, onTestFinished, test, vi } from 'vitest';
import { LiveProgress } from '../../main/engine/transfer/rates/progress.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  never,
  problemTexts,
  requestFor,
  requestLog,
  runOptions,
  startTestEnv,
  withSharedEngine,
} from './harness.ts';

/** Retries without waits, while other files keep succeeding. */
function amongOthers(): void {
  let count = 0;
  const more = (): number => {
    count += 1;
    return count;
  };
  retryWithoutWaits();
  vi.spyOn(LiveProgress.prototype, 'acknowledgedParts', 'get').mockImplementation(more);
  vi.spyOn(LiveProgress.prototype, 'createdFiles', 'get').mockImplementation(more);
  onTestFinished(() => void vi.restoreAllMocks());
}

test.each([
  {
    what: 'a part that a box on the way never lets through',
    operation: 'PutPart',
    fault: { kind: 'html', status: 413 },
    says: /^Part 1 couldn't be uploaded in 90 attempts: the response \(413\) from \S+ is a web page/,
    most: 90,
  },
  {
    what: 'a source file whose creation is never confirmed',
    operation: 'PostDatasetFile',
    fault: { kind: 'status', status: 500 },
    says: /^The platform was asked 40 times .* 500/,
    most: 40,
  },
] as const)(
  'while other files succeed, $what fails its own file',
  async ({ operation, fault, says, most }) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'a.txt': 100 });
    amongOthers();
    await env.useFaults([{ match: { operation }, fault }]);
    await withSharedEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      const { state, totals } = unwrap(await engine.run(id, runOptions()));
      expect(state).toBe('finished');
      expect(totals.failed.items).toBe(1);
      expect(problemTexts(engine.problems(id))).toMatchObject([
        { path: 'a.txt', reason: expect.stringMatching(says) },
      ]);
      const asked = (await requestLog(env)).filter((row) => row.operation === operation);
      expect(asked).toHaveLength(most);
      await env.useFaults([]);
      unwrap(await engine.requeueFailed(id));
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    });
  },
);

test.each([401, 403])(
  'a part host that answers %s after taking the bytes stops the upload, and a resume sends the rest',
  async (status) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'disk.img': 3 * 64 * 1024 });
    retryWithoutWaits();
    onTestFinished(() => void vi.restoreAllMocks());
    await env.useFaults([
      { match: { operation: 'PutPart', partNumber: 2 }, fault: { kind: 'status', status, body: 'empty' } },
    ]);
    await withSharedEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      const stop = AbortSignal.timeout(20_000);
      const ran = await engine.run(id, runOptions({ signal: stop, limits: { concurrency: 1 } }));
      expect(ran).toMatchObject({
        ok: false,
        failure: { code: 'part-url-refused', path: 'disk.img', partNumber: 2, attempts: 16, status },
      });
      expect(unwrap(engine.upload(id)).totals.failed.items).toBe(0);
      const puts = (await requestLog(env)).filter((row) => row.isPut && row.partNumber === 2);
      expect(puts).toHaveLength(16);
      await env.useFaults([]);
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
      const first = (await requestLog(env)).filter((row) => row.isPut && row.partNumber === 1);
      expect(first).toHaveLength(1);
    });
  },
);

test('while a part host refuses every new URL, the upload says that it waits and why', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'a.txt': 100 });
  await env.useFaults([{ match: { operation: 'PutPart' }, fault: { kind: 'status', status: 403 } }]);
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const waiting = Promise.withResolvers<unknown>();
    engine.onProgress((progress) => {
      if (progress.waiting !== null) waiting.resolve(progress.waiting);
    });
    const stop = new AbortController();
    const running = engine.run(id, runOptions({ signal: stop.signal }));
    expect(await waiting.promise).toMatchObject({
      path: 'a.txt',
      reason: { kind: 'url-refused', status: 403 },
    });
    stop.abort();
    expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  });
});
