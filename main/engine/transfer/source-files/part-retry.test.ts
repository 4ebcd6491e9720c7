import { describe, expect, test } from 'vitest';
import { covers } from '../../../../test/conformance/covers.ts';
import { nextPartStep, noAttempts, type PartAttempts, type PartFault } from './part-retry.ts';

describe('a part', () => {
  const reason = { kind: 'network', fault: 'connection-reset', code: 'ECONNRESET' } as const;
  const broken: PartFault = { kind: 'broken', reason, retryAfterMs: null, madeProgress: false };
  const refusedUrl: PartFault = { kind: 'url-refused', status: 403, urlAgeMs: 100 };
  const expiredUrl: PartFault = { kind: 'url-refused', status: 403, urlAgeMs: 900_000 };
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
    ['its new URLs are refused and no part is acknowledged', [refusedUrl], 15, 'upload', 'part-url-refused'],
    ['they are refused long after they were issued', [expiredUrl], 15, 'upload', 'part-url-refused'],
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

  test('whose URL expired once gets a new one at once, and then later and later', () => {
    covers('rule 3.1.a-failed-part-upload');
    for (const fault of [refusedUrl, expiredUrl]) {
      const { waits } = follow([fault]);
      expect(waits.slice(0, 4)).toEqual([0, 500, 1000, 2000]);
      expect(waits.at(-1)).toBe(600_000);
    }
  });

  test('whose new URLs alone are refused while others are acknowledged fails without its upload', () => {
    const { waits, end } = follow([refusedUrl], (nth) => nth + 1);
    expect(waits).toHaveLength(29);
    expect(end).toMatchObject({ scope: 'item', failure: { code: 'part-url-refused', attempts: 30 } });
  });

  test('whose URLs expire on a slow line is never given up while some part is acknowledged now and then', () => {
    expect(follow([expiredUrl], (nth) => Math.floor(nth / 10)).end).toBeNull();
  });

  test('whose URLs expired more often than new ones may be refused still has its tries when a new one is', () => {
    const expired = Array.from({ length: 35 }, () => expiredUrl);
    const refusals = Array.from({ length: 65 }, () => refusedUrl);
    const { waits, end } = follow([...expired, ...refusals], (nth) => nth + 1);
    // As many as where none expired before.
    expect(waits).toHaveLength(35 + 29);
    expect(end).toMatchObject({ scope: 'item', failure: { code: 'part-url-refused', attempts: 65 } });
  });
});
