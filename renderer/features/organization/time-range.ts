export const rangeNames = ['all', 'day', 'week', 'month', 'year', 'custom'] as const;
export type RangeName = (typeof rangeNames)[number];

export interface ActivityTimeRange {
  /** Inclusive; null for no limit. */
  readonly beginMs: number | null;
  /** Exclusive; null for up to now. */
  readonly endMs: number | null;
}

const days = { day: 1, week: 7, month: 30, year: 365 } as const;
const dayMs = 86_400_000;

/** `from` and `to` are days, "2026-11-14", in the person's own zone, both included; '' for no limit. Pure. */
export function timeRange(name: RangeName, from: string, to: string, nowMs: number): ActivityTimeRange {
  switch (name) {
    case 'all':
      return { beginMs: null, endMs: null };
    case 'custom': {
      const end = startOfDayMs(to, 1);
      return { beginMs: startOfDayMs(from, 0), endMs: end };
    }
    default:
      return { beginMs: Math.max(0, nowMs - days[name] * dayMs), endMs: null };
  }
}

/** The first moment of the day that is `daysLater`, which is not always 24 hours later. */
function startOfDayMs(text: string, daysLater: number): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return null;
  const ms = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + daysLater).getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
