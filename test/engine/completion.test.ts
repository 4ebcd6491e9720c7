import { readFile, writeFile } from 'node:fs/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Fault } from '../../main/sandbox/index.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  expectAccepted,
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

beforeEach(() => {
  // No waits.
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
});

async function envWith(files: Readonly<Record<string, number>>): Promise<TestEnv> {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, files);
  return env;
}

const completions = async (env: TestEnv) =>
  (await requestLog(env)).filter((row) => row.operation === 'PostSourceFile');
/** Acknowledged ones: a stop may leave some in flight. */
const puts = async (env: TestEnv) =>
  (await requestLog(env)).filter((row) => row.isPut && row.status === 200).length;
const onCompletion = (fault: Fault, times?: number) => [
  { match: { operation: 'PostSourceFile' }, fault, ...(times === undefined ? {} : { times }) },
];

type AnswerFault = Extract<Fault, { readonly kind: 'answer' | 'state' }>;

const proveNothing: readonly (readonly [string, AnswerFault])[] = [
  ['204', { kind: 'answer', status: 204 }],
  ['an empty 200', { kind: 'answer', status: 200 }],
  ['{}', { kind: 'answer', status: 200, body: {} }],
  ['another file', { kind: 'answer', status: 200, body: { data: { id: 999_999, state: 'PROCESSING' } } }],
  ['the state UPLOADING', { kind: 'state', state: 'UPLOADING' }],
];

test('"already complete" whose end is missing is asked for again', async () => {
  const env = await envWith({ 'disk.img': 3 * 64 * 1024 });
  // The first completes the file, the others refuse it.
  await env.useFaults(onCompletion({ kind: 'truncated-json' }, 3));
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
  });
  expect(await completions(env)).toHaveLength(4);
  expect(await puts(env)).toBe(3);
});

test.each(proveNothing)(
  'a completion answered with %s is asked for again until it is proved',
  async (_what, fault) => {
    const env = await envWith({ 'disk.img': 3 * 64 * 1024 });
    await env.useFaults(onCompletion(fault, 3));
    await withSharedEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    });
    expect(await completions(env)).toHaveLength(4);
    expect(await puts(env)).toBe(3);
    await expectAccepted(env, ['disk.img']);
  },
);

/** As by a proxy that inspects answers. */
const blocked = { body: '<html>Blocked by policy</html>', handled: true } as const;

test.each([403, 404, 407, 422])(
  'a completion that was carried out and answered with a web page and $0 is accepted once',
  async (status) => {
    const env = await envWith({ 'disk.img': 3 * 64 * 1024 });
    await env.useFaults(onCompletion({ kind: 'answer', status, ...blocked }, 1));
    await withSharedEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    });
    expect(await puts(env)).toBe(3);
    await expectAccepted(env, ['disk.img']);
  },
);

test('a completion that is always answered with a web page and 403 needs review', async () => {
  const env = await envWith({ 'a.txt': 100 });
  await env.useFaults(onCompletion({ kind: 'answer', status: 403, ...blocked }));
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    expect(unwrap(await engine.run(id, runOptions())).totals).toMatchObject({
      failed: { items: 0 },
      held: { items: 1 },
    });
    expect(unwrap(await engine.requeueFailed(id))).toMatchObject({ requeued: 0, discovered: 0 });
  });
});

test.each(proveNothing)(
  'a completion that was carried out and answered with %s is accepted once',
  async (_what, fault) => {
    const env = await envWith({ 'disk.img': 3 * 64 * 1024 });
    await env.useFaults(onCompletion({ ...fault, handled: true }, 1));
    await withSharedEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    });
    expect(await completions(env)).toHaveLength(2);
    await expectAccepted(env, ['disk.img']);
  },
);

test.each([
  [{ kind: 'answer', status: 204 }, 'the response (204) to the completion is empty'],
  [{ kind: 'answer', status: 200, body: {} }, "(200) to the completion doesn't name the source file"],
  [
    { kind: 'answer', status: 200, body: { data: { id: 999_999 } } },
    'the response (200) to the completion names another source file',
  ],
] as const)('a completion that is never proved needs review and says why', async (fault, why) => {
  const env = await envWith({ 'a.txt': 100 });
  await env.useFaults(onCompletion(fault));
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 0 }, failed: { items: 0 }, held: { items: 1 } });
    expect(problemTexts(engine.problems(id))).toMatchObject([
      { path: 'a.txt', state: 'held', reason: expect.stringContaining(why) },
    ]);
  });
  expect(await completions(env)).toHaveLength(10);
});

test('a platform that never confirms stops the upload after three files; a profile that fits it continues', async () => {
  const names = Array.from({ length: 20 }, (_, nth) => `letter ${nth}.txt`);
  const env = await envWith(Object.fromEntries(names.map((name) => [name, 100])));
  await env.useFaults(onCompletion({ kind: 'answer', status: 200, body: {}, handled: true }));
  const profile = await readFile(env.profilePath, 'utf8');
  const noSecondAnswer = { statuses: [], titlePattern: 'x' };
  const edit = (changes: object): Promise<void> =>
    writeFile(env.profilePath, JSON.stringify({ ...JSON.parse(profile), ...changes }));
  await edit({ alreadyComplete: noSecondAnswer });
  const id = await withEngine(env, async (engine) => {
    const uploadId = unwrap(await engine.prepare(requestFor(env), never));
    expect(await engine.run(uploadId, runOptions())).toMatchObject({
      ok: false,
      failure: { code: 'completion-unconfirmed', path: expect.stringContaining('letter') },
    });
    expect(unwrap(engine.upload(uploadId)).totals).toMatchObject({
      held: { items: 3 },
      failed: { items: 0 },
    });
    return uploadId;
  });
  await edit({ alreadyComplete: noSecondAnswer, completion: { proof: 'status' } });
  await withEngine(env, async (engine) => {
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ held: { items: 3 }, accepted: { items: 17 } });
  });
  const partsInFlight = 8;
  const sent = await puts(env);
  expect(sent).toBeGreaterThanOrEqual(20);
  // Parts under way when the upload stopped are sent again.
  expect(sent).toBeLessThanOrEqual(20 + partsInFlight);
  await expectAccepted(env, names);
});

test('an error in the body of a 200 fails the file with the platform’s words', async () => {
  const env = await envWith({ 'a.txt': 100 });
  await env.useFaults(
    onCompletion({ kind: 'answer', status: 200, body: { title: 'Too many files here', status: 422 } }),
  );
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ accepted: { items: 0 }, failed: { items: 1 } });
    expect(problemTexts(engine.problems(id))[0]?.reason).toContain('Too many files here');
  });
});

test('a failed assembly fails the file, and a retry sends it as another source file', async () => {
  const env = await envWith({ 'disk.img': 3 * 64 * 1024 });
  await env.useFaults(onCompletion({ kind: 'state', state: 'FAILED', message: 'Part 2 is damaged' }));
  await withSharedEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    const { totals } = unwrap(await engine.run(id, runOptions()));
    expect(totals).toMatchObject({ failed: { items: 1 }, held: { items: 0 } });
    expect(problemTexts(engine.problems(id))[0]?.reason).toContain('(state FAILED: Part 2 is damaged)');
    await env.useFaults([]);
    unwrap(await engine.requeueFailed(id));
    expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
  });
  const made = await sourceFiles(env);
  expect(made.map((row) => [row.completed !== null, row.partCount])).toEqual([
    [false, 3],
    [true, 3],
  ]);
});

test('a file that takes the platform long to assemble is shown as such, and is no error', async () => {
  const env = await envWith({ 'disk.img': 3 * 64 * 1024 });
  await env.useFaults(onCompletion({ kind: 'slow-assembly', ms: 1500 }, 1));
  const seen = new Set<string>();
  let waits = 0;
  await withEngine(env, async (engine) => {
    const id = unwrap(await engine.prepare(requestFor(env), never));
    engine.onProgress(({ active, waiting }) => {
      for (const { activity } of active) seen.add(activity);
      if (waiting !== null) waits += 1;
    });
    expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
  });
  expect(seen).toContain('assembling');
  expect(waits).toBe(0);
  expect((await completions(env)).length).toBeGreaterThan(1);
  await expectAccepted(env, ['disk.img']);
});
