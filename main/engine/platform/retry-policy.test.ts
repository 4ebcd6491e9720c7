import { describe, expect, test } from 'vitest';
import { covers } from '../../../test/conformance/covers.ts';
import fc from '../../../test/fixtures/property.ts';
import {
  backoffMs,
  costlyBackoffMs,
  decideRequest,
  type OwnRefusals,
  type RequestOutcome,
  type RequestRules,
  retryAfterMs,
  unattendedUnreadableLimit,
  unreadableLimit,
} from './retry-policy.ts';

const answer = (status: number, isReadable = true): RequestOutcome => ({
  kind: 'answer',
  status,
  problem: isReadable ? null : { problem: 'web-page' },
});
const network = (kind: 'not-sent' | 'broken' | 'timeout'): RequestOutcome => ({
  kind,
  reason: { kind: 'network', fault: 'other', code: 'EXAMPLE' },
});

/** The decision for an operation that is safe to repeat, and for one that is not. */
const table: readonly (readonly [string, RequestOutcome, string, string])[] = [
  ['200', answer(200), 'done', 'done'],
  ['201', answer(201), 'done', 'done'],
  ['204', answer(204), 'done', 'done'],
  ['200 unreadable', answer(200, false), 'retry', 'outcome-unknown'],
  ['204 unreadable', answer(204, false), 'retry', 'outcome-unknown'],
  ['409 cut off', answer(409, false), 'retry', 'outcome-unknown'],
  ['404 cut off', answer(404, false), 'retry', 'outcome-unknown'],
  ['401 cut off', answer(401, false), 'key-refused', 'key-refused'],
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

const rules = (repeat: 'safe' | 'unsafe', isUnattended = false): RequestRules => ({
  operation: 'PostDatasetFile',
  host: 'review.example',
  isAssumed: false,
  repeat,
  isUnattended,
});

function decided(outcome: RequestOutcome, repeat: 'safe' | 'unsafe'): string {
  const decision = decideRequest(rules(repeat), outcome);
  if (decision.kind !== 'fail') return decision.kind;
  expect(decision.failure).toMatchObject({ operation: 'PostDatasetFile' });
  return decision.failure.code;
}

describe('a request after', () => {
  test.each(table)('%s', (_name, outcome, safe, unsafe) => {
    expect(decided(outcome, 'safe')).toBe(safe);
    expect(decided(outcome, 'unsafe')).toBe(unsafe);
  });

  // Which refusals may come after the platform did what it was asked.
  test.each<[number, 'web-page' | null, string, string]>([
    [400, 'web-page', 'outcome-unknown', 'outcome-unknown'],
    [401, 'web-page', 'key-refused', 'key-refused'],
    [403, 'web-page', 'outcome-unknown', 'outcome-unknown'],
    [404, 'web-page', 'outcome-unknown', 'outcome-unknown'],
    [422, 'web-page', 'outcome-unknown', 'outcome-unknown'],
    [429, 'web-page', 'retry', 'outcome-unknown'],
    [403, null, 'forbidden', 'forbidden'],
    [404, null, 'not-found', 'not-found'],
    [422, null, 'cap-reached', 'cap-reached'],
    [429, null, 'retry', 'retry'],
  ])('%i, by another (%s)', (status, foreign, creation, once) => {
    const outcome = { ...answer(status), ...(foreign === null ? {} : { foreign }) };
    const decide = (ownRefusals: OwnRefusals): string => {
      const decision = decideRequest({ ...rules('unsafe'), ownRefusals }, outcome);
      return decision.kind === 'fail' ? decision.failure.code : decision.kind;
    };
    expect([decide('but-429'), decide('all')]).toEqual([creation, once]);
  });

  test.each([answer(200, false), answer(302)])(
    'a portal’s answer is retried longer while nobody is waiting, but not forever',
    (outcome) => {
      const decide = (before: number) => decideRequest(rules('safe', true), outcome, before).kind;
      expect(decide(unattendedUnreadableLimit - 2)).toBe('retry');
      expect(decide(unattendedUnreadableLimit - 1)).toBe('fail');
    },
  );

  test.each(['unexpected-fields', 'empty'] as const)(
    'an answer of the platform itself that is wrong (%s) is not repeated longer',
    (problem) => {
      const wrong: RequestOutcome = { kind: 'answer', status: 200, problem: { problem } };
      const decide = (before: number) => decideRequest(rules('safe', true), wrong, before).kind;
      expect(decide(unreadableLimit - 1)).toBe('fail');
    },
  );

  test('unreadable answers in all stops, also where it is safe to repeat', () => {
    const decide = (before: number) => decideRequest(rules('safe'), answer(200, false), before).kind;
    expect(decide(unreadableLimit - 2)).toBe('retry');
    expect(decide(unreadableLimit - 1)).toBe('fail');
  });

  test('501 is final for an operation that the profile assumes, and only for that', () => {
    expect(decideRequest({ ...rules('safe'), isAssumed: true }, answer(501))).toMatchObject({
      kind: 'fail',
      failure: { code: 'refused', status: 501 },
    });
    expect(decideRequest(rules('safe'), answer(501)).kind).toBe('retry');
  });

  test('429 and 5xx waits as long as the platform asks', () => {
    for (const status of [429, 503]) {
      const outcome: RequestOutcome = { kind: 'answer', status, problem: null, retryAfterMs: 7000 };
      expect(decideRequest(rules('safe'), outcome)).toMatchObject({ kind: 'retry', retryAfterMs: 7000 });
    }
  });

  test('any status is repeated only where an unsafe operation was certainly not carried out', () => {
    covers('rule 7.6');
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), fc.boolean(), (status, isReadable) => {
        const decision = decideRequest(rules('unsafe'), answer(status, isReadable));
        expect(decision.kind === 'retry').toBe(status === 429);
      }),
    );
  });
});

describe('backoff', () => {
  test('grows to at most a minute, and jitter takes up to half of it', () => {
    covers('rule 7.5');
    expect([0, 1, 2, 6, 7, 50, 5000].map((attempt) => backoffMs(attempt, () => 1))).toEqual([
      500, 1000, 2000, 32_000, 60_000, 60_000, 60_000,
    ]);
    expect([0, 1, 2, 6, 7, 50].map((attempt) => backoffMs(attempt, () => 0))).toEqual([
      250, 500, 1000, 16_000, 30_000, 30_000,
    ]);
  });

  test.each([
    [backoffMs, 6],
    [costlyBackoffMs, 10],
  ])('is never shorter than the wait before, up to the cap', (backoff, attempts) => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: attempts - 1 }), share, share, (attempt, earlier, later) => {
        expect(backoff(attempt + 1, () => later)).toBeGreaterThanOrEqual(backoff(attempt, () => earlier));
      }),
    );
  });

  test('grows to ten minutes where each try costs something', () => {
    expect([7, 10, 11, 50].map((attempt) => costlyBackoffMs(attempt, () => 1))).toEqual([
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
    expect(retryAfterMs({ 'retry-after': header }, nowMs)).toBe(waitMs);
  });

  test.each([
    ['Sun, 01 Mar 2026 12:00:30 GMT', 'Sun, 01 Mar 2026 12:00:10 GMT', 20_000],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 'Mon, 02 Mar 2026 12:00:10 GMT', 0],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 'now', 30_000],
    ['5', 'Sun, 01 Mar 2026 11:00:00 GMT', 5000],
  ])('%s, answered on %s', (header, date, waitMs) => {
    expect(retryAfterMs({ 'retry-after': [header], date }, nowMs)).toBe(waitMs);
  });

  test('is a time between none and a quarter of an hour, whatever it says', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const waitMs = retryAfterMs({ 'retry-after': header }, nowMs) ?? 0;
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(900_000);
      }),
    );
  });
});
