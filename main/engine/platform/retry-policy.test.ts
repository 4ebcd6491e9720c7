import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failure.ts';
import {
  backoffMs,
  costlyBackoffMs,
  creationScopeOf,
  datasetCreation,
  decideRequest,
  newSpentBudget,
  nextCreationStep,
  nextPartStep,
  noAttempts,
  type PartAttempts,
  type PartFault,
  type RequestOutcome,
  type RequestRules,
  retryAfterMs,
  scopeOf,
  sourceFileCreation,
  spendAttempt,
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

  test('429 and 5xx waits as long as the platform asks', () => {
    for (const status of [429, 503]) {
      const outcome: RequestOutcome = { kind: 'answer', status, problem: null, retryAfterMs: 7000 };
      expect(decideRequest(rules('safe'), outcome)).toMatchObject({ kind: 'retry', retryAfterMs: 7000 });
    }
  });

  test('any status is repeated only where an unsafe operation was certainly not carried out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 999 }), fc.boolean(), (status, isReadable) => {
        const decision = decideRequest(rules('unsafe'), answer(status, isReadable));
        expect(decision.kind === 'retry').toBe(status === 429);
      }),
    );
  });
});

describe('a failure stops', () => {
  const answered = { operation: 'x', status: 400 };
  const strange = { operation: 'x', reason: { kind: 'no-answer' } } as const;
  test.each([
    [failure('stopped'), 'stopped', 'stopped'],
    [failure('key-refused', answered), 'upload', 'upload'],
    [failure('unexpected-answer', strange), 'upload', 'upload'],
    [failure('forbidden', answered), 'item', 'upload'],
    [failure('not-found', answered), 'item', 'upload'],
    [failure('cap-reached', answered), 'item', 'upload'],
    [failure('refused', answered), 'item', 'item'],
    [failure('outcome-unknown', strange), 'item', 'item'],
  ])('%j', ({ failure: reason }, scope, creationScope) => {
    expect(scopeOf(reason)).toBe(scope);
    expect(creationScopeOf(reason)).toBe(creationScope);
  });
});

describe('a retry budget', () => {
  const budget = { inARow: 3, inAll: 5 };
  /** What is decided after each failure, by what had succeeded elsewhere until then. */
  const verdicts = (succeeded: readonly number[]): string[] => {
    let spent = newSpentBudget(0);
    return succeeded.map((count) => {
      const next = spendAttempt(spent, count, budget);
      spent = next.spent;
      return next.verdict;
    });
  };

  test('stops the upload while nothing else succeeds', () => {
    expect(verdicts([0, 0, 0])).toEqual(['retry', 'retry', 'upload']);
  });
  test('fails the item while others succeed', () => {
    expect(verdicts([1, 2, 3, 4, 5])).toEqual(['retry', 'retry', 'retry', 'retry', 'item']);
  });
  test('starts the row over after each success elsewhere', () => {
    expect(verdicts([0, 0, 1, 1, 1])).toEqual(['retry', 'retry', 'retry', 'retry', 'upload']);
  });
});

describe('a creation after', () => {
  const lost = failure('outcome-unknown', { operation: 'x', reason: { kind: 'no-answer' } }).failure;
  const strange = failure('unexpected-answer', { operation: 'x', reason: { kind: 'no-answer' } }).failure;
  const forbidden = failure('forbidden', { operation: 'x', status: 403 }).failure;

  test.each([
    ['a lost answer', datasetCreation, lost, { kind: 'retry', waitMs: 500 }],
    ['a lost answer', sourceFileCreation, lost, { kind: 'retry', waitMs: 500 }],
    ['a strange answer', datasetCreation, strange, { kind: 'give-up', scope: 'upload' }],
    ['a strange answer', sourceFileCreation, strange, { kind: 'retry', waitMs: 500 }],
    ['a refusal', sourceFileCreation, forbidden, { kind: 'give-up', scope: 'upload' }],
  ])('%s', (_what, policy, refusal, step) => {
    expect(nextCreationStep(policy, refusal, newSpentBudget(0), 0, () => 1)).toMatchObject(step);
  });

  test('lost answers only waits longer and longer, then stops the upload', () => {
    let spent = newSpentBudget(0);
    const waits: number[] = [];
    for (;;) {
      const step = nextCreationStep(datasetCreation, lost, spent, 0, () => 1);
      if (step.kind === 'give-up') {
        expect(step).toEqual({ kind: 'give-up', scope: 'upload', attempts: 8 });
        break;
      }
      waits.push(step.waitMs);
      spent = step.spent;
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000]);
  });
});

describe('a part', () => {
  const reason = { kind: 'network', fault: 'connection-reset', code: 'ECONNRESET' } as const;
  const broken: PartFault = { kind: 'broken', reason, retryAfterMs: null, madeProgress: false };
  const expired: PartFault = { kind: 'url-expired', status: 403, madeProgress: false };
  const intercepted: PartFault = { kind: 'intercepted', reason, retryAfterMs: null };
  const refused: PartFault = { kind: 'refused', status: 404 };

  /** The waits until the policy gives up, or a hundred of them; and how it gave up. */
  function follow(faults: readonly PartFault[], acknowledgedParts: (nth: number) => number = () => 0) {
    let attempts: PartAttempts = noAttempts(0);
    const waits: number[] = [];
    for (let nth = 0; nth < 100; nth += 1) {
      const fault = faults[nth % faults.length] ?? broken;
      const attempt = {
        path: 'a.txt',
        partNumber: 1,
        acknowledgedParts: acknowledgedParts(nth),
        random: () => 1,
      };
      const step = nextPartStep(attempts, fault, attempt);
      if (step.kind === 'give-up') return { waits, end: step };
      waits.push(step.waitMs);
      attempts = step.attempts;
    }
    return { waits, end: null };
  }

  test('whose connection breaks is retried forever, after up to a minute', () => {
    const { waits, end } = follow([broken]);
    expect(end).toBeNull();
    expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(waits.at(-1)).toBe(60_000);
  });

  test('whose line moved bytes before it broke starts the count over', () => {
    expect(follow([{ ...broken, madeProgress: true }]).waits.every((waitMs) => waitMs === 500)).toBe(true);
  });

  test('waits at least as long as the host asks', () => {
    expect(follow([{ ...broken, retryAfterMs: 90_000 }]).waits[0]).toBe(90_000);
  });

  test.each([
    ['ten new URLs are refused in a row', [expired], 10, 'item', 'part-url-refused'],
    ['it is refused three times', [refused], 2, 'item', 'part-refused'],
    ['its ETag differs five times', [{ kind: 'differs' }], 4, 'item', 'part-differs'],
    ['it is intercepted and no part is acknowledged', [intercepted], 29, 'upload', 'part-intercepted'],
  ] as const)('is given up when %s', (_when, faults, retries, scope, code) => {
    const { waits, end } = follow(faults);
    expect(waits).toHaveLength(retries);
    expect(end).toMatchObject({ scope, failure: { code } });
  });

  test('that alone is intercepted while others are acknowledged fails without its upload', () => {
    const { waits, end } = follow([intercepted], (nth) => nth + 1);
    expect(waits).toHaveLength(89);
    expect(end).toMatchObject({ scope: 'item', failure: { code: 'part-intercepted', attempts: 90 } });
  });

  test('whose URL expired once gets a new one at once', () => {
    expect(follow([expired]).waits.slice(0, 3)).toEqual([0, 500, 1000]);
  });

  test('whose URLs expire while bytes are sent is never given up', () => {
    expect(follow([{ ...expired, madeProgress: true }]).end).toBeNull();
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
