import { describe, expect, test } from 'vitest';
import { covers } from '../../../test/conformance/covers.ts';
import fc from '../../../test/fixtures/property.ts';
import { judgeOutcome, type OwnRefusals, type RequestOutcome, type RequestRules } from './request-outcome.ts';

const answer = (status: number, isReadable = true): RequestOutcome => ({
  kind: 'answer',
  status,
  problem: isReadable ? null : { problem: 'web-page' },
});
const network = (kind: 'not-sent' | 'broken' | 'timeout'): RequestOutcome => ({
  kind,
  reason: { kind: 'network', fault: 'other', code: 'EXAMPLE' },
});

/** The meaning for an operation that is safe to repeat, and for one that is not. */
const table: readonly (readonly [string, RequestOutcome, string, string])[] = [
  ['200', answer(200), 'done', 'done'],
  ['201', answer(201), 'done', 'done'],
  ['204', answer(204), 'done', 'done'],
  ['200 unreadable', answer(200, false), 'unreadable', 'outcome-unknown'],
  ['204 unreadable', answer(204, false), 'unreadable', 'outcome-unknown'],
  ['409 cut off', answer(409, false), 'unreadable', 'outcome-unknown'],
  ['404 cut off', answer(404, false), 'unreadable', 'outcome-unknown'],
  ['401 cut off', answer(401, false), 'key-refused', 'key-refused'],
  ['100', answer(100), 'unexpected-answer', 'outcome-unknown'],
  ['301', answer(301), 'unexpected-answer', 'outcome-unknown'],
  ['304', answer(304), 'unexpected-answer', 'outcome-unknown'],
  ['307', answer(307), 'unexpected-answer', 'outcome-unknown'],
  ['400', answer(400), 'refused', 'refused'],
  ['401', answer(401), 'key-refused', 'key-refused'],
  ['403', answer(403), 'forbidden', 'forbidden'],
  ['404', answer(404), 'not-found', 'not-found'],
  ['408', answer(408), 'passing', 'outcome-unknown'],
  ['409', answer(409), 'refused', 'refused'],
  ['413', answer(413), 'refused', 'refused'],
  ['422', answer(422), 'cap-reached', 'cap-reached'],
  ['429', answer(429), 'passing', 'passing'],
  ['500', answer(500), 'passing', 'outcome-unknown'],
  ['502', answer(502), 'passing', 'outcome-unknown'],
  ['503', answer(503), 'passing', 'outcome-unknown'],
  ['599', answer(599), 'passing', 'outcome-unknown'],
  ['no connection', network('not-sent'), 'not-sent', 'not-sent'],
  ['a broken connection', network('broken'), 'passing', 'outcome-unknown'],
  ['no answer in time', network('timeout'), 'passing', 'outcome-unknown'],
];

const rules = (repeat: 'safe' | 'unsafe', isUnattended = false): RequestRules => ({
  operation: 'PostDatasetFile',
  host: 'review.example',
  isAssumed: false,
  repeat,
  isUnattended,
});

/** A failure's code, the kind of a fault, or that it is done. */
function judged(of: RequestRules, outcome: RequestOutcome): string {
  const meaning = judgeOutcome(of, outcome);
  if (meaning.kind === 'done') return meaning.kind;
  if (meaning.kind === 'fault') return meaning.fault.kind;
  expect(meaning.failure).toMatchObject({ operation: 'PostDatasetFile' });
  return meaning.failure.code;
}

describe('a request after', () => {
  test.each(table)('%s', (_name, outcome, safe, unsafe) => {
    expect(judged(rules('safe'), outcome)).toBe(safe);
    expect(judged(rules('unsafe'), outcome)).toBe(unsafe);
  });

  // Which refusals may come after the platform did what it was asked.
  test.each<[number, 'web-page' | null, string, string]>([
    [400, 'web-page', 'outcome-unknown', 'outcome-unknown'],
    [401, 'web-page', 'key-refused', 'outcome-unknown'],
    [403, 'web-page', 'outcome-unknown', 'outcome-unknown'],
    [404, 'web-page', 'outcome-unknown', 'outcome-unknown'],
    [422, 'web-page', 'outcome-unknown', 'outcome-unknown'],
    [429, 'web-page', 'passing', 'outcome-unknown'],
    [401, null, 'key-refused', 'key-refused'],
    [403, null, 'forbidden', 'forbidden'],
    [404, null, 'not-found', 'not-found'],
    [422, null, 'cap-reached', 'cap-reached'],
    [429, null, 'passing', 'passing'],
  ])('%i, by another (%s)', (status, foreign, creation, once) => {
    const outcome = { ...answer(status), ...(foreign === null ? {} : { foreign }) };
    const decide = (ownRefusals: OwnRefusals) => judged({ ...rules('unsafe'), ownRefusals }, outcome);
    expect([decide('but-401-and-429'), decide('all')]).toEqual([creation, once]);
  });

  test.each<[RequestOutcome, string, string]>([
    [answer(200, false), 'unreadable-for-now', 'unreadable'],
    [answer(302), 'unreadable-for-now', 'unexpected-answer'],
    [{ kind: 'answer', status: 200, problem: { problem: 'unexpected-fields' } }, 'unreadable', 'unreadable'],
    [{ kind: 'answer', status: 200, problem: { problem: 'empty' } }, 'unreadable', 'unreadable'],
  ])('%j may go away only if it is a portal’s, and nobody waits', (outcome, unattended, attended) => {
    expect(judged(rules('safe', true), outcome)).toBe(unattended);
    expect(judged(rules('safe'), outcome)).toBe(attended);
  });

  test('501 is final for an operation that the profile assumes, and only for that', () => {
    expect(judgeOutcome({ ...rules('safe'), isAssumed: true }, answer(501))).toMatchObject({
      kind: 'fail',
      failure: { code: 'refused', status: 501 },
    });
    expect(judged(rules('safe'), answer(501))).toBe('passing');
  });

  test('429 and 5xx waits as long as the platform asks', () => {
    for (const status of [429, 503]) {
      const outcome: RequestOutcome = { kind: 'answer', status, problem: null, retryAfterMs: 7000 };
      expect(judgeOutcome(rules('safe'), outcome)).toMatchObject({
        kind: 'fault',
        fault: { retryAfterMs: 7000 },
      });
    }
  });

  test('what must not be repeated keeps how long the platform asks to wait', () => {
    const outcome: RequestOutcome = { kind: 'answer', status: 503, problem: null, retryAfterMs: 7000 };
    expect(judgeOutcome(rules('unsafe'), outcome)).toMatchObject({
      failure: { code: 'outcome-unknown', reason: { status: 503, retryAfterMs: 7000 } },
    });
  });

  test('any status is repeated only where an unsafe operation was certainly not carried out', () => {
    covers('rule 7.6');
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), fc.boolean(), (status, isReadable) => {
        const meaning = judgeOutcome(rules('unsafe'), answer(status, isReadable));
        expect(meaning.kind === 'fault').toBe(status === 429);
      }),
    );
  });
});
