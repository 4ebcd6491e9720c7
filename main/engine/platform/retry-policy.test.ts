import { describe, expect, test } from 'vitest';
import { type Failure, failure } from '../../../preload/contract/failures/failure.ts';
import type { WaitReason } from '../../../preload/contract/views/wait-reason.ts';
import { covers } from '../../../test/conformance/covers.ts';
import fc from '../../../test/fixtures/property.ts';
import {
  assemblyLimitMs,
  firstCompletion,
  firstRequest,
  isPassingStatus,
  nextCompletionTry,
  nextCreationStep,
  nextPartTry,
  nextRequestTry,
  nextTry,
  noTries,
  type PartFault,
  type PartTries,
  type RequestFault,
  type RetryRule,
  retryAfterMs,
  retryRules,
} from './retry-policy.ts';

/** The longest waits, up to a thousand, and after how many tries what gives up. */
function followRule(rule: RetryRule, succeeded: (nth: number) => number) {
  let tries = noTries;
  const waits: number[] = [];
  for (let nth = 0; nth < 1000; nth += 1) {
    const next = nextTry(rule, tries, { random: () => 1, succeeded: succeeded(nth) });
    if (next.verdict !== 'retry') return { waits, end: [next.verdict, next.tries.failed] };
    waits.push(next.waitMs);
    ({ tries } = next);
  }
  return { waits, end: null };
}

type End = readonly ['item' | 'upload', number] | null;
const minute = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000];
const tenMinutes = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000, 600_000];
const atOnce = [0, ...tenMinutes];

describe('what is repeated, after which waits, and what gives up while nothing else succeeds and while others do', () => {
  test.each<[keyof typeof retryRules, readonly number[], End, End]>([
    ['request', minute, null, null],
    ['unreadableAnswer', minute, ['item', 5], ['item', 5]],
    ['interceptedAnswer', minute, ['item', 30], ['item', 30]],
    ['brokenPart', minute, null, null],
    ['interceptedPart', tenMinutes, ['upload', 30], ['item', 90]],
    ['refusedUrl', atOnce, ['upload', 16], ['item', 30]],
    ['expiredUrl', atOnce, ['upload', 16], null],
    ['refusedPart', minute, ['item', 3], ['item', 3]],
    ['differingPart', minute, ['item', 5], ['item', 5]],
    ['dataset', tenMinutes, ['upload', 8], ['item', 8]],
    ['sourceFile', tenMinutes, ['upload', 20], ['item', 40]],
    ['unconfirmedCompletion', minute, ['item', 10], ['item', 10]],
  ])('%s', (name, waits, alone, amongOthers) => {
    const rule: RetryRule = retryRules[name];
    const nothingElse = followRule(rule, () => 0);
    expect(nothingElse.end).toEqual(alone);
    expect(nothingElse.waits.slice(0, waits.length)).toEqual(waits.slice(0, nothingElse.waits.length));
    expect(followRule(rule, (nth) => nth + 1).end).toEqual(amongOthers);
    expect(Math.max(...nothingElse.waits)).toBeLessThanOrEqual(waits.at(-1) ?? 0);
  });

  test('every rule is in this table', () => {
    expect(Object.keys(retryRules)).toHaveLength(12);
  });

  test('a success elsewhere starts the row over', () => {
    const rule: RetryRule = { longestWaitMs: 1000, inARow: 3, inAll: 9 };
    expect(followRule(rule, (nth) => (nth < 2 ? 0 : 1)).end).toEqual(['upload', 5]);
  });
});

describe('a wait', () => {
  test('is at least half of what doubles', () => {
    covers('rule 7.5');
    const wait = (failed: number, share: number) =>
      nextTry(retryRules.request, { ...noTries, failed }, { random: () => share }).waitMs;
    expect([0, 1, 2, 6, 7, 50].map((failed) => wait(failed, 0))).toEqual([
      250, 500, 1000, 16_000, 30_000, 30_000,
    ]);
    expect(wait(5000, 1)).toBe(60_000);
  });

  test.each([
    [retryRules.request, 6],
    [retryRules.dataset, 10],
  ])('is never shorter than the one before, up to the longest', (rule, doublings) => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: doublings - 1 }), share, share, (failed, earlier, later) => {
        const wait = (more: number, random: number) =>
          nextTry(rule, { ...noTries, failed: failed + more }, { random: () => random }).waitMs;
        expect(wait(1, later)).toBeGreaterThanOrEqual(wait(0, earlier));
      }),
    );
  });

  test('is at least as long as Retry-After says', () => {
    const facts = { random: () => 1, retryAfterMs: 90_000 };
    expect(nextTry(retryRules.request, noTries, facts).waitMs).toBe(90_000);
  });
});

test('408, 429, and 5xx pass by themselves', () => {
  const passing = Array.from({ length: 900 }, (_, nth) => nth + 100).filter(isPassingStatus);
  expect(passing).toEqual([408, 429, ...Array.from({ length: 100 }, (_, nth) => nth + 500)]);
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

describe('a request', () => {
  const reason = { kind: 'no-answer' } as const;
  const follow = (kind: RequestFault['kind'], unreachedTries: number, most: number) => {
    let tries = firstRequest;
    for (let nth = 1; nth <= most; nth += 1) {
      const next = nextRequestTry(tries, { kind, reason }, { random: () => 1, unreachedTries });
      if (next.kind === 'give-up') return [next.because, nth];
      ({ tries } = next);
    }
    return null;
  };
  const { POSITIVE_INFINITY: never } = Number;

  test.each<[RequestFault['kind'], number, readonly [string, number] | null]>([
    ['not-sent', never, null],
    ['not-sent', 3, ['unreached', 3]],
    ['passing', 3, null],
    ['unreadable', never, ['unreadable', 5]],
    ['unreadable-for-now', never, ['unreadable', 30]],
  ])('that is %s, with %s tries to reach a server', (kind, unreachedTries, end) => {
    expect(follow(kind, unreachedTries, 100)).toEqual(end);
  });

  test('counts the tries that reached no server from the start after an answer', () => {
    const limits = { random: () => 1, unreachedTries: 3 };
    const before = { ...firstRequest, unreached: 2 };
    expect(nextRequestTry(before, { kind: 'passing', reason }, limits)).toMatchObject({
      tries: { unreached: 0 },
    });
  });
});

describe('a part', () => {
  const reason = { kind: 'network', fault: 'connection-reset', code: 'ECONNRESET' } as const;
  const broken: PartFault = { kind: 'broken', reason, retryAfterMs: null, madeProgress: false };
  const refusedUrl: PartFault = { kind: 'url-refused', status: 403, urlAgeMs: 100 };
  const expiredUrl: PartFault = { kind: 'url-refused', status: 403, urlAgeMs: 900_000 };
  const intercepted: PartFault = { kind: 'intercepted', reason, retryAfterMs: null };
  const refused: PartFault = { kind: 'refused', status: 404 };
  const unusable: PartFault = { kind: 'url-unusable', failure: failure('part-url-malformed').failure };

  /** The waits until the policy gives up, or a hundred of them; and what gave up after how many tries. */
  function follow(faults: readonly PartFault[], acknowledgedParts: (nth: number) => number = () => 0) {
    let parts: PartTries = {};
    const waits: number[] = [];
    for (let nth = 0; nth < 100; nth += 1) {
      const facts = { acknowledgedParts: acknowledgedParts(nth), random: () => 1 };
      const next = nextPartTry(parts, faults[nth % faults.length] ?? broken, facts);
      if (next.verdict !== 'retry') return { waits, end: [next.verdict, next.tries.failed] };
      waits.push(next.waitMs);
      ({ parts } = next);
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

  test.each<[string, PartFault, 'upload' | 'item', number]>([
    ['its new URLs are refused and no part is acknowledged', refusedUrl, 'upload', 16],
    ['they are refused long after they were issued', expiredUrl, 'upload', 16],
    ['it is refused three times', refused, 'item', 3],
    ['its URL is unusable three times', unusable, 'item', 3],
    ['its ETag differs five times', { kind: 'differs' }, 'item', 5],
    ['it is intercepted and no part is acknowledged', intercepted, 'upload', 30],
  ])('is given up when %s', (_when, fault, verdict, tries) => {
    expect(follow([fault]).end).toEqual([verdict, tries]);
  });

  test('that is refused and gets an unusable URL in turn is given up as early', () => {
    expect(follow([refused, unusable]).end).toEqual(['item', 3]);
  });

  test('that alone is intercepted while others are acknowledged fails without its upload', () => {
    expect(follow([intercepted], (nth) => nth + 1).end).toEqual(['item', 90]);
  });

  test('whose URL expired once gets a new one at once, and then later and later', () => {
    covers('rule 3.1.a-failed-part-upload');
    for (const fault of [refusedUrl, expiredUrl]) {
      const { waits } = follow([fault]);
      expect(waits.slice(0, 4)).toEqual([0, 500, 1000, 2000]);
      expect(waits.at(-1)).toBe(600_000);
    }
  });

  test('whose new URLs alone are refused while others are acknowledged fails without its upload', () => {
    expect(follow([refusedUrl], (nth) => nth + 1).end).toEqual(['item', 30]);
  });

  test('whose URLs expire on a slow line is never given up while some part is acknowledged now and then', () => {
    expect(follow([expiredUrl], (nth) => Math.floor(nth / 10)).end).toBeNull();
  });

  test('whose URLs expired more often than new ones may be refused still has its tries when a new one is', () => {
    const expired = Array.from({ length: 35 }, () => expiredUrl);
    const refusals = Array.from({ length: 65 }, () => refusedUrl);
    // As many new ones as where none expired before.
    expect(follow([...expired, ...refusals], (nth) => nth + 1).end).toEqual(['item', 35 + 30]);
  });
});

describe('a creation:', () => {
  const facts = { succeeded: 0, random: () => 1 };
  const lost = failure('outcome-unknown', { operation: 'x', reason: { kind: 'no-answer' } }).failure;
  const busy = { kind: 'status', status: 503, retryAfterMs: 7_000 } as const;
  const asked = failure('outcome-unknown', { operation: 'x', reason: busy }).failure;
  const strange = failure('unexpected-answer', { operation: 'x', reason: { kind: 'no-answer' } }).failure;
  const forbidden = failure('forbidden', { operation: 'x', status: 403 }).failure;

  test.each<['dataset' | 'sourceFile', string, Failure, object]>([
    ['dataset', 'a lost answer', lost, { kind: 'retry', waitMs: 500 }],
    ['sourceFile', 'a lost answer', lost, { kind: 'retry', waitMs: 500 }],
    ['dataset', 'an answer that asks for a wait', asked, { kind: 'retry', waitMs: 7_000 }],
    ['sourceFile', 'an answer that asks for a wait', asked, { kind: 'retry', waitMs: 7_000 }],
    ['dataset', 'a strange answer', strange, { kind: 'give-up', scope: null, attempts: 1 }],
    ['sourceFile', 'a strange answer', strange, { kind: 'retry', waitMs: 500 }],
    ['sourceFile', 'a refusal', forbidden, { kind: 'give-up', scope: null, attempts: 1 }],
  ])('%s after %s', (what, _after, refusal, step) => {
    expect(nextCreationStep(what, refusal, noTries, facts)).toMatchObject(step);
  });

  test.each(['unexpected-fields', 'empty'] as const)(
    'an answer of the platform itself that is %s twice stops the upload: each may leave one behind',
    (problem) => {
      const reason = { kind: 'unreadable', status: 201, problem } as const;
      const wrong = failure('outcome-unknown', { operation: 'x', reason }).failure;
      for (const what of ['dataset', 'sourceFile'] as const) {
        const first = nextCreationStep(what, wrong, noTries, facts);
        expect(first.kind).toBe('retry');
        if (first.kind !== 'retry') continue;
        expect(nextCreationStep(what, wrong, first.tries, { ...facts, succeeded: 1 })).toEqual({
          kind: 'give-up',
          scope: 'upload',
          attempts: 2,
        });
      }
    },
  );
});

describe('a completion', () => {
  /** The waits, and after how many tries it is held. Each answer comes a minute after the one before. */
  function follow(
    kind: 'lost' | 'unconfirmed' | 'assembling',
    partCount = 1,
    reason: WaitReason = { kind: 'no-answer' },
  ) {
    let tries = firstCompletion;
    const waits: number[] = [];
    for (let nth = 0; nth < 1000; nth += 1) {
      const next = nextCompletionTry(tries, kind, {
        reason,
        partCount,
        nowMs: nth * 60_000,
        random: () => 1,
      });
      if (next.kind === 'held') return { waits, held: next.attempts };
      waits.push(next.waitMs);
      ({ tries } = next);
    }
    return { waits, held: null };
  }

  test('that an answer doesn’t prove is asked for again, later and later, and then held', () => {
    expect(follow('unconfirmed')).toEqual({ waits: minute, held: 10 });
  });

  test('whose answer was lost is asked for until there is one', () => {
    expect(follow('lost').held).toBeNull();
    const busy = { kind: 'status', status: 503, retryAfterMs: 90_000 } as const;
    expect(Math.min(...follow('lost', 1, busy).waits)).toBe(90_000);
  });

  test.each([
    [1, 3_600_000],
    [10_000, 12_600_000],
  ])('of %i parts is asked about for %i ms while the platform assembles them', (partCount, limitMs) => {
    expect(assemblyLimitMs(partCount)).toBe(limitMs);
    const { waits, held } = follow('assembling', partCount);
    expect(waits).toHaveLength(limitMs / 60_000);
    expect(waits.slice(0, 8)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(held).toBe(limitMs / 60_000 + 1);
  });
});
