/** Times in the person's own zone, with the zone named. Pure. */
import { type Clock, zoneName } from '../../../preload/contract/texts/time-forecast-text.ts';

/** `2026-10-12 15:20 EST` */
export function formatTime(iso: string, timeZone?: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const clock: Clock = { nowMs: ms, ...zoneOption(timeZone) };
  return `${dayOf(ms, clock)} ${timeOfDay(ms, clock)} ${zoneName(new Date(ms), timeZone)}`;
}

/** `15:20:07 EST`, in front of a plain progress line. */
export function formatClockTime(clock: Clock): string {
  const time = dateFormat(clock, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  return `${time.format(clock.nowMs)} ${zoneName(new Date(clock.nowMs), clock.timeZone)}`;
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

function timeOfDay(ms: number, clock: Clock): string {
  return dateFormat(clock, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms);
}

function dayOf(ms: number, clock: Clock): string {
  return dateFormat(clock, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE').format(ms);
}
