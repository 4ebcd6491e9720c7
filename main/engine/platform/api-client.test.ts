import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { covers } from '../../../test/conformance/covers.ts';
import { answerJson, type RequestHandler, startHttpServer } from '../../../test/fakes/http-server.ts';
import { platformAt, secret, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { ownRateLimiter } from '../../../test/fixtures/rate-limiter.ts';
import { codeOf, unwrap } from '../../../test/fixtures/result.ts';
import { platformLimits } from './answer-limits.ts';
import type { RetryWait } from './api-client.ts';
import { createHttpDispatcher } from './dispatcher.ts';
import type { Platform } from './platform.ts';
import type { RateLimiter } from './rate-limiter.ts';

const readDatabase = (platform: Platform, options?: Parameters<Platform['read']>[2]) =>
  platform.read('GetDatabase', { path: { databaseId: 1 }, query: {} }, options);

describe('a request', () => {
  test('carries key, agent and JSON body to the path of the profile, below the path of the server', async () => {
    covers('rule 1.1', 'rule 4.common-rules.1', 'rule 4.common-rules.4', 'rule 5.1');
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 201, { data: { id: 7, name: 'A', more: 1 } }),
    );
    const platform = await platformAt(new URL(`${fake.url.href}prefix`));
    const made = await platform.createDataset(12, { name: 'A', settings: { deduplication: 'NONE' } });
    expect(unwrap(made)).toEqual({ id: 7 });
    const [request] = fake.seen;
    expect(request?.method).toBe('POST');
    expect(request?.target).toBe('/prefix/v1/databases/12/datasets');
    expect(request?.headers['authorization']).toBe(`Bearer ${secret}`);
    expect(request?.headers['user-agent']).toBe('Lading/test');
    expect(JSON.parse(String(request?.body))).toEqual({ name: 'A', deduplication: 'NONE' });
  });

  test('is repeated through every passing fault; the waits are reported, and that they are over', async () => {
    covers('rule 7.1', 'rule 7.5');
    const faults: RequestHandler[] = [
      (_request, response) => void response.destroy(),
      (_request, response) => answerJson(response, 503, { title: 'Maintenance', status: 503 }),
      (_request, response) =>
        answerJson(response, 429, { title: 'Slow down', status: 429 }, { 'retry-after': '0' }),
      (_request, response) => void response.writeHead(408).end(),
      (_request, response) =>
        void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway'),
      (_request, response) => void response.writeHead(200).end('<html>Welcome'),
      (_request, response) =>
        void response.writeHead(200, { 'content-length': '50' }).write('{"data":', () => response.destroy()),
      (_request, response) =>
        answerJson(response, 200, { data: { url: 'https://elsewhere.example/part?sig=1' } }),
    ];
    const waits: (RetryWait | null)[] = [];
    const fake = await startFakeServer((request, response, number) =>
      faults[number]?.(request, response, number),
    );
    const platform = await platformAt(fake.url, { onWaiting: (wait) => waits.push(wait) });
    expect(unwrap(await platform.partUrl(1, 2, 3))).toEqual({ url: 'https://elsewhere.example/part?sig=1' });
    expect(fake.seen).toHaveLength(faults.length);
    expect(fake.seen[0]?.target).toBe('/v1/databases/1/sourceFiles/2/parts/3');
    expect(waits).toHaveLength(faults.length);
    expect(waits.at(-1)).toBeNull();
    expect(waits[1]).toMatchObject({
      reason: { kind: 'status', status: 503, platformMessage: 'Maintenance' },
    });
  });

  test.each<[string, RequestHandler]>([
    ['the connection is cut', (_request, response) => void response.destroy()],
    ['500', (_request, response) => answerJson(response, 500, { title: 'Oops', status: 500 })],
    ['503 with Retry-After', (_request, response) => answerJson(response, 503, {}, { 'retry-after': '0' })],
    ['408', (_request, response) => answerJson(response, 408, {})],
    ['a web page', (_request, response) => void response.writeHead(200).end('<html>')],
    ['an empty answer', (_request, response) => void response.writeHead(201).end()],
    ['an answer without id', (_request, response) => answerJson(response, 201, { data: { name: 'A' } })],
    [
      'half an answer',
      (_request, response) =>
        void response.writeHead(201, { 'content-length': '50' }).write('{"data":', () => response.destroy()),
    ],
  ])('that must not be repeated has an unknown outcome after: %s', async (_name, answering) => {
    const fake = await startFakeServer(answering);
    const platform = await platformAt(fake.url);
    const made = await platform.createSourceFile(1, 2, { filename: 'a' });
    expect(made).toMatchObject({
      ok: false,
      failure: { code: 'outcome-unknown', operation: 'PostDatasetFile' },
    });
    expect(fake.seen).toHaveLength(1);
  });

  test('that must not be repeated is retried if it certainly was not carried out: 429, and no connection', async () => {
    const fake = await startFakeServer((_request, response, number) =>
      number < 3
        ? answerJson(response, 429, { title: 'Slow down', status: 429 })
        : answerJson(response, 200, { data: { id: 5, name: 'A' } }),
    );
    const platform = await platformAt(fake.url);
    expect(unwrap(await platform.createDataset(1, { name: 'A', settings: {} })).id).toBe(5);
    expect(fake.seen).toHaveLength(4);

    const closed = await startHttpServer(() => {});
    await closed[Symbol.asyncDispose]();
    const stop = new AbortController();
    let attempts = 0;
    const nowhere = await platformAt(closed.url, {
      onWaiting: () => {
        attempts += 1;
        if (attempts === 3) stop.abort();
      },
    });
    const refused = await nowhere.createDataset(1, { name: 'A', settings: {} }, { signal: stop.signal });
    expect(codeOf(refused)).toBe('stopped');
  });

  test.each([
    [401, { title: 'Bad key', status: 401 }, 'key-refused', 'Bad key'],
    [403, { title: 'No upload right', status: 403 }, 'forbidden', 'No upload right'],
    [
      404,
      { message: 'No object was found for id 12', status: 404 },
      'not-found',
      'No object was found for id 12',
    ],
    [422, { title: 'At most 50 datasets', status: 422 }, 'cap-reached', 'At most 50 datasets'],
    [400, { title: 'filename\u001b[2J\nmissing', status: 400 }, 'refused', 'filename [2J missing'],
    [409, { title: `key ${secret} is odd`, status: 409 }, 'refused', 'key ■■■ is odd'],
    [400, { title: 'x'.repeat(5000), status: 400 }, 'refused', `${'x'.repeat(299)}…`],
  ])('refused with %i stops with the platform’s message', async (status, body, code, words) => {
    const fake = await startFakeServer((_request, response) => answerJson(response, status, body));
    const platform = await platformAt(fake.url);
    const made = await platform.createDataset(12, { name: 'A', settings: {} });
    expect(made).toMatchObject({ ok: false, failure: { code, status, operation: 'PostDatabaseDataset' } });
    expect(made.ok ? '' : failureText(made.failure)).toContain(words);
    expect(fake.seen).toHaveLength(1);
  });

  test.each([
    [418, '"no shape at all"', '(418)'],
    [403, '{"message":"Forbidden"}', '403: Forbidden'],
    [404, '<html>Blocked', 'is a web page'],
    [400, '', 'is empty'],
    [403, '{"title":"No upload right","status":404}', 'No upload right'],
  ])('refused with %i and %s may have been carried out', async (status, body, words) => {
    const fake = await startFakeServer((_request, response) => void response.writeHead(status).end(body));
    const platform = await platformAt(fake.url);
    for (const made of [
      await platform.createDataset(12, { name: 'A', settings: {} }),
      await platform.createSourceFile(12, 3, { filename: 'a' }),
    ]) {
      expect(codeOf(made)).toBe('outcome-unknown');
      expect(made.ok ? '' : failureText(made.failure)).toContain(words);
    }
    expect(fake.seen).toHaveLength(2);
  });

  test.each([
    [undefined, { title: 'Slow down', status: 429 }, 'ok'],
    [undefined, { message: 'Too Many Requests' }, 'ok'],
    ['https://h.example/a', { title: 'Slow down', status: 429 }, 'ok'],
    ['https://h.example/a', { message: 'Too Many Requests' }, 'outcome-unknown'],
  ])(
    'with the link %s, refused with 429 and %j, is repeated only where it does no harm',
    async (directLink, body, code) => {
      const fake = await startFakeServer((_request, response, number) =>
        number === 0
          ? answerJson(response, 429, body, { 'retry-after': '0' })
          : answerJson(response, 200, { data: { id: 1, state: 'UPLOADING' } }),
      );
      const platform = await platformAt(fake.url);
      const file = { filename: 'a', ...(directLink === undefined ? {} : { directLink }) };
      expect(codeOf(await platform.createSourceFile(12, 3, file))).toBe(code);
    },
  );

  test('answered with a redirect is not followed, and the key is sent to no other host', async () => {
    const other = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: { id: 1, name: 'x' } }),
    );
    const fake = await startFakeServer(
      (_request, response) => void response.writeHead(307, { location: other.url.href }).end(),
    );
    const platform = await platformAt(fake.url);
    expect(await readDatabase(platform)).toMatchObject({
      ok: false,
      failure: { code: 'unexpected-answer', reason: { kind: 'redirect', status: 307, host: fake.url.host } },
    });
    expect(other.seen).toHaveLength(0);
  });

  test('whose answer stays unreadable stops after a few, with status and operation', async () => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: { id: 'seven' } }),
    );
    const platform = await platformAt(fake.url);
    const read = await readDatabase(platform);
    expect(read).toMatchObject({
      ok: false,
      failure: {
        code: 'unexpected-answer',
        operation: 'GetDatabase',
        reason: { kind: 'unreadable', status: 200, problem: 'unexpected-fields', field: 'data.id' },
      },
    });
    expect(read.ok ? '' : failureText(read.failure)).toContain('data.id');
    expect(fake.seen).toHaveLength(5);
  });

  test('with an endless answer reads no more than is allowed', async () => {
    let written = 0;
    const fake = await startFakeServer((_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        written += 64 * 1024;
        if (!response.destroyed) response.write(Buffer.alloc(64 * 1024, 32), more);
      };
      more();
    });
    const platform = await platformAt(fake.url, {
      limits: { ...platformLimits, record: { ...platformLimits.record, bytes: 1024 * 1024 } },
    });
    expect(await readDatabase(platform)).toMatchObject({
      ok: false,
      failure: { code: 'unexpected-answer' },
    });
    expect(written).toBeLessThan(5 * 32 * 1024 * 1024);
  });

  test('that hangs is given up and repeated when safe, unknown when not', async () => {
    const fake = await startFakeServer((_request, response, number) => {
      if (number === 1) answerJson(response, 200, { data: { id: 1, name: 'D' } });
    });
    const platform = await platformAt(fake.url, { answerTimeoutMs: 150 });
    expect(unwrap(await readDatabase(platform)).name).toBe('D');
    expect(codeOf(await platform.createDataset(1, { name: 'A', settings: {} }))).toBe('outcome-unknown');
  });

  test('gives up only after the given time, and says why', async () => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 503, { title: 'Maintenance' }),
    );
    const platform = await platformAt(fake.url);
    const read = await platform.read('GetCurrentUser', { path: {}, query: {} }, { giveUpAfterMs: 200 });
    expect(read).toMatchObject({ ok: false, failure: { code: 'unreachable', operation: 'GetCurrentUser' } });
    expect(read.ok ? '' : failureText(read.failure)).toContain('Maintenance');
  });

  test('gives up soon if no server can be reached while a person waits', async () => {
    const fake = await startHttpServer((_request, response) => void response.end());
    const platform = await platformAt(fake.url);
    await fake[Symbol.asyncDispose]();
    const read = await platform.read('GetCurrentUser', { path: {}, query: {} }, { unreachedTries: 2 });
    expect(read).toMatchObject({ ok: false, failure: { code: 'unreachable', operation: 'GetCurrentUser' } });
  });

  test('honors Retry-After for the whole account', async () => {
    covers('rule 7.5');
    const fake = await startFakeServer((_request, response, number) =>
      number === 0
        ? answerJson(response, 429, {}, { 'retry-after': '1' })
        : answerJson(response, 200, { data: { id: 1, name: 'D' } }),
    );
    const waiting = Promise.withResolvers<void>();
    const platform = await platformAt(fake.url, { onWaiting: () => waiting.resolve() });
    const first = readDatabase(platform);
    await waiting.promise;
    await Promise.all([first, platform.read('GetDatabase', { path: { databaseId: 2 }, query: {} })]);
    const [asked, ...later] = fake.seen.map(({ arrivedMs }) => arrivedMs);
    expect(later).toHaveLength(2);
    for (const arrivedMs of later) expect(arrivedMs - (asked ?? 0)).toBeGreaterThanOrEqual(990);
  });
});

describe('stopping', () => {
  test('ends a safe request at once', async () => {
    const arrived = Promise.withResolvers<void>();
    const fake = await startFakeServer(() => arrived.resolve());
    const platform = await platformAt(fake.url);
    const stop = new AbortController();
    const read = readDatabase(platform, { signal: stop.signal });
    await arrived.promise;
    stop.abort();
    expect(codeOf(await read)).toBe('stopped');
    expect(codeOf(await readDatabase(platform, { signal: stop.signal }))).toBe('stopped');
    expect(fake.seen).toHaveLength(1);
  });

  test('between acquiring and sending leaves a request unsent, and its outcome known', async () => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: { id: 5, name: 'A' } }),
    );
    const stop = new AbortController();
    const rateLimiter = ownRateLimiter(1000);
    const acquire: RateLimiter['acquire'] = async (priority) => {
      const release = await rateLimiter.acquire(priority);
      stop.abort();
      return release;
    };
    const platform = await platformAt(fake.url, { rateLimiter: { ...rateLimiter, acquire } });
    const made = await platform.createDataset(1, { name: 'A', settings: {} }, { signal: stop.signal });
    expect(codeOf(made)).toBe('stopped');
    expect(fake.seen).toHaveLength(0);
  });

  test('waits for the answer to a request that must not be repeated', async () => {
    const stop = new AbortController();
    const fake = await startFakeServer(async (_request, response) => {
      stop.abort();
      await delay(50);
      answerJson(response, 200, { data: { id: 5, name: 'A' } });
    });
    const platform = await platformAt(fake.url);
    const made = await platform.createDataset(1, { name: 'A', settings: {} }, { signal: stop.signal });
    expect(unwrap(made).id).toBe(5);
  });
});

test.each([
  [60, true],
  [100_000, false],
])('a record that nests %i levels deep is taken: %s', async (depth, isTaken) => {
  const fake = await startFakeServer(
    (_request, response) =>
      void response.end(`{"data":{"id":7,"name":"A","more":${'['.repeat(depth)}${']'.repeat(depth)}}}`),
  );
  const platform = await platformAt(fake.url);
  const answer = await readDatabase(platform, { giveUpAfterMs: 300 });
  if (isTaken) expect(unwrap(answer)).toMatchObject({ id: 7 });
  else expect(inspect(answer)).toContain('unexpected-fields');
});

test('a list without end is given up', async () => {
  const fake = await startFakeServer((_request, response, number) =>
    answerJson(response, 200, {
      data: [{ id: number, name: 'A' }],
      links: { next: `/v1/databases?after=${number}&limit=200` },
    }),
  );
  const platform = await platformAt(fake.url, {
    limits: { ...platformLimits, list: { ...platformLimits.list, pages: 5 } },
  });
  expect(await platform.all('GetDatabases', { path: {}, query: {} })).toMatchObject({
    ok: false,
    failure: { code: 'unexpected-answer', reason: { kind: 'bad-page-link', problem: 'endless' } },
  });
  expect(fake.seen).toHaveLength(5);
});

test('a call after the client was closed is a bug, and no endless wait', async () => {
  const fake = await startFakeServer((_request, response) => answerJson(response, 200, {}));
  const dispatcher = createHttpDispatcher({});
  const platform = await platformAt(fake.url, { dispatcher });
  await dispatcher.close();
  await expect(readDatabase(platform)).rejects.toThrow();
});

test('https to a plain http server: never sent, so nothing is unknown', async () => {
  const fake = await startFakeServer((_request, response) => answerJson(response, 200, {}));
  const platform = await platformAt(new URL(fake.url.href.replace('http:', 'https:')));
  const made = await platform.createDataset(1, { name: 'A', settings: {} }, { giveUpAfterMs: 100 });
  expect(codeOf(made)).toBe('unreachable');
  expect(made.ok ? null : made.failure).toMatchObject({ reason: { kind: 'network', fault: 'not-tls' } });
});

test('at the rate of the default profile, the server sees at most 25 requests in any second', async () => {
  covers('rule 8.request-rate');
  const fake = await startFakeServer(async (_request, response, number) => {
    await delay((number * 37) % 150);
    answerJson(response, 200, { data: { id: 1, name: 'D' } });
  });
  const platform = await platformAt(fake.url, { rateLimiter: ownRateLimiter(25) });
  await Promise.all(Array.from({ length: 70 }, () => readDatabase(platform)));
  const arrivalsMs = fake.seen.map(({ arrivedMs }) => arrivedMs).sort((one, other) => one - other);
  expect(arrivalsMs).toHaveLength(70);
  for (const [index, arrivedMs] of arrivalsMs.slice(25).entries()) {
    expect(arrivedMs - (arrivalsMs[index] ?? 0)).toBeGreaterThanOrEqual(1000);
  }
});

test('a thousand calls with one signal leave no listener behind and lose none', async () => {
  const fake = await startFakeServer((_request, response) =>
    answerJson(response, 200, { data: { id: 1, name: 'D' } }),
  );
  const platform = await platformAt(fake.url);
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  const { signal } = new AbortController();
  const read = await Promise.all(Array.from({ length: 1000 }, () => readDatabase(platform, { signal })));
  await delay(0);
  process.off('warning', onWarning);
  expect(read.every(({ ok }) => ok)).toBe(true);
  expect(warnings).toEqual([]);
});
