import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOurMistake, networkFault } from './network.ts';
import {
  backoffMs,
  classify,
  costlyCapMs,
  type Outcome,
  patientlyAllowed,
  retryAfterMs,
  unreadableAnswersAllowed,
} from './retry.ts';

const answer = (status: number, readable = true): Outcome => ({ kind: 'answer', status, readable });
const network = (kind: 'not-sent' | 'broken' | 'timeout'): Outcome => ({ kind, words: 'trouble' });

/** What is decided: for an operation safe to repeat, and for one that is not. */
const table: readonly (readonly [string, Outcome, string, string])[] = [
  ['200', answer(200), 'done', 'done'],
  ['201', answer(201), 'done', 'done'],
  ['204', answer(204), 'done', 'done'],
  ['200 unreadable', answer(200, false), 'retry', 'outcome-unknown'],
  ['204 unreadable', answer(204, false), 'retry', 'outcome-unknown'],
  ['100', answer(100), 'unexpected-answer', 'unexpected-answer'],
  ['301', answer(301), 'unexpected-answer', 'unexpected-answer'],
  ['304', answer(304), 'unexpected-answer', 'unexpected-answer'],
  ['307', answer(307), 'unexpected-answer', 'unexpected-answer'],
  ['400', answer(400), 'refused', 'refused'],
  ['401', answer(401), 'key-refused', 'key-refused'],
  ['403', answer(403), 'forbidden', 'forbidden'],
  ['404', answer(404), 'not-found', 'not-found'],
  ['408', answer(408), 'retry', 'outcome-unknown'],
  ['409', answer(409), 'refused', 'refused'],
  ['413', answer(413), 'refused', 'refused'],
  ['422', answer(422), 'cap-reached', 'cap-reached'],
  ['429', answer(429), 'retry', 'retry'],
  ['500', answer(500), 'retry', 'outcome-unknown'],
  ['502', answer(502), 'retry', 'outcome-unknown'],
  ['503', answer(503), 'retry', 'outcome-unknown'],
  ['599', answer(599), 'retry', 'outcome-unknown'],
  ['no connection', network('not-sent'), 'retry', 'retry'],
  ['a broken connection', network('broken'), 'retry', 'outcome-unknown'],
  ['no answer in time', network('timeout'), 'retry', 'outcome-unknown'],
];

const decided = (outcome: Outcome, repeat: 'safe' | 'unsafe'): string => {
  const decision = classify('PostDatasetFile', outcome, repeat);
  if (!('failure' in decision)) return decision.do;
  expect(decision.failure.operation).toBe('PostDatasetFile');
  if (outcome.kind === 'answer') expect(decision.failure.status).toBe(outcome.status);
  expect(decision.do).toBe(
    { 'key-refused': 'key-refused', 'outcome-unknown': 'unknown' }[String(decision.failure.code)] ?? 'stop',
  );
  return decision.failure.code;
};

describe('after', () => {
  test.each(table)('%s', (_name, outcome, safe, unsafe) => {
    expect(decided(outcome, 'safe')).toBe(safe);
    expect(decided(outcome, 'unsafe')).toBe(unsafe);
  });

  test.each([answer(200, false), answer(302)])(
    'where nobody waits, what a portal answers to a safe operation is borne longer, not for ever',
    (outcome) => {
      const decide = (before: number) => classify('GetDatabases', outcome, 'safe', before, true).do;
      expect(decide(patientlyAllowed - 2)).toBe('retry');
      expect(decide(patientlyAllowed - 1)).toBe('stop');
    },
  );

  test('what the service itself answers wrongly is not borne longer', () => {
    const misfit = { ...answer(200, false), misfit: true };
    const decide = (before: number) => classify('GetDatabases', misfit, 'safe', before, true).do;
    expect(decide(unreadableAnswersAllowed - 1)).toBe('stop');
  });

  test('unreadable answers again and again, a safe operation stops', () => {
    const decide = (before: number) => classify('GetDatabase', answer(200, false), 'safe', before).do;
    expect(decide(unreadableAnswersAllowed - 2)).toBe('retry');
    expect(decide(unreadableAnswersAllowed - 1)).toBe('stop');
  });

  test('429 and 5xx the time that the service asks for is passed on', () => {
    for (const status of [429, 503]) {
      const outcome: Outcome = { kind: 'answer', status, readable: true, retryAfterMs: 7000 };
      expect(classify('GetDatabase', outcome, 'safe')).toMatchObject({ do: 'retry', retryAfterMs: 7000 });
    }
  });

  test('whatever the status, an unsafe operation is repeated only where it certainly was not done', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), fc.boolean(), (status, readable) => {
        const decision = classify('PostDatasetFile', answer(status, readable), 'unsafe');
        expect(decision.do === 'retry').toBe(status === 429);
      }),
    );
  });
});

describe('backoff', () => {
  test('grows to at most a minute, and jitter takes all of it or nothing', () => {
    expect([0, 1, 2, 6, 7, 50, 5000].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
      500, 1000, 2000, 32_000, 60_000, 60_000, 60_000,
    ]);
    expect(backoffMs(9, () => 0)).toBe(0);
  });

  test('grows to ten minutes where each try costs something', () => {
    expect([7, 10, 11, 50].map((attempt) => backoffMs(attempt, () => 1, costlyCapMs))).toEqual([
      64_000, 512_000, 600_000, 600_000,
    ]);
  });
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-03-01T12:00:00Z');
  test.each([
    ['5', 5000],
    [' 0 ', 0],
    ['1.5', 1500],
    ['-3', 0],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['99999999999999999999', 900_000],
    ['Fri, 01 Mar 2086 11:00:00 GMT', 900_000],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (header, waitMs) => {
    expect(retryAfterMs(header, nowMs)).toBe(waitMs);
  });

  test('is a time between none and a quarter of an hour, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const waitMs = retryAfterMs(header, nowMs) ?? 0;
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(900_000);
      }),
    );
  });
});

describe('a network error', () => {
  test.each([
    ['ECONNREFUSED', 'not-sent'],
    ['ENOTFOUND', 'not-sent'],
    ['CERT_HAS_EXPIRED', 'not-sent'],
    ['UND_ERR_CONNECT_TIMEOUT', 'not-sent'],
    ['ECONNRESET', 'broken'],
    ['UND_ERR_SOCKET', 'broken'],
    ['ETIMEDOUT', 'broken'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['SOMETHING_NEW', 'broken'],
  ])('%s is %s', (code, kind) => {
    expect(networkFault(Object.assign(new Error('x'), { code })).kind).toBe(kind);
  });

  test('of a name that cannot even be looked up is not sent, whatever its code', () => {
    const fault = networkFault(Object.assign(new Error('x'), { code: 'EINVAL', syscall: 'getaddrinfo' }));
    expect(fault.kind).toBe('not-sent');
  });

  test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'])(
    '%s on a connection that was open is broken: the request may have arrived before the line went',
    (code) => {
      const fault = (syscall: string) => networkFault(Object.assign(new Error('x'), { code, syscall })).kind;
      expect([fault('connect'), fault('read'), fault('write')]).toEqual(['not-sent', 'broken', 'broken']);
    },
  );

  test('is told from our own mistakes, which repeating would not mend', () => {
    expect(isOurMistake(new TypeError('x is undefined'))).toBe(true);
    expect(isOurMistake(Object.assign(new Error('odd'), { code: 'UND_ERR_INVALID_ARG' }))).toBe(true);
    expect(isOurMistake(Object.assign(new Error('cut'), { code: 'ECONNRESET' }))).toBe(false);
    expect(isOurMistake(new Error('cut'))).toBe(false);
  });

  test('while connecting is never sent, and one without a code may have been', () => {
    expect(networkFault(Object.assign(new Error('x'), { code: 'ETIMEDOUT', syscall: 'connect' })).kind).toBe(
      'not-sent',
    );
    expect(networkFault(new Error('x')).kind).toBe('broken');
    expect(networkFault('x').kind).toBe('broken');
  });
});
