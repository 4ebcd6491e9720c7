import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { monthsUntil } from '../../state/billing/months.ts';
import { billedMonth } from './billed-sizes.ts';
import { finalSizeName, trendMonthName, trendPoints, trendScaleMax } from './trend.ts';

const [first, second, third] = monthsUntil({ year: 2026, month: 2 }, 3);
const months = monthsUntil({ year: 2026, month: 2 }, 3);

describe('a trend', () => {
  it('has a point for every month, and nothing where nothing was billed', () => {
    const billed = new Map([
      [
        '2026-01',
        billedMonth({
          peakSize: { standard: { billableGb: 40 }, eca: { billableGb: 10 } },
          finalSize: { standard: { billableGb: 30 } },
        }),
      ],
      ['2026-02', null],
    ]);
    const nothing = { standardGb: null, ecaGb: null, peakGb: null, finalGb: null };
    expect(trendPoints(months, billed)).toEqual([
      { month: first, ...nothing },
      { month: second, standardGb: 40, ecaGb: 10, peakGb: 50, finalGb: 30 },
      { month: third, ...nothing },
    ]);
  });

  it('says of the running month that it is so far, and until when', () => {
    const now = new Date('2026-02-14T23:30:00Z');
    expect(months.map((month) => trendMonthName(month, now))).toEqual([
      'Dec 2025',
      'Jan 2026',
      'Feb 2026, so far (Feb 14)',
    ]);
  });

  it('names the size at month end only for months that are over', () => {
    const points = months.map((month) => ({ month }));
    expect(finalSizeName(points, new Date('2026-02-14T23:30:00Z'))).toBe('Size at month end, or now');
    expect(finalSizeName(points, new Date('2026-03-01T00:00:00Z'))).toBe('Size at month end');
  });

  it('is drawn below a round maximum', () => {
    const gb = fc.double({ min: 0.001, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(gb, (peakGb) => {
        const max = trendScaleMax([
          { month: { year: 2026, month: 1 }, standardGb: peakGb, ecaGb: null, peakGb, finalGb: null },
        ]);
        expect(max).toBeGreaterThan(peakGb);
        expect(max).toBeLessThan(peakGb * 2.2);
      }),
    );
    expect(trendScaleMax([])).toBe(1);
  });
});
