/** The month that a billing operation asks for (platform-interface 4.2, operations 6, 7 and 27). Months are UTC. */

export interface Month {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Unix time in milliseconds, inclusive. */
  readonly startMs: number;
  /** Exclusive. The end of the month, or just after now in the current month. */
  readonly endMs: number;
}

export type MonthProblem = 'year' | 'month' | 'future';

export type ParsedMonth =
  | { readonly ok: true; readonly value: Month }
  | { readonly ok: false; readonly problem: MonthProblem };

/** Each parameter is the current one by default. A month that hasn't begun has no sizes, so it is refused. */
export function parseMonth(year: unknown, month: unknown, nowMs: number): ParsedMonth {
  const now = new Date(nowMs);
  const yearNumber = year === undefined ? now.getUTCFullYear() : matched(year, /^[1-9]\d{3}$/);
  if (yearNumber === undefined) return { ok: false, problem: 'year' };
  const monthNumber = month === undefined ? now.getUTCMonth() + 1 : matched(month, /^(0?[1-9]|1[0-2])$/);
  if (monthNumber === undefined) return { ok: false, problem: 'month' };
  const startMs = Date.UTC(yearNumber, monthNumber - 1);
  if (startMs > nowMs) return { ok: false, problem: 'future' };
  const endMs = Math.min(Date.UTC(yearNumber, monthNumber), nowMs + 1);
  return { ok: true, value: { year: yearNumber, month: monthNumber, startMs, endMs } };
}

function matched(value: unknown, pattern: RegExp): number | undefined {
  return typeof value === 'string' && pattern.test(value) ? Number(value) : undefined;
}
