/** Times in the person's own zone, with the zone named. Pure. */
import { clockTime, formatDate, zoneName } from '../../../preload/contract/texts/format-date.ts';
import type { Clock } from '../../../preload/contract/texts/time-forecast-text.ts';

/** `2026-10-12 15:20 EST` */
export function formatTime(iso: string, timeZone?: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return `${dayOf(at, timeZone)} ${clockTime(at, timeZone)} ${zoneName(at, timeZone)}`;
}

/** `15:20:07 EST`, in front of a plain progress line. */
export function formatClockTime({ nowMs, timeZone }: Clock): string {
  const at = new Date(nowMs);
  return `${clockTime(at, timeZone, 'seconds')} ${zoneName(at, timeZone)}`;
}

/** `2026-10-12 15:20:07 EST`, in front of a line of a log. */
export function formatLogTime(ms: number, timeZone?: string): string {
  const at = new Date(ms);
  return `${dayOf(at, timeZone)} ${clockTime(at, timeZone, 'seconds')} ${zoneName(at, timeZone)}`;
}

function dayOf(at: Date, timeZone: string | undefined): string {
  return formatDate(at, { year: 'numeric', month: '2-digit', day: '2-digit' }, timeZone, 'sv-SE');
}
