import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Engine, openEngine } from '../../main/engine/index.ts';
import type { FaultRule } from '../../main/sandbox/index.ts';
import { waitingText } from '../../preload/contract/texts/wait-reason-text.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  expectAccepted,
  never,
  openTestEnv,
  problemTexts,
  requestFor,
  requestLog,
  runOptions,
  type TestEnv,
} from './harness.ts';

/** Everything that one upload asks for. */
const asked = [
  'GetCurrentUser',
  'GetDatabase',
  'PostDatabaseDataset',
  'PostDatasetFile',
  'PostSourceFilePart',
  'PutPart',
  'PostSourceFile',
] as const;
const written = ['PostDatabaseDataset', 'PostDatasetFile', 'PutPart', 'PostSourceFile'] as const;
const api = asked.filter((operation) => operation !== 'PutPart');

const tree = { 'disk.img': 6 * 64 * 1024 + 17, 'small.txt': 900, empty: 0 };
let env: TestEnv;
let shared: Engine;

beforeAll(async () => {
  env = await openTestEnv();
  await makeEvidence(env.evidence, tree);
  shared = unwrap(openEngine({ stateDir: env.stateDir, command: 'test', version: '0.0.0' }));
  return async () => {
    await shared.close();
    await env.end();
  };
});

/** Over a session of its own: whatever is asked for first is asked for again. */
async function withSession<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
  const { url: serverUrl, apiKey } = env.sandbox;
  unwrap(await shared.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  return use(shared);
}

/** Except where a test stops the upload while it waits. */
function withoutWaits(): void {
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
}

const cases: readonly {
  readonly what: string;
  readonly at: readonly string[];
  readonly fault: FaultRule['fault'];
  readonly times?: number;
}[] = [
  { what: 'connections dropped before the body', at: asked, fault: { kind: 'drop-before' } },
  { what: 'connections dropped within the body', at: asked, fault: { kind: 'drop-during' } },
  { what: 'connections dropped after the body', at: asked, fault: { kind: 'drop-after' } },
  { what: 'connections reset', at: asked, fault: { kind: 'reset' } },
  { what: 'connections reset within the body', at: asked, fault: { kind: 'reset', afterBytes: 100 } },
  { what: 'requests that stall, then end', at: asked, fault: { kind: 'stall', ms: 300 } },
  {
    what: 'parts whose first byte is never read',
    at: ['PutPart'],
    fault: { kind: 'stall', after: 'headers' },
  },
  { what: 'parts that get no answer', at: ['PutPart'], fault: { kind: 'stall', after: 'body' } },
  { what: 'errors of the platform', at: asked, fault: { kind: 'status', status: 500 } },
  {
    what: 'maintenance that says when it ends',
    at: asked,
    fault: { kind: 'status', status: 503, retryAfter: 0.2, body: 'html', early: true },
  },
  { what: 'gateway errors without a body', at: asked, fault: { kind: 'status', status: 502, body: 'empty' } },
  {
    what: 'request timeouts of the platform',
    at: asked,
    fault: { kind: 'status', status: 408, body: 'json-b' },
  },
  { what: '429 without Retry-After', at: asked, fault: { kind: 'status', status: 429 }, times: 2 },
  { what: '429 with Retry-After', at: asked, fault: { kind: 'status', status: 429, retryAfter: 0.3 } },
  {
    what: '429 with a date as Retry-After',
    at: ['PostSourceFilePart', 'PutPart'],
    fault: { kind: 'status', status: 429, retryAfter: 'date' },
  },
  { what: 'web pages instead of answers', at: asked, fault: { kind: 'html' }, times: 2 },
  { what: 'web pages with an error status', at: asked, fault: { kind: 'html', status: 503 } },
  { what: 'answers lost after the work was done', at: asked, fault: { kind: 'lost-answer' } },
  { what: 'writing answers lost three times running', at: written, fault: { kind: 'lost-answer' }, times: 3 },
  { what: 'answers cut in half', at: api, fault: { kind: 'truncated-json' } },
  {
    what: 'part URLs that have expired',
    at: ['PostSourceFilePart'],
    fault: { kind: 'expired-url' },
    times: 3,
  },
  { what: 'parts refused as expired', at: ['PutPart'], fault: { kind: 'expired-url' }, times: 3 },
  { what: 'wrong ETags', at: ['PutPart'], fault: { kind: 'wrong-etag' }, times: 4 },
  { what: 'slow bytes', at: ['PutPart', 'PostSourceFile'], fault: { kind: 'slow', bytesPerSecond: 100_000 } },
  { what: 'late answers', at: asked, fault: { kind: 'delay', ms: 200 } },
];

test.each(cases)('$what leave the upload complete and identical', async ({ what, at, fault, times = 1 }) => {
  withoutWaits();
  const before = (await requestLog(env)).at(-1)?.id ?? 0;
  await env.useFaults(at.map((operation) => ({ match: { operation }, times, fault })));
  const summary = await withSession(async (engine) => {
    const request = requestFor(env, { dataset: { name: what, description: null } });
    const id = unwrap(await engine.prepare(request, never));
    return unwrap(await engine.run(id, runOptions({ limits: { stallMs: 400 } })));
  });
  await env.useFaults([]);
  expect(summary).toMatchObject({ state: 'finished', totals: { accepted: { items: 3 } } });
  await expectAccepted(env, Object.keys(tree), { datasetId: summary.datasetId ?? 0 });
  const met = (await requestLog(env)).filter((row) => row.id > before && row.fault === fault.kind);
  for (const operation of at)
    expect(met.filter((row) => row.operation === operation).length, operation).toBe(times);
});

test('a resume survives a truncated list of parts, and a listed part that differs', async () => {
  withoutWaits();
  const rules: FaultRule[] = [
    { match: { operation: 'GetSourceFileParts' }, times: 1, fault: { kind: 'html' } },
    { match: { operation: 'GetSourceFileParts' }, times: 1, fault: { kind: 'drop-after' } },
    { match: { operation: 'GetSourceFileParts' }, times: 1, fault: { kind: 'truncated-json' } },
    { match: { operation: 'PutPart', partNumber: 2 }, times: 1, fault: { kind: 'wrong-etag' } },
    { match: { operation: 'PutPart', partNumber: 5 }, fault: { kind: 'stall' } },
  ];
  await env.useFaults(rules);
  const stop = new AbortController();
  const datasetId = await withSession(async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    engine.onProgress(({ active }) => {
      if (active.some((item) => item.parts.count === 7 && item.parts.done === 6)) stop.abort();
    });
    const paused = await engine.run(id, runOptions({ signal: stop.signal }));
    expect(paused).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    await env.useFaults(rules.slice(0, 3));
    return unwrap(await engine.run(id, runOptions())).datasetId ?? 0;
  });
  await expectAccepted(env, Object.keys(tree), { datasetId });
});

test('a refused key stops the upload, fails no file, and the upload can be resumed', async () => {
  await env.useFaults([
    { match: { operation: 'PostSourceFilePart', nth: 4 }, fault: { kind: 'status', status: 401 } },
  ]);
  const datasetId = await withSession(async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    expect(await engine.run(id, runOptions())).toMatchObject({ ok: false, failure: { code: 'key-refused' } });
    expect(unwrap(engine.upload(id))).toMatchObject({
      state: 'paused',
      stoppedBy: { code: 'key-refused' },
      totals: { failed: { items: 0 } },
    });
    return unwrap(await engine.run(id, runOptions())).datasetId ?? 0;
  });
  await expectAccepted(env, Object.keys(tree), { datasetId });
});

test.each([
  { status: 403, code: 'forbidden' },
  { status: 404, code: 'dataset-not-found' },
  { status: 422, code: 'cap-reached' },
])('$status on a source file stops the upload with the platform’s message', async ({ status, code }) => {
  const title = `Only ${status} of them`;
  await env.useFaults([
    { match: { operation: 'PostDatasetFile', nth: 2 }, fault: { kind: 'status', status, title } },
  ]);
  await withSession(async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const ran = await engine.run(id, runOptions());
    expect(ran).toMatchObject({ ok: false, failure: { code, platformMessage: title } });
    expect(unwrap(engine.upload(id)).totals.failed.items).toBe(0);
    const { datasetId } = unwrap(await engine.run(id, runOptions()));
    await expectAccepted(env, Object.keys(tree), { datasetId: datasetId ?? 0 });
  });
});

test('a part that its host keeps refusing fails only its own file', async () => {
  withoutWaits();
  await env.useFaults([
    {
      match: { operation: 'PutPart', partNumber: 6 },
      fault: { kind: 'status', status: 400, title: 'No such part.' },
    },
  ]);
  await withSession(async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const summary = unwrap(await engine.run(id, runOptions()));
    expect(summary.totals).toMatchObject({ accepted: { items: 2 }, failed: { items: 1 } });
    expect(problemTexts(engine.problems(id))).toMatchObject([{ path: 'disk.img', state: 'failed' }]);
    await env.useFaults([]);
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 1, discovered: 0 });
    const again = unwrap(await engine.run(id, runOptions()));
    expect(again.totals).toMatchObject({ accepted: { items: 3 }, failed: { items: 0 } });
  });
});

test.each(['PostDatabaseDataset', 'PostDatasetFile', 'PostSourceFilePart', 'PutPart', 'PostSourceFile'])(
  'while every %s gets 503, the upload keeps waiting and says why',
  async (operation) => {
    await env.useFaults([{ match: { operation }, fault: { kind: 'status', status: 503 } }]);
    await withSession(async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      const waiting = Promise.withResolvers<string>();
      engine.onProgress((progress) => {
        if (progress.waiting !== null) waiting.resolve(waitingText(progress.waiting));
      });
      const stop = new AbortController();
      const running = engine.run(id, runOptions({ signal: stop.signal }));
      expect(await Promise.race([waiting.promise, delay(30_000, 'nothing was said')])).toContain('503');
      stop.abort();
      expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
      await env.useFaults([]);
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(3);
    });
  },
);

test.each(['PostSourceFilePart', 'PutPart'])(
  'while every %s gets a web page, the upload waits and names the host',
  async (operation) => {
    await env.useFaults([{ match: { operation }, fault: { kind: 'html' } }]);
    await withSession(async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      const waiting = Promise.withResolvers<string>();
      engine.onProgress((progress) => {
        if (progress.waiting !== null) waiting.resolve(waitingText(progress.waiting));
      });
      const stop = new AbortController();
      const running = engine.run(id, runOptions({ signal: stop.signal }));
      const said = await Promise.race([waiting.promise, delay(30_000, 'nothing was said')]);
      expect(said).toContain('web page');
      expect(said).toContain(new URL(env.sandbox.url).host);
      expect(said).not.toContain('?');
      stop.abort();
      expect(await running).toMatchObject({ ok: false, failure: { code: 'stopped' } });
    });
    await env.useFaults([]);
  },
);

test('a part that is always altered in transit fails its own file, and is not retried forever', async () => {
  withoutWaits();
  await env.useFaults([{ match: { operation: 'PutPart', partNumber: 6 }, fault: { kind: 'wrong-etag' } }]);
  await withSession(async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env, { partCheck: 'always' }), never));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 2 }, failed: { items: 1 } });
    expect(problemTexts(engine.problems(id))).toMatchObject([
      { path: 'disk.img', state: 'failed', reason: expect.stringContaining('5 times in a row') },
    ]);
  });
  await env.useFaults([]);
});

test.each([
  { status: 404 },
  // What a platform may say whose “already complete” is not in the profile.
  { status: 400 },
  { status: 409 },
  { status: 422 },
])(
  'a lost completion whose retry gets $status is held, not failed: sending again could duplicate the file',
  async ({ status }) => {
    withoutWaits();
    await env.useFaults([
      { match: { operation: 'PostSourceFile', nth: 1 }, fault: { kind: 'lost-answer' } },
      { match: { operation: 'PostSourceFile' }, times: 1, fault: { kind: 'status', status, body: 'json-b' } },
    ]);
    await withSession(async (engine) => {
      const sources = Object.keys(tree)
        .slice(0, 1)
        .map((path) => join(env.evidence, path));
      const id = unwrap(await engine.prepare(requestFor(env, { sources }), never));
      const { totals } = unwrap(await engine.run(id, runOptions()));
      expect(totals).toMatchObject({ held: { items: 1 }, failed: { items: 0 }, accepted: { items: 0 } });
      expect(problemTexts(engine.problems(id))).toMatchObject([
        {
          state: 'held',
          reason: expect.stringMatching(
            /^Every part was uploaded, but .* Check the dataset, then retry or skip it\.$/,
          ),
        },
      ]);
      expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 0 });
      const decided = unwrap(await engine.run(id, runOptions({ held: 'skip' })));
      expect(decided.totals).toMatchObject({ held: { items: 0 }, skipped: { items: 1 } });
    });
    await env.useFaults([]);
  },
);
