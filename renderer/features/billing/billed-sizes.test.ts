import { describe, expect, it } from 'vitest';
import { billedMonth, changeOf, noSize, sumMonths, totalSize } from './billed-sizes.ts';

const gb = (billableGb: number) => ({ ...noSize, billableGb });

describe('the sizes of a month', () => {
  it('are as the platform reports them, by peak and final, standard and ECA', () => {
    const size = { billableGb: 1.5, nativeBytes: 1, processedBytes: 2, producedBytes: 3 };
    expect(billedMonth({ peakSize: { standard: size }, finalSize: { eca: size } })).toEqual({
      peak: { standard: size, eca: noSize },
      final: { standard: noSize, eca: size },
    });
  });

  it.each([null, undefined, {}, { peakSize: null, finalSize: { eca: null } }])(
    'are unknown, not zero, where it reports %j',
    (reported) => {
      expect(totalSize(billedMonth(reported).peak)).toEqual(noSize);
      expect(totalSize(billedMonth(reported).final)).toEqual(noSize);
    },
  );

  it('of several databases are added, and what one does not report is left out', () => {
    const sum = sumMonths([
      billedMonth({ peakSize: { standard: { billableGb: 2, nativeBytes: 10 }, eca: { billableGb: 1 } } }),
      billedMonth({ peakSize: { standard: { billableGb: 3 } }, finalSize: { standard: { billableGb: 4 } } }),
      billedMonth(null),
    ]);
    expect(sum.peak).toEqual({ standard: { ...gb(5), nativeBytes: 10 }, eca: gb(1) });
    expect(totalSize(sum.peak).billableGb).toBe(6);
    expect(totalSize(sum.final)).toEqual(gb(4));
  });

  it.each([
    { before: 100, now: 125, change: { gb: 25, share: 0.25 } },
    { before: 100, now: 75, change: { gb: -25, share: -0.25 } },
    { before: 0, now: 5, change: { gb: 5, share: null } },
    { before: null, now: 5, change: null },
    { before: 5, now: null, change: null },
  ])('change from $before to $now GB by $change', ({ before, now, change }) => {
    expect(changeOf(before, now)).toEqual(change);
  });
});
