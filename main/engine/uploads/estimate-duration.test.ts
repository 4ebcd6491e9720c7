import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { totals } from '../../../test/fixtures/views.ts';
import { estimateDuration } from './estimate-duration.ts';

const limits = { bytesPerSecond: Number.POSITIVE_INFINITY, requestsPerSecond: 25 };
const start = Date.parse('2026-11-01T00:00:00Z');

/** A finished upload of this many bytes per second. */
function sent(bytes: number, seconds: number, items = 1, draftSeconds = 0) {
  const iso = (at: number) => new Date(start + at * 1000).toISOString();
  return {
    state: 'finished',
    createdAt: iso(0),
    startedAt: iso(draftSeconds),
    finishedAt: iso(draftSeconds + seconds),
    totals: totals({ accepted: { items, bytes } }),
  } as const;
}

describe('the time that an upload is likely to take', () => {
  it.each<[string, ReturnType<typeof sent>[], [number, number] | null]>([
    ['after no upload', [], null],
    ['after one', [sent(1e9, 100)], [100, 100]],
    ['after one that waited as a draft for a week', [sent(1e9, 100, 1, 604_800)], [100, 100]],
    ['after small uploads', [sent(1e6, 1)], null],
    ['after uploads of small files, which the rate limit slows', [sent(2e7, 1200, 10_000)], null],
    [
      'after one that was paused overnight',
      [...Array(4).fill(sent(1e9, 100)), sent(1e9, 50_000)],
      [100, 100],
    ],
    [
      'after uploads over two lines',
      [sent(1e9, 100), sent(1e9, 100), sent(1e9, 400), sent(1e9, 400)],
      [100, 400],
    ],
    ['over a line that would take years', [sent(2e7, 1e7)], null],
  ])('%s', (_, uploads, expected) => {
    const found = estimateDuration(uploads, 1e9, 3, limits);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toEqual({ low: expected[0], high: expected[1] });
  });

  it('is never less than the limits allow', () => {
    const slow = { bytesPerSecond: 1_000_000, requestsPerSecond: 25 };
    expect(estimateDuration([sent(1e9, 10)], 1e9, 3, slow)).toEqual({ low: 1000, high: 1000 });
    expect(estimateDuration([sent(1e9, 10)], 1e9, 3000, slow)).toEqual({ low: 3000, high: 3000 });
  });

  it('is a finite range, whatever came before', () => {
    const any = fc.record({ bytes: fc.nat(1e12), seconds: fc.nat(1e7), items: fc.nat(1e6) });
    fc.assert(
      fc.property(fc.array(any), fc.maxSafeNat(), (past, bytes) => {
        const uploads = past.map((one) => sent(one.bytes, one.seconds, one.items));
        const found = estimateDuration(uploads, bytes, 3, limits);
        if (found === null) return;
        expect(found.low).toBeGreaterThanOrEqual(3);
        expect(found.high).toBeGreaterThanOrEqual(found.low);
        expect(found.high).toBeLessThanOrEqual(365 * 86_400);
      }),
    );
  });
});
