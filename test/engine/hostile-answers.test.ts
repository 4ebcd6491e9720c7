/**
 * Whatever a platform or a part host answers: never a crash, a hang, a request to another server, or a key or signature in
 * what comes out. LADING_HOSTILE_SEED repeats a run.
 */
import net from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformLimits } from '../../main/engine/platform/answer-limits.ts';
import { parseApiKey } from '../../main/engine/platform/connection.ts';
import { createHttpDispatcher } from '../../main/engine/platform/dispatcher.ts';
import { createPlatform, type Platform } from '../../main/engine/platform/platform.ts';
import { loadProfile } from '../../main/engine/platform/profile-file.ts';
import type { RateLimiter } from '../../main/engine/platform/rate-limiter.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { redacted } from '../../preload/contract/texts/known-secrets.ts';
import { hostileAnswer } from '../fakes/hostile-answers.ts';
import { hostileRuns, hostileTimeoutMs } from '../fixtures/hostile-runs.ts';
import { secret } from '../fixtures/platform-client.ts';
import { unwrap } from '../fixtures/result.ts';
import { Random } from '../soak/random.ts';
import { closing, dispatcher, listen, put, setUpPartHosts } from './part-host.ts';

setUpPartHosts();

const cases = hostileRuns(2400);
const seed = process.env['LADING_HOSTILE_SEED'] ?? 'lading';
const atOnce = 24;
const giveUpAfterMs = 200;
/** How long an answer without its end keeps the connection. The deadlines for silence have tests of their own. */
const holdMs = 30;
/** Far beyond all deadlines of one case, on a busy computer too. */
const hangMs = 20_000;

const answer = { bytes: 300_000, depth: 64, values: 100_000 };
const limits = { ...platformLimits, record: answer, page: answer };

const id = 7;
const options = { giveUpAfterMs, unreachedTries: 3 };
const operations: readonly (readonly [good: unknown, call: (platform: Platform) => Promise<unknown>])[] = [
  [
    { data: { id, username: 'a', organizations: [{ id: 1 }] } },
    (platform) => platform.read('GetCurrentUser', { path: {}, query: {} }, options),
  ],
  [
    { data: { id, name: 'A' } },
    (platform) => platform.read('GetDatabase', { path: { databaseId: id }, query: {} }, options),
  ],
  [
    { data: [{ id, name: 'A' }], links: { next: null } },
    (platform) => platform.all('GetDatabases', { path: {}, query: {} }, options),
  ],
  [
    { data: { permissions: ['DB_UPLOAD'] } },
    (platform) =>
      platform.read('GetDatabaseUser', { path: { databaseId: 1, userId: 2 }, query: {} }, options),
  ],
  [
    { data: { id, name: 'A' } },
    (platform) => platform.createDataset(1, { name: 'A', settings: {} }, options),
  ],
  [
    { data: { id, state: 'UPLOADING' } },
    (platform) => platform.createSourceFile(1, 2, { filename: 'a', passwords: [secret] }, options),
  ],
  [
    { data: { partNumber: 3, url: 'https://parts.example/?sig=1' } },
    (platform) => platform.partUrl(1, 2, 3, options),
  ],
  [
    { data: [{ partNumber: 1, etag: '"e"' }], links: { next: '/v1/next?after=1' } },
    (platform) => collect(platform.listParts(1, 2, options)),
  ],
  [
    { data: { id, state: 'PROCESSING' } },
    (platform) => platform.completeSourceFile(1, id, { etags: ['"e"'], mayBeDone: true }, options),
  ],
];

async function collect(pages: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

const unlimited: RateLimiter = {
  acquire: async () => () => undefined,
  pauseFor: () => undefined,
  identify: () => undefined,
  refuse: () => undefined,
  close: () => undefined,
};

let elsewhere: net.Server;
let elsewhereUrl = '';
let elsewhereConnections = 0;
beforeAll(async () => {
  elsewhere = net.createServer((socket) => {
    elsewhereConnections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const address = elsewhere.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  elsewhereUrl = `http://127.0.0.1:${address.port}`;
});
afterAll(() => void elsewhere.close());

/** Answers each request of a case with the next of its answers. */
function hostileServer(random: Random, good: unknown): Promise<string> {
  const bait = { apiKey: secret, elsewhere: elsewhereUrl };
  return listen(
    net.createServer((socket) => {
      socket.on('data', () => {
        const answer = hostileAnswer(random, good, bait);
        if (answer === null) socket.destroy();
        else if (random.chance(0.8)) socket.end(answer);
        else socket.write(answer, () => setTimeout(() => socket.destroy(), holdMs));
      });
    }),
  );
}

async function inTime<T>(work: Promise<T>, name: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${name} hangs`)), hangMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs many cases at once; each closes its own servers. */
async function runCases(count: number, run: (random: Random, index: number) => Promise<void>): Promise<void> {
  const pending = Array.from({ length: count }, (_, index) => index).values();
  const worker = async () => {
    for (const index of pending) {
      const random = new Random(`${seed}.${index}`);
      await inTime(run(random, index), `LADING_HOSTILE_SEED=${seed}, answer ${index},`).catch(
        (error: unknown) => {
          throw new Error(`LADING_HOSTILE_SEED=${seed}, answer ${index}`, { cause: error });
        },
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Everything that may be shown, logged or stored of it. */
function everythingSaid(result: unknown): string {
  const failures: string[] = [];
  JSON.stringify(result, (name, value) => {
    if (name === 'failure') failures.push(failureText(value));
    return value;
  });
  return [inspect(result, { depth: 20 }), JSON.stringify(result), ...failures].join('\n');
}

async function platformAt(
  url: string,
  timeouts: { readonly answerTimeoutMs?: number } = {},
): Promise<Platform> {
  const connections = createHttpDispatcher({});
  closing.push(() => connections.destroy());
  const profile = unwrap(await loadProfile());
  return createPlatform({
    baseUrl: new URL(url),
    apiKey: unwrap(parseApiKey(secret, profile)),
    profile,
    userAgent: 'Lading/test',
    dispatcher: connections,
    rateLimiter: unlimited,
    limits,
    // Few retries: each takes the next answer.
    random: () => 0.5,
    ...timeouts,
  });
}

test('an answer that quotes the key is said without it', async () => {
  const body = JSON.stringify({ title: `no: ${secret}`, status: 400 });
  const head = `HTTP/1.1 400 no\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  const server = net.createServer((socket) => {
    socket.on('data', () => socket.end(head + body));
  });
  const platform = await platformAt(await listen(server));
  const said = everythingSaid(await platform.read('GetCurrentUser', { path: {}, query: {} }));
  expect(said).toContain(redacted);
  expect(said).not.toContain(secret);
});

test(`${cases} answers to the client are results, and none repeats the key`, {
  timeout: hostileTimeoutMs(600_000),
}, async () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  const kinds = new Set<string>();
  await runCases(cases, async (random, index) => {
    const [good, call] = operations[index % operations.length] ?? random.pick(operations);
    const platform = await platformAt(await hostileServer(random, good), { answerTimeoutMs: 150 });
    const said = everythingSaid(await call(platform));
    expect(said).not.toContain(secret);
    expect(said).not.toMatch(/code: 'bug'/);
    kinds.add(/ok: true/.test(said) ? 'ok' : (/code: '([a-z-]+)'/.exec(said)?.[1] ?? said));
  });
  expect(elsewhereConnections).toBe(0);
  expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
  // Answers of all kinds got through.
  for (const kind of ['ok', 'unexpected-answer', 'not-found', 'unreachable'])
    expect([...kinds]).toContain(kind);
});

test(`${cases / 4} answers to parts are outcomes, and none repeats the signature`, {
  timeout: hostileTimeoutMs(600_000),
}, async () => {
  const kinds = new Set<string>();
  await runCases(Math.floor(cases / 4), async (random) => {
    const url = await hostileServer(random, { title: 'part?X-Signature=very-secret', status: 400 });
    const outcome = await put(url, { bytes: 1000, stallMs: 100, dispatcher: dispatcher(1) });
    expect(everythingSaid(outcome)).not.toContain('very-secret');
    kinds.add(outcome.kind);
  });
  expect(elsewhereConnections).toBe(0);
  for (const kind of ['stored', 'broken', 'intercepted', 'refused', 'url-refused']) {
    expect([...kinds]).toContain(kind);
  }
  expect(closing.length).toBeGreaterThan(0);
});
