/** What lies between Lading and the platform repeats requests and answers, and refuses what was carried out. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Engine, openEngine, type UploadId } from '../../main/engine/index.ts';
import { makeEvidence } from '../fakes/evidence.ts';
import { type GatewayAnswer, type RequestHandler, startGateway } from '../fakes/gateway.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { retryWithoutWaits } from '../fixtures/retry-without-waits.ts';
import {
  expectAccepted,
  never,
  requestFor,
  runOptions,
  sourceFiles,
  startTestEnv,
  type TestEnv,
  withEngine,
} from './harness.ts';
import { changeStore } from './killed-store.ts';

beforeEach(() => {
  // No waits.
  retryWithoutWaits();
  onTestFinished(() => void vi.restoreAllMocks());
});

const own = (status: number, title: string): GatewayAnswer => ({
  status,
  body: JSON.stringify({ title, status }),
});
const foreign = (status: number): GatewayAnswer => ({ status, body: '{"message":"Forbidden"}' });
const page = (status: number): GatewayAnswer => ({ status, body: '<html>Blocked</html>' });

/** The first request is carried out and answered otherwise; those that follow pass. */
const doneBut =
  (answer: GatewayAnswer): RequestHandler =>
  async (pass, number) => {
    const passed = await pass();
    return number === 0 ? answer : passed;
  };
const always =
  (answer: GatewayAnswer): RequestHandler =>
  async (pass, number) => {
    if (number === 0) await pass();
    return answer;
  };
const instead =
  (answer: GatewayAnswer): RequestHandler =>
  async (pass, number) =>
    number === 0 ? answer : pass();

const twice: RequestHandler = async (pass) => {
  await pass();
  return pass();
};

type Outcome = 'accepted' | 'held' | 'failed';
const cases: readonly (readonly [string, RequestHandler, Outcome])[] = [
  ['is delivered twice', twice, 'accepted'],
  ['is carried out and answered with a 429', doneBut(own(429, 'Slow down')), 'accepted'],
  ['is carried out and answered with the 429 of a gateway', doneBut(foreign(429)), 'accepted'],
  ['is carried out and answered with the 403 of a gateway', doneBut(foreign(403)), 'accepted'],
  ['is carried out and answered with the 404 of a gateway', doneBut(foreign(404)), 'accepted'],
  ['is carried out and answered with a web page and 400', doneBut(page(400)), 'accepted'],
  ['is carried out and always answered with the 403 of a gateway', always(foreign(403)), 'held'],
  ['is carried out and always answered with the 404 of a gateway', always(foreign(404)), 'held'],
  ['is carried out and always answered with a conflict', always(own(409, 'Conflict')), 'held'],
  [
    'is carried out, and 429 and a conflict follow',
    async (pass, number) => {
      if (number === 0) await pass();
      return number === 0 ? own(429, 'Slow down') : own(409, 'Finalised');
    },
    'held',
  ],
  ['is refused with the platform’s words and 422', instead(own(422, 'No')), 'failed'],
  ['is refused with the platform’s words and 403', instead(own(403, 'No permission')), 'failed'],
];

async function engineAt(env: TestEnv, serverUrl: string): Promise<Engine> {
  const engine = unwrap(openEngine({ stateDir: env.stateDir, command: 'test', version: '0.0.0' }));
  const { apiKey } = env.sandbox;
  unwrap(await engine.connect({ serverUrl, apiKey, profilePath: env.profilePath }));
  return engine;
}

async function engineBehind(env: TestEnv, onCompletion: RequestHandler): Promise<Engine> {
  const gateway = await startGateway(env.sandbox.url);
  gateway.onCompletion = onCompletion;
  const engine = await engineAt(env, gateway.url);
  onTestFinished(async () => {
    await engine.close();
    await gateway[Symbol.asyncDispose]();
  });
  return engine;
}

const outcomesOf = (engine: Engine, id: UploadId) => {
  const { accepted, held, failed } = unwrap(engine.upload(id)).totals;
  return { accepted: accepted.items, held: held.items, failed: failed.items };
};

describe.each([
  ['a file', 'never'],
  ['a pack', 'always'],
] as const)('the completion of %s that', (_what, pack) => {
  test.each(cases)('%s: no evidence arrives twice', async (_name, onCompletion, outcome) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, pack === 'always' ? { 'a.txt': 100, 'b.txt': 200 } : { 'a.txt': 100 });
    const files = pack === 'always' ? 2 : 1;
    const engine = await engineBehind(env, onCompletion);
    const id = unwrap(await engine.prepare(requestFor(env, { pack }), never));
    unwrap(await engine.run(id, runOptions()));
    expect(outcomesOf(engine, id)).toEqual({ accepted: 0, held: 0, failed: 0, [outcome]: files });
    const { requeued } = unwrap(await engine.requeueFailed(id));
    expect(requeued).toBe(outcome === 'failed' ? files : 0);
    if (requeued > 0) unwrap(await engine.run(id, runOptions()));
    expect(outcomesOf(engine, id).failed).toBe(0);
    expect((await sourceFiles(env)).filter(({ completed }) => completed !== null)).toHaveLength(1);
  });
});

const blocked = { kind: 'answer', status: 403, body: '<html>Blocked by policy</html>' } as const;

test.each([
  ['dataset', 'PostDatabaseDataset', 'dataset-unconfirmed'],
  ['source file', 'PostDatasetFile', 'source-file-unconfirmed'],
] as const)(
  'a web page with 403 for a new %s is no refusal of the platform',
  async (_what, operation, code) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'a.txt': 100 });
    await withEngine(env, async (engine) => {
      const id = unwrap(await engine.prepare(requestFor(env), never));
      await env.useFaults([{ match: { operation }, fault: blocked }]);
      expect(failureOf(await engine.run(id, runOptions()))).toMatchObject({
        code,
        cause: { code: 'outcome-unknown', reason: { kind: 'unreadable', status: 403, problem: 'web-page' } },
      });
      expect(unwrap(engine.upload(id))).toMatchObject({ state: 'paused', totals: { failed: { items: 0 } } });
      await env.useFaults([{ match: { operation }, fault: blocked, times: 2 }]);
      expect(unwrap(await engine.run(id, runOptions())).totals.accepted.items).toBe(1);
    });
  },
);

test.each([
  ['as it was', false],
  ['changed since', true],
])(
  'a failed file that may have been accepted, %s, is asked about again, not sent again',
  async (_what, changes) => {
    const env = await startTestEnv();
    await makeEvidence(env.evidence, { 'a.txt': 100 });
    await using gateway = await startGateway(env.sandbox.url);
    const answeredBy = async (onCompletion: RequestHandler) => {
      gateway.onCompletion = onCompletion;
      const engine = await engineAt(env, gateway.url);
      const [before] = engine.uploads();
      const id = before?.id ?? unwrap(await engine.prepare(requestFor(env), never));
      if (before !== undefined) expect(unwrap(await engine.requeueFailed(id)).requeued).toBe(1);
      unwrap(await engine.run(id, runOptions()));
      const outcomes = outcomesOf(engine, id);
      await engine.close();
      return outcomes;
    };
    expect((await answeredBy(always(foreign(403)))).held).toBe(1);
    // As an earlier version recorded it.
    changeStore(env, "UPDATE items SET state = 'failed'");
    if (changes) await writeFile(join(env.evidence, 'a.txt'), 'another');
    expect((await answeredBy((pass) => pass())).accepted).toBe(1);
    expect(await sourceFiles(env)).toHaveLength(1);
  },
);

/** As from a platform that answers with what is new alone. */
function withoutFilename({ status, body }: GatewayAnswer): GatewayAnswer {
  const { data }: { data?: object } = JSON.parse(body);
  return { status, body: JSON.stringify({ data: { ...data, filename: undefined } }) };
}

test('answers that a proxy exchanges between two files give neither the other’s content', async () => {
  const env = await startTestEnv();
  await makeEvidence(env.evidence, { 'Doe/a.txt': 100, 'Roe/b.txt': 200 });
  await using gateway = await startGateway(env.sandbox.url);
  const both = Promise.withResolvers<void>();
  const answers: GatewayAnswer[] = [];
  gateway.onCreation = async (pass, number) => {
    const own = await pass();
    if (number > 1) return own;
    answers[number] = own;
    if (number === 1) both.resolve();
    await both.promise;
    return answers[1 - number] ?? own;
  };
  const engine = await engineAt(env, gateway.url);
  onTestFinished(() => engine.close());
  const id = unwrap(await engine.prepare(requestFor(env, { pack: 'never' }), never));
  unwrap(await engine.run(id, runOptions()));
  await expectAccepted(env, ['Doe/a.txt', 'Roe/b.txt']);
});

test.each([
  ['of the same upload', false],
  ['of a later upload', true],
])('the answer that created a source file, repeated for a file %s, mixes nothing', async (_what, isLater) => {
  const env = await startTestEnv();
  // More parts than the one before: what is sent to its source file would be seen there.
  const sizes = { 'a.img': 2 * 64 * 1024, 'b.img': 3 * 64 * 1024 };
  await makeEvidence(env.evidence, sizes);
  await using gateway = await startGateway(env.sandbox.url);
  const engine = await engineAt(env, gateway.url);
  onTestFinished(() => engine.close());
  const prepare = async (name: string): Promise<UploadId> => {
    const dataset = { name, description: null };
    return unwrap(await engine.prepare(requestFor(env, { dataset, pack: 'never' }), never));
  };
  const answers: GatewayAnswer[] = [];
  gateway.onCreation = async (pass, number) => {
    answers.push(await pass());
    const isRepeated = number >= (isLater ? 2 : 1);
    return withoutFilename(answers[isRepeated ? 0 : number] ?? { status: 500, body: '' });
  };
  if (isLater) unwrap(await engine.run(await prepare('first'), runOptions()));
  const firstRows = await sourceFiles(env);
  const id = await prepare('second');
  const { data }: { data: { id: number } } = JSON.parse(answers[0]?.body ?? '{"data":{"id":0}}');
  const stopped = failureOf(await engine.run(id, runOptions()));
  expect(stopped).toMatchObject({ code: 'source-file-not-new' });
  if (isLater) expect(stopped).toMatchObject({ sourceFileId: data.id });
  expect(outcomesOf(engine, id)).toMatchObject({ held: 0, failed: 0 });
  // Nothing was added to what the platform has of the first one.
  if (isLater) expect((await sourceFiles(env)).slice(0, firstRows.length)).toEqual(firstRows);
  gateway.onCreation = (pass) => pass();
  const { datasetId } = unwrap(await engine.run(id, runOptions()));
  await expectAccepted(env, Object.keys(sizes), { datasetId: datasetId ?? 0 });
});
