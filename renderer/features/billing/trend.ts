import { dayName, monthName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { type Month, monthAt, monthKey } from '../../state/billing/months.ts';
import { type BilledMonth, totalSize } from './billed-sizes.ts';

export interface TrendPoint {
  readonly month: Month;
  /** In billable GB; null where nothing is reported or the month isn't loaded. */
  readonly standardGb: number | null;
  readonly ecaGb: number | null;
  readonly peakGb: number | null;
  readonly finalGb: number | null;
}

/** Every month in its order, also those that have no billing. */
export function trendPoints(
  months: readonly Month[],
  billed: ReadonlyMap<string, BilledMonth | null>,
): readonly TrendPoint[] {
  return months.map((month) => {
    const sizes = billed.get(monthKey(month)) ?? null;
    return {
      month,
      standardGb: sizes?.peak.standard.billableGb ?? null,
      ecaGb: sizes?.peak.eca.billableGb ?? null,
      peakGb: sizes === null ? null : totalSize(sizes.peak).billableGb,
      finalGb: sizes === null ? null : totalSize(sizes.final).billableGb,
    };
  });
}

/** "Nov 2026"; the running month with the date: "Nov 2026, so far (Nov 14)". The platform's months are in UTC. */
export function trendMonthName(month: Month, now = new Date()): string {
  const name = monthName(month);
  return isCurrentMonth(month, now) ? words.billing.soFar(name, dayName(now)) : name;
}

/** The size of a month that isn't over is today's. */
export function finalSizeName(months: readonly Pick<TrendPoint, 'month'>[], now = new Date()): string {
  return words.billing.legendFinal(months.some(({ month }) => isCurrentMonth(month, now)));
}

export function isCurrentMonth(month: Month, now = new Date()): boolean {
  return monthKey(month) === monthKey(monthAt(now));
}

/** A round number above the highest value; half of it is round too. */
export function trendScaleMax(points: readonly TrendPoint[]): number {
  const highest = Math.max(0, ...points.flatMap(({ peakGb, finalGb }) => [peakGb ?? 0, finalGb ?? 0]));
  if (highest === 0) return 1;
  const least = highest * 1.05;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8].find((each) => each * power >= least) ?? 10;
  return step * power;
}
