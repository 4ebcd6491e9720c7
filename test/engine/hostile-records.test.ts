/**
 * Whatever a platform answers to any operation of the table: a result, never a crash, a hang, a request to another server,
 * or the key in what comes out. hostile-answers.test.ts does the same to the connection. LADING_HOSTILE_SEED repeats a run.
 */
import { MockAgent } from 'undici';
import { expect, test } from 'vitest';
import { parseApiKey } from '../../main/engine/platform/connection.ts';
import { createPlatform, type Platform } from '../../main/engine/platform/platform.ts';
import { loadProfile } from '../../main/engine/platform/profile-file.ts';
import type { RateLimiter } from '../../main/engine/platform/rate-limiter.ts';
import { type Result, success } from '../../preload/contract/failures/failure.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import {
  isListName,
  type Operation,
  type OperationName,
  operationNames,
  operations,
} from '../../preload/contract/platform/operations.ts';
import { redacted } from '../../preload/contract/texts/known-secrets.ts';
import { hostileBody, statuses } from '../fakes/hostile-answers.ts';
import { sampleRecord } from '../fakes/sample-record.ts';
import { hostileRuns, hostileTimeoutMs } from '../fixtures/hostile-runs.ts';
import { secret } from '../fixtures/platform-client.ts';
import { unwrap } from '../fixtures/result.ts';
import { Random } from '../soak/random.ts';

const answers = hostileRuns(10_000);
const seed = process.env['LADING_HOSTILE_SEED'] ?? 'lading';
const workers = 8;
const platformUrl = 'https://review.example';
const elsewhere = 'https://evil.example';
const bait = { apiKey: secret, elsewhere };
/** Beyond what any case takes on a busy computer. */
const giveUpAfterMs = 20_000;

const answer = { bytes: 300_000, depth: 64, values: 100_000 };
const limits = { record: answer, page: answer, list: { pages: 5, characters: 3e6, values: 1e6 } };

const unlimited: RateLimiter = {
  acquire: async () => () => undefined,
  pauseFor: () => undefined,
  identify: () => undefined,
  refuse: () => undefined,
  close: () => undefined,
};

interface Case {
  readonly name: OperationName;
  readonly input: { readonly path: unknown; readonly query: unknown; readonly body: unknown };
  /** What a platform that means well answers. */
  readonly good: unknown;
}

const cases: readonly Case[] = operationNames
  .filter((name) => operations[name].body !== 'csv')
  .map((name) => {
    const { path, query, body, answers: kind, data }: Operation = operations[name];
    const sampled = sampleRecord(data);
    data.parse(sampled);
    const parameters = (schema: Operation['path'] | Operation['query']) =>
      Object.fromEntries(Object.keys(schema.shape).map((field) => [field, field === 'month' ? 12 : 2026]));
    return {
      name,
      input: {
        path: parameters(path),
        query: parameters(query),
        body: body === null || body === 'csv' ? undefined : sampleRecord(body),
      },
      good: kind === 'list' ? { data: [sampled], links: { next: null } } : { data: sampled },
    };
  });

/** A platform that answers at random, and what was asked of it. */
async function hostilePlatform(random: Random) {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const state: { good: unknown; asked: number; askedElsewhere: number } = {
    good: null,
    asked: 0,
    askedElsewhere: 0,
  };
  const any = { path: () => true, method: () => true };
  agent
    .get(platformUrl)
    .intercept(any)
    .reply(() => {
      state.asked += 1;
      const body = hostileBody(random, withNext(random, state.good), bait);
      return { statusCode: random.chance(0.6) ? 200 : random.pick(realStatuses), data: body };
    })
    .persist();
  agent
    .get(elsewhere)
    .intercept(any)
    .reply(() => {
      state.askedElsewhere += 1;
      return { statusCode: 200, data: '{}' };
    })
    .persist();
  const profile = unwrap(await loadProfile());
  const platform = createPlatform({
    baseUrl: new URL(platformUrl),
    apiKey: unwrap(parseApiKey(secret, profile)),
    profile,
    userAgent: 'Lading/test',
    dispatcher: agent,
    rateLimiter: unlimited,
    limits,
    random: () => -1, // no waits
  });
  return { platform, state, close: () => agent.close() };
}

/** Those that a connection delivers. */
const realStatuses = statuses.filter((status) => status >= 200 && status < 600);

function withNext(random: Random, good: unknown): unknown {
  if (typeof good !== 'object' || good === null || !('links' in good) || random.chance(0.6)) return good;
  const next = random.pick([
    '/v1/databases?after=5',
    `${elsewhere}/v1/databases?key=${secret}`,
    `//evil.example/x`,
    `https://user:pw@review.example/v1/databases`,
    'https://review.example:444/',
    'file:///etc/passwd',
    '?after=7',
    'x'.repeat(9000),
    '',
  ]);
  return { ...good, links: { next } };
}

/** Every page of a list, one record, or a change. */
async function run(platform: Platform, { name, input }: Case): Promise<Result<unknown>> {
  const options = { giveUpAfterMs, unreachedTries: 3 };
  const { data }: Operation = operations[name];
  if (!isListName(name)) {
    const answer = await platform.call(name, input, options);
    if (!answer.ok || answer.value.kind !== 'record') return answer;
    return success({ ...answer.value, read: data.safeParse(answer.value.data).data });
  }
  const elements: unknown[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < 5; pages += 1) {
    const page = await platform.call(name, { ...input, next }, options);
    if (!page.ok || page.value.kind !== 'page') return page;
    elements.push(...page.value.elements.map((element) => data.safeParse(element).data));
    next = page.value.next;
    if (next === null) break;
  }
  return success({ kind: 'page', elements, next });
}

test(`${answers} answers to every operation are results, and none repeats the key`, {
  timeout: hostileTimeoutMs(300_000),
}, async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  const kinds = new Map<OperationName, Set<string>>(cases.map(({ name }) => [name, new Set()]));
  let asked = 0;
  let askedElsewhere = 0;
  let quoted = 0;
  const work = async (worker: number): Promise<void> => {
    const random = new Random(`${seed}.${worker}`);
    const { platform, state, close } = await hostilePlatform(random);
    for (let index = worker; state.asked < answers / workers; index += 1) {
      const one = cases[index % cases.length] ?? random.pick(cases);
      state.good = one.good;
      const where = `LADING_HOSTILE_SEED=${seed}, worker ${worker}, ${one.name}, ${index}`;
      const result = await run(platform, one).catch((error: unknown) => {
        throw new Error(where, { cause: error });
      });
      const said = JSON.stringify(result) + (result.ok ? '' : failureText(result.failure));
      expect(said, where).not.toContain(secret);
      expect(result.ok ? '' : result.failure.code, where).not.toBe('bug');
      if (said.includes(redacted)) quoted += 1;
      kinds.get(one.name)?.add(result.ok ? 'ok' : result.failure.code);
    }
    asked += state.asked;
    askedElsewhere += state.askedElsewhere;
    await close();
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  expect(asked).toBeGreaterThanOrEqual(answers);
  expect(askedElsewhere).toBe(0);
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
  // Every operation was answered well and was refused, others got nonsense, and some answers quoted the key.
  for (const [name, seen] of kinds) {
    expect([...seen].join(' '), name).toContain('ok');
    expect(seen.size, name).toBeGreaterThan(2);
  }
  const all = new Set([...kinds.values()].flatMap((seen) => [...seen]));
  for (const code of ['unexpected-answer', 'outcome-unknown', 'not-found', 'forbidden', 'refused'])
    expect([...all]).toContain(code);
  expect(quoted).toBeGreaterThan(answers / 200);
});
