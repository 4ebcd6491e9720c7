import { describe, expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { monthAt, monthKey, monthsUntil, parseMonthKey, shiftMonth } from './months.ts';

describe('a month', () => {
  it.each([
    { at: '2026-11-01T00:00:00Z', month: { year: 2026, month: 11 } },
    { at: '2026-12-31T23:59:59Z', month: { year: 2026, month: 12 } },
    { at: '2026-01-01T01:00:00+02:00', month: { year: 2025, month: 12 } },
  ])('is that of $at in UTC', ({ at, month }) => expect(monthAt(new Date(at))).toEqual(month));

  it.each([
    { from: { year: 2026, month: 11 }, by: 2, to: { year: 2027, month: 1 } },
    { from: { year: 2026, month: 1 }, by: -1, to: { year: 2025, month: 12 } },
    { from: { year: 2026, month: 3 }, by: -24, to: { year: 2024, month: 3 } },
  ])('$by after $from is $to', ({ from, by, to }) => expect(shiftMonth(from, by)).toEqual(to));

  it('keeps its order and value in its key', () => {
    const month = fc.record({
      year: fc.integer({ min: 1000, max: 9999 }),
      month: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(month, fc.integer({ min: -500, max: 500 }), (from, by) => {
        fc.pre(from.year > 1050 && from.year < 9950);
        const to = shiftMonth(from, by);
        expect(parseMonthKey(monthKey(to))).toEqual(to);
        expect(Math.sign(monthKey(to).localeCompare(monthKey(from)))).toBe(Math.sign(by));
        expect(shiftMonth(to, -by)).toEqual(from);
      }),
    );
  });

  it.each(['2026-13', '2026-00', '26-01', 'now'])('is not “%s”', (key) =>
    expect(parseMonthKey(key)).toBeNull(),
  );
});

it('a trend of months is oldest first and ends with the last', () => {
  expect(monthsUntil({ year: 2026, month: 2 }, 4).map(monthKey)).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ]);
});
