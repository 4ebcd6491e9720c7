/** Faults that last: tolerated for a while, then the upload stops and can be resumed. */
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { FaultRule } from '../../main/sandbox/index.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  expectAccepted,
  never,
  openTestEnv,
  requestFor,
  requestLog,
  runOptions,
  type TestEnv,
  withSharedEngine,
} from './harness.ts';

const tree = { 'disk.img': 6 * 64 * 1024 + 17, 'small.txt': 900, empty: 0 };
let env: TestEnv;

beforeAll(async () => {
  env = await openTestEnv();
  await makeEvidence(env.evidence, tree);
  return env.end;
});

/** Retries without their waits, which are random shares of what they may be. */
function withoutWaits(): void {
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
}

const portals: readonly {
  readonly what: string;
  readonly fault: FaultRule['fault'];
  readonly says: RegExp;
}[] = [
  { what: 'a web page', fault: { kind: 'html' }, says: /the response \(200\) from \S+ is a web page/ },
  {
    what: 'a redirect',
    fault: { kind: 'status', status: 302, body: 'empty' },
    says: /responded with a redirect \(302\)/,
  },
  {
    what: 'no ETag',
    fault: { kind: 'status', status: 200, body: 'empty' },
    says: /the response \(200\) from \S+ has no ETag/,
  },
];

test.each(portals)(
  'an upload whose part host only answers $what stops after a while, names the host, and can be resumed',
  async ({ what, fault, says }) => {
    withoutWaits();
    await env.useFaults([{ match: { operation: 'PutPart' }, fault }]);
    await withSharedEngine(env, async (engine) => {
      const dataset = { name: `portal: ${what}`, description: null };
      const id = unwrap(await engine.prepare(requestFor(env, { dataset }), never));
      const failure = failureOf(await engine.run(id, runOptions()));
      expect(failure).toMatchObject({ code: 'part-intercepted' });
      const text = failureText(failure);
      expect(text).toMatch(says);
      // It is shown without a file beside it, so it names the file.
      expect(text).toMatch(/^(disk\.img|small\.txt|empty): Part \d/);
      expect(text).toContain(new URL(env.sandbox.url).host);
      expect(text).not.toContain('?');
      expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', totals: { failed: { items: 0 } } });
      await env.useFaults([]);
      const { datasetId } = unwrap(await engine.run(id, runOptions()));
      await expectAccepted(env, Object.keys(tree), { datasetId: datasetId ?? 0 });
    });
  },
);

test.each([
  { fault: { kind: 'html' }, operation: 'PostDatasetFile' },
  { fault: { kind: 'html' }, operation: 'PostSourceFilePart' },
  { fault: { kind: 'html' }, operation: 'PostSourceFile' },
  { fault: { kind: 'status', status: 302 }, operation: 'PostDatasetFile' },
  { fault: { kind: 'status', status: 302 }, operation: 'PostSourceFilePart' },
  { fault: { kind: 'status', status: 302 }, operation: 'PostSourceFile' },
] as const)(
  'a portal that answers $operation with $fault stops the upload, which can be resumed, and fails no file',
  async ({ operation, fault }) => {
    withoutWaits();
    await withSharedEngine(env, async (engine) => {
      const dataset = { name: `portal: ${fault.kind} to ${operation}`, description: null };
      const id = unwrap(await engine.prepare(requestFor(env, { dataset }), never));
      await env.useFaults([operation, 'GetCurrentUser'].map((one) => ({ match: { operation: one }, fault })));
      expect(failureOf(await engine.run(id, runOptions())).code).toBe('unexpected-answer');
      const { state, totals } = unwrap(engine.upload(id));
      expect({ state, failed: totals.failed.items, held: totals.held.items }).toEqual({
        state: 'paused',
        failed: 0,
        held: 0,
      });
      await env.useFaults([]);
      const { datasetId } = unwrap(await engine.run(id, runOptions()));
      await expectAccepted(env, Object.keys(tree), { datasetId: datasetId ?? 0 });
    });
  },
);

const asks = async (operation: string): Promise<number> =>
  (await requestLog(env)).filter((row) => row.operation === operation).length;

test.each([
  { operation: 'PostDatabaseDataset', code: 'dataset-unconfirmed', most: 8 },
  // Three files under way; one of them has the last word.
  { operation: 'PostDatasetFile', code: 'source-file-unconfirmed', most: 3 * 20 },
])(
  '$operation, which may create something at each attempt, is not retried forever after 500',
  async ({ operation, code, most }) => {
    withoutWaits();
    await env.useFaults([{ match: { operation }, fault: { kind: 'status', status: 500 } }]);
    await withSharedEngine(env, async (engine) => {
      const dataset = { name: `500 to ${operation}`, description: null };
      const id = unwrap(await engine.prepare(requestFor(env, { dataset }), never));
      const before = await asks(operation);
      const failure = failureOf(await engine.run(id, runOptions()));
      expect(failure.code).toBe(code);
      expect(failureText(failure)).toMatch(/asked \d+ times .* 500/);
      expect((await asks(operation)) - before).toBeLessThanOrEqual(most);
      expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', totals: { failed: { items: 0 } } });
      await env.useFaults([]);
      const { datasetId } = unwrap(await engine.run(id, runOptions()));
      await expectAccepted(env, Object.keys(tree), { datasetId: datasetId ?? 0 });
    });
  },
);

test('while the whole platform is down, the upload waits and requests nothing that might create duplicates', async () => {
  withoutWaits();
  await withSharedEngine(env, async (engine) => {
    const dataset = { name: 'down', description: null };
    const id = unwrap(await engine.prepare(requestFor(env, { dataset }), never));
    await env.useFaults([{ match: {}, fault: { kind: 'status', status: 503 } }]);
    const before = { made: await asks('PostDatabaseDataset'), probed: await asks('GetCurrentUser') };
    const running = engine.run(id, runOptions());
    await expect.poll(() => asks('GetCurrentUser')).toBeGreaterThanOrEqual(before.probed + 50);
    expect((await asks('PostDatabaseDataset')) - before.made).toBe(1);
    await env.useFaults([]);
    const { datasetId } = unwrap(await running);
    await expectAccepted(env, Object.keys(tree), { datasetId: datasetId ?? 0 });
  });
});
