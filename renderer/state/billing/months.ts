/** Months as the platform bills them (platform-interface 1.5). Its timestamps are in UTC, and so are its months. Pure. */
export interface Month {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

export function monthAt(at: Date): Month {
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 };
}

export function shiftMonth({ year, month }: Month, by: number): Month {
  const index = year * 12 + (month - 1) + by;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** "2026-11" sorts as text. */
export function monthKey({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

export function parseMonthKey(key: string): Month | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(key) ?? [];
  return year === undefined || month === undefined ? null : { year: Number(year), month: Number(month) };
}

/** The month and those before it, oldest first. */
export function monthsUntil(last: Month, amount: number): readonly Month[] {
  return Array.from({ length: amount }, (_, index) => shiftMonth(last, index - amount + 1));
}
