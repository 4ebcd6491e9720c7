/** Durations as people read them, everywhere. Pure. */
import { forecastCeiling } from '../views/time-forecast.ts';

/** In seconds. Up to it, the end of a forecast has an hour, and its duration too. */
export const hourlyAhead = 8 * 86_400;

/** "45 s", "3 h 10 min", "2 d 4 h". In days if `largest`, the longer of two that are shown together, is. */
export function formatDuration(seconds: number, largest = seconds): string {
  if (!Number.isFinite(seconds)) return 'unknown';
  const rounded = Math.max(0, Math.round(seconds));
  if (rounded < 60) return `${rounded} s`;
  const minutes = Math.round(rounded / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24 || largest < 48 * 3600)
    return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
}

/** "40 to 45 s", "12 to 14 h", "3 h to 3 h 40 min"; "5 min" if both ends round to the same; "up to 20 min" if the low one is below the precision. */
export function formatDurationRange(range: Ends): string {
  if (!(range.high < forecastCeiling)) return 'more than a year';
  const high = roundedUp(range.high, range);
  if (!(range.low >= stepSeconds(range.high))) return `up to ${formatDuration(high)}`;
  // Rounded up as well: below it is what the bandwidth limit doesn't allow.
  const low = roundedUp(Math.min(range.low, range.high), range);
  const [from, to] = [formatDuration(low, high), formatDuration(high)];
  if (from === to) return to;
  const [fromAmount, fromUnit, fromMore] = from.split(' ');
  const [, toUnit, toMore] = to.split(' ');
  const isOneUnit = fromUnit === toUnit && fromMore === undefined && toMore === undefined;
  return isOneUnit ? `${fromAmount} to ${to}` : `${from} to ${to}`;
}

interface Ends {
  readonly low: number;
  readonly high: number;
}

/** The time by which an estimate is rounded: less than all of it where most of it is a wait, whose end is known. */
export function uncertainSeconds(seconds: number, { low, high }: Ends): number {
  return Math.min(seconds, 10 * (high - low));
}

function roundedUp(seconds: number, range: Ends): number {
  // A duration has no seconds from a minute on, and no minutes from two days on.
  const least = range.high < 48 * 3600 ? 60 : 10 * 3600;
  const step = stepSeconds(Math.min(seconds, Math.max(least, uncertainSeconds(seconds, range))));
  return Math.max(step, Math.ceil(seconds / step) * step);
}

/** The precision of an estimate: one of hours has no seconds. */
function stepSeconds(seconds: number): number {
  if (seconds < 60) return 5;
  if (seconds < 600) return 60;
  if (seconds < 7200) return 300;
  if (seconds < 10 * 3600) return 600;
  return seconds < hourlyAhead ? 3600 : 6 * 3600;
}
