import { expect, onTestFinished, test, vi } from 'vitest';
import type { FaultRule } from '../../main/sandbox/index.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  expectAccepted,
  never,
  requestFor,
  requestLog,
  runOptions,
  startTestEnv,
  withEngine,
} from './harness.ts';

const partBytes = 2048;

/** Every kind there is, on whatever it meets. */
const faults: readonly FaultRule['fault'][] = [
  { kind: 'drop-before' },
  { kind: 'drop-during' },
  { kind: 'drop-after' },
  { kind: 'reset' },
  { kind: 'reset', afterBytes: 500 },
  { kind: 'stall', ms: 400 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503, body: 'html', early: true },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 429, retryAfter: 0.05 },
  { kind: 'html' },
  { kind: 'expired-url' },
  { kind: 'lost-answer' },
  { kind: 'wrong-etag' },
  { kind: 'slow', bytesPerSecond: 20_000 },
  { kind: 'truncated-json' },
  { kind: 'delay', ms: 50 },
];
const share = 0.05;

test('2,000 parts with mixed faults in 5% of all requests: complete and identical', async () => {
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
  const env = await startTestEnv({
    limits: { requestsPerSecond: 4000, minPartBytes: 1024, recommendedPartBytes: partBytes },
  });
  const tree: Record<string, number> = { 'a.img': 1200 * partBytes - 5, 'b.img': 500 * partBytes, empty: 0 };
  for (let number = 1; number <= 9; number += 1) tree[`set/${number}.img`] = 20 * partBytes;
  for (let number = 1; number <= 119; number += 1) tree[`loose/${number}.eml`] = 1 + number * 10;
  await makeEvidence(env.evidence, tree);
  // The first rule that fires wins: with this probability for each, the share of all is as wanted.
  const probability = 1 - (1 - share) ** (1 / faults.length);
  await env.useFaults(faults.map((fault) => ({ match: {}, probability, fault })));
  const { summary, parts } = await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const planned = unwrap(await engine.plan(id)).parts;
    return {
      parts: planned,
      summary: unwrap(await engine.run(id, runOptions({ limits: { concurrency: 32 } }))),
    };
  });
  await env.useFaults([]);
  expect(parts).toBe(2000);
  expect(summary).toMatchObject({ state: 'finished', totals: { accepted: { items: 131 } } });
  await expectAccepted(env, Object.keys(tree));
  const log = (await requestLog(env)).filter((row) => row.operation !== 'Unknown');
  const met = log.filter((row) => row.fault !== null);
  expect(new Set(met.map((row) => row.fault))).toEqual(new Set(faults.map((fault) => fault.kind)));
  expect(met.length / log.length).toBeGreaterThan(share * 0.8);
});
