import { describe, expect, test } from 'vitest';
import { answerJson, type RequestHandler } from '../../../test/fakes/http-server.ts';
import { platformAt, secret, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { codeOf, unwrap } from '../../../test/fixtures/result.ts';

describe('a completion', () => {
  const complete = { etags: ['"a"', 'W/"b"'], sha1: 'ab' };

  test('carries the ETags verbatim and in order, and says what was answered', async () => {
    const answers: RequestHandler[] = [
      (_request, response) => answerJson(response, 200, { data: { id: 3, state: 'PROCESSING' } }),
      (_request, response) => answerJson(response, 200, {}),
      (_request, response) => void response.writeHead(204).end(),
      (_request, response) => answerJson(response, 202, { data: { id: 3, state: 'UPLOADING' } }),
      (_request, response) =>
        answerJson(response, 200, { data: { id: 3, state: 'FAILED', message: `No. ${secret}` } }),
    ];
    const fake = await startFakeServer((request, response, number) =>
      answers[number]?.(request, response, number),
    );
    const platform = await platformAt(fake.url);
    const done = [];
    for (const _ of answers)
      done.push(unwrap(await platform.completeSourceFile(1, 3, { ...complete, mayBeDone: false })));
    expect(done).toEqual([
      { kind: 'complete', state: 'PROCESSING' },
      { kind: 'unconfirmed', status: 200, problem: 'no-id' },
      { kind: 'unconfirmed', status: 204, problem: 'empty' },
      { kind: 'assembling', state: 'UPLOADING' },
      { kind: 'failed', state: 'FAILED', platformMessage: 'No. ■■■' },
    ]);
    expect(fake.seen[0]?.target).toBe('/v1/databases/1/sourceFiles/3');
    expect(JSON.parse(String(fake.seen[0]?.body))).toEqual(complete);
  });

  test('refused in the body of a success is refused', async () => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { title: 'Too many files', status: 422 }),
    );
    const platform = await platformAt(fake.url);
    expect(await platform.completeSourceFile(1, 3, { ...complete, mayBeDone: false })).toMatchObject({
      ok: false,
      failure: { code: 'cap-reached', status: 422, platformMessage: 'Too many files' },
    });
  });

  test('that takes longer than other requests is waited for', async () => {
    const fake = await startFakeServer(
      (_request, response) =>
        void setTimeout(() => answerJson(response, 200, { data: { id: 3, state: 'DONE' } }), 400),
    );
    const platform = await platformAt(fake.url, { answerTimeoutMs: 100 });
    expect(unwrap(await platform.completeSourceFile(1, 3, { ...complete, mayBeDone: false }))).toEqual({
      kind: 'complete',
      state: 'DONE',
    });
  });

  test.each([
    ['The upload is Already complete', 409, 'already-complete'],
    [
      'The upload of this source file is already complete; it accepts no more parts.',
      409,
      'already-complete',
    ],
    ['Source file has already been completed', 409, 'already-complete'],
    ['This source file was already assembled.', 409, 'already-complete'],
    ['The source file has already been deleted', 409, 'refused'],
    ['The source file already exists', 409, 'refused'],
    ["The upload can't be completed: the source file was already deleted", 409, 'refused'],
    ['The upload was already completed or aborted', 409, 'refused'],
    ['The upload is not already complete', 409, 'refused'],
    ['The assembly already failed', 409, 'refused'],
    ['The upload is already complete', 404, 'not-found'],
    ['The file is still being assembled', 409, 'assembling'],
    ['Assembly is in progress', 423, 'assembling'],
  ])('“%s” (%i), first or after a lost answer: %s', async (title, status, expected) => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, status, { title, status }),
    );
    const platform = await platformAt(fake.url);
    for (const mayBeDone of [false, true]) {
      const answer = await platform.completeSourceFile(1, 3, { ...complete, mayBeDone });
      expect(answer.ok ? answer.value.kind : answer.failure.code).toBe(expected);
    }
  });

  test.each([
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'refused'],
    [429, 'ok'],
  ])('that something in between refuses with %i is unknown the first time', async (status, code) => {
    const fake = await startFakeServer((_request, response, number) =>
      number < 2
        ? answerJson(response, status, { message: 'No' }, { 'retry-after': '0' })
        : answerJson(response, 200, { data: { id: 3, state: 'DONE' } }),
    );
    const platform = await platformAt(fake.url);
    const codes = [];
    for (const mayBeDone of [false, true])
      codes.push(codeOf(await platform.completeSourceFile(1, 3, { ...complete, mayBeDone })));
    expect(codes).toEqual(['outcome-unknown', code]);
  });

  test('with another conflict is refused, repeated or not', async () => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 409, { title: 'Part 2 is missing' }),
    );
    const platform = await platformAt(fake.url);
    expect(codeOf(await platform.completeSourceFile(1, 3, { ...complete, mayBeDone: true }))).toBe('refused');
  });

  test('whose answer is lost is unknown the first time, and retried until there is one the next', async () => {
    const fake = await startFakeServer((_request, response, number) =>
      number < 4 ? void response.destroy() : answerJson(response, 409, { title: 'already completed' }),
    );
    const platform = await platformAt(fake.url);
    expect(codeOf(await platform.completeSourceFile(1, 3, { ...complete, mayBeDone: false }))).toBe(
      'outcome-unknown',
    );
    expect(unwrap(await platform.completeSourceFile(1, 3, { ...complete, mayBeDone: true }))).toEqual({
      kind: 'already-complete',
    });
  });
});

describe('a list', () => {
  const database = (id: number) => ({ id, name: `D${id}` });

  test('is followed through all its pages', async () => {
    const fake = await startFakeServer((request, response) => {
      const after = Number(new URL(request.target, 'http://x').searchParams.get('after') ?? 0);
      const data = [after + 1, after + 2].filter((id) => id <= 5).map(database);
      const next = after + 2 < 5 ? `/v1/databases?after=${after + 2}&limit=2` : null;
      answerJson(response, 200, { data, links: { next } });
    });
    const platform = await platformAt(fake.url);
    expect(unwrap(await platform.all('GetDatabases', { path: {}, query: {} })).map(({ id }) => id)).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(fake.seen[0]?.target).toBe('/v1/databases?limit=200');
  });

  test('without links continues after its last element as long as pages are full', async () => {
    const fake = await startFakeServer((request, response) => {
      const after = Number(new URL(request.target, 'http://x').searchParams.get('after') ?? 0);
      answerJson(response, 200, { data: [after + 1, after + 2].filter((id) => id <= 3).map(database) });
    });
    const platform = await platformAt(fake.url);
    const lengths: number[] = [];
    for await (const page of platform.pages('GetDatabases', { path: {}, query: {}, limit: 2 }))
      lengths.push(unwrap(page).length);
    expect(lengths).toEqual([2, 1]);
  });

  test('of parts tolerates a platform that returns all of them, unpaged', async () => {
    const parts = Array.from({ length: 200 }, (_, n) => ({ partNumber: n + 1, etag: `"${n}"`, size: n }));
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data: parts }));
    const platform = await platformAt(fake.url);
    const found = new Map<number, string>();
    for await (const page of platform.listParts(1, 2)) {
      for (const { partNumber, etag } of unwrap(page)) found.set(partNumber, etag);
    }
    expect(found.size).toBe(200);
    expect(fake.seen.length).toBeLessThanOrEqual(2);
  });

  test.each([
    ['another server', 'http://localhost:1/v1/databases?after=1', 'other-server'],
    ['itself', '/v1/databases?limit=200', 'circle'],
    ['nowhere', 'http://[', 'malformed'],
  ])('whose next page leads to %s is not followed', async (_name, next, problem) => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: [database(1)], links: { next } }),
    );
    const platform = await platformAt(fake.url);
    const read = await platform.all('GetDatabases', { path: {}, query: {} });
    expect(read).toMatchObject({
      ok: false,
      failure: {
        code: 'unexpected-answer',
        operation: 'GetDatabases',
        reason: { kind: 'bad-page-link', problem },
      },
    });
    expect(fake.seen).toHaveLength(1);
  });
});
