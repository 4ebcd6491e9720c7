import type { Month } from '../../state/billing/months.ts';

/** In months. */
export const trendLengths = ['12', '24'] as const;
export type TrendLength = (typeof trendLengths)[number];

export type BillingTab = 'month' | 'trend';

/** What every part of the screen needs to know about the month. */
export interface MonthChoice {
  readonly month: Month;
  readonly current: Month;
  /** The months of the trend, oldest first. */
  readonly months: readonly Month[];
  readonly length: TrendLength;
  readonly onLength: (length: TrendLength) => void;
  readonly tab: BillingTab;
  readonly onTab: (tab: BillingTab) => void;
}
