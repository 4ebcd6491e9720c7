/** Times in the person's own zone, with the zone named. Pure. */
import { eta } from './words/progress.ts';

export interface Clock {
  readonly nowMs: number;
  /** IANA name; the computer's own zone if undefined. */
  readonly timeZone?: string;
}

/** An estimate of days has no time of day. */
const daysAheadMs = 2 * 86_400_000;

/** `finishes between 15:20 and 15:50 EST`; with the day if it isn't today; only days where it takes days. */
export function formatEta(
  secondsLeft: { readonly low: number; readonly high: number },
  clock: Clock,
): string {
  const low = clock.nowMs + finiteSeconds(secondsLeft.low) * 1000;
  const high = clock.nowMs + Math.max(finiteSeconds(secondsLeft.low), finiteSeconds(secondsLeft.high)) * 1000;
  if (high - clock.nowMs > 365 * 86_400_000) return eta.moreThanAYear;
  if (high - clock.nowMs > daysAheadMs) {
    const [first, last] = [dayName(low, clock), dayName(high, clock)];
    return first === last ? eta.onDay(last) : eta.betweenDays(first, last);
  }
  const withDay = dayOf(high, clock) !== dayOf(clock.nowMs, clock);
  const from = timeOfDay(low, clock, withDay);
  const to = timeOfDay(high, clock, withDay);
  const zone = zoneName(high, clock);
  return from === to ? eta.about(to, zone) : eta.range(from, to, zone);
}

function finiteSeconds(value: number): number {
  return Number.isFinite(value) ? Math.max(0, value) : Number.MAX_SAFE_INTEGER / 1e6;
}

/** `2026-10-12 15:20 EST` */
export function formatTime(iso: string, timeZone?: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const clock: Clock = { nowMs: ms, ...zoneOption(timeZone) };
  return `${dayOf(ms, clock)} ${timeOfDay(ms, clock, false)} ${zoneName(ms, clock)}`;
}

/** `15:20:07 EST`, in front of a plain progress line. */
export function formatClockTime(clock: Clock): string {
  const time = dateFormat(clock, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return `${time.format(clock.nowMs)} ${zoneName(clock.nowMs, clock)}`;
}

/** `2026-10-12 15:20:07`, in front of a line of a log. */
export function formatLogTime(ms: number, timeZone?: string): string {
  const clock: Clock = { nowMs: ms, ...zoneOption(timeZone) };
  const time = dateFormat(clock, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return `${dayOf(ms, clock)} ${time.format(ms)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a format costs far more than using it, and progress uses the same ones ten times a second. */
function dateFormat(
  clock: Clock,
  options: Intl.DateTimeFormatOptions,
  locale = 'en-GB',
): Intl.DateTimeFormat {
  const all = { ...options, ...zoneOption(clock.timeZone) };
  const key = `${locale} ${JSON.stringify(all)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, all);
  formats.set(key, format);
  return format;
}

function zoneOption(timeZone: string | undefined): { readonly timeZone?: string } {
  return timeZone === undefined ? {} : { timeZone };
}

function timeOfDay(ms: number, clock: Clock, withDay: boolean): string {
  const time = dateFormat(clock, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
  return withDay ? `${dayName(ms, clock)} ${time}` : time;
}

function dayName(ms: number, clock: Clock): string {
  return dateFormat(clock, { weekday: 'short', day: 'numeric', month: 'short' }).format(ms);
}

function dayOf(ms: number, clock: Clock): string {
  return dateFormat(clock, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(ms);
}

/** Each English locale knows the short names of its own region only, so the first that has one is used. */
function zoneName(ms: number, clock: Clock): string {
  let name = '';
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-IN']) {
    const parts = dateFormat(clock, { timeZoneName: 'short' }, locale).formatToParts(ms);
    name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return name;
}
