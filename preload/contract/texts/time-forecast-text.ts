/** A forecast in words, for the window and the command line: "12 to 14 h, until about 09:30 EST tomorrow (limit 50 MB/s)". */

import { forecastSince, type TimeBound, type TimeForecast, type TimeRange } from '../views/time-forecast.ts';
import type { WatchedFolderView } from '../watch/watched-folder.ts';
import { formatByteLimit } from './format-bytes.ts';
import { clockTime, formatDate, zoneName } from './format-date.ts';
import { formatDurationRange, roundedUp } from './format-duration.ts';
import { decimal } from './format-number.ts';

export interface Clock {
  readonly nowMs: number;
  /** An IANA zone; by default the computer's. */
  readonly timeZone?: string;
}

/** What an upload that isn't started would take, line by line where the line isn't known, and the lines differ. */
export function forecastLines({ measurements, times }: TimeForecast, clock: Clock): readonly string[] {
  const texts = times.map((range) => forecastTimeText(range, clock));
  const isSame = times.length > 1 && new Set(texts).size === 1;
  if (isSame) return texts.slice(0, 1);
  return times.map(({ lineBytesPerSecond, ...range }, index) => {
    const text = texts[index] ?? '';
    if (lineBytesPerSecond === null) return text;
    return measurements > 0 && range.bound.kind === 'line'
      ? `${text} (${formatByteLimit(lineBytesPerSecond)} in earlier uploads)`
      : measurements > 0
        ? text
        : `At ${lineName(lineBytesPerSecond)}: ${text}`;
  });
}

/** The times of a watched folder: for what is being sent, as its upload says it (null without); for what waits, as it was forecast. */
export function pendingTimeLines(
  { time, counts }: Pick<WatchedFolderView, 'time' | 'counts'>,
  left: TimeRange | null,
  clock: Clock,
): readonly string[] {
  if (left !== null && counts.settled === 0) return [timeLeftText(left, clock)];
  if (time === null) return [];
  return forecastLines(forecastSince(time, Date.parse(time.at), clock.nowMs), clock);
}

/** "100 Mbit/s": lines are sold in bits. */
function lineName(bytesPerSecond: number): string {
  return `${megabits(bytesPerSecond)} Mbit/s`;
}

const megabits = (bytesPerSecond: number): string => decimal((bytesPerSecond * 8) / 1e6, 3);

/** "12 to 14 h, until about 09:30 EST tomorrow (limit 50 MB/s)" */
export function forecastTimeText(range: TimeRange, clock: Clock): string {
  return `${formatDurationRange(range)}${untilText(range, clock)}${conditionText(range)}`;
}

/** "12 to 14 h left, until about 09:30 EST tomorrow (limit 50 MB/s)" */
export function timeLeftText(range: TimeRange, clock: Clock): string {
  return `${formatDurationRange(range)} left${untilText(range, clock)}${conditionText(range)}`;
}

/** " (at 1,000 to 10 Mbit/s; mostly waiting for sending hours)" */
function conditionText({ lines, bound }: TimeRange): string {
  const texts = [
    ...(lines === undefined ? [] : [`at ${megabits(lines.fast)} to ${lineName(lines.slow)}`]),
    ...boundTexts(bound),
  ];
  return texts.length === 0 ? '' : ` (${texts.join('; ')})`;
}

function boundTexts(bound: TimeBound): readonly string[] {
  switch (bound.kind) {
    case 'line':
      return [];
    case 'bandwidth-limit':
      return [`limit ${formatByteLimit(bound.bytesPerSecond)}${bound.isScheduled ? ' at some hours' : ''}`];
    case 'rate-limit':
      return [`the platform allows ${bound.requestsPerSecond} requests/s`];
    case 'source':
      return ['limited by reading and hashing'];
    case 'hours':
      return [
        'mostly waiting for sending hours',
        ...(bound.bytesPerSecond === undefined ? [] : [`limit ${formatByteLimit(bound.bytesPerSecond)}`]),
      ];
  }
}

/** Beyond it, a time of day says more than is known. */
const daysAheadSeconds = 8 * 86_400;
const longPauseSeconds = 4 * 3600;
const yearSeconds = 365 * 86_400;
const dayMs = 86_400_000;

/** ", until about 09:30 EST tomorrow": the later end, and the likely one where hours without sending are between them. */
function untilText({ low, likely, high, bound }: TimeRange, clock: Clock): string {
  if (!(high >= 0 && high <= yearSeconds)) return '';
  const hasHours = bound.kind === 'hours' || (bound.kind === 'bandwidth-limit' && bound.isScheduled);
  const isLater = high - likely > longPauseSeconds && high - likely > 3 * (likely - low);
  return hasHours && isLater && high <= daysAheadSeconds
    ? `, until about ${endText(likely, clock)}, or ${endText(high, clock)}`
    : `, until about ${endText(high, clock)}`;
}

function endText(high: number, { nowMs, timeZone }: Clock): string {
  // What is shown as the duration, added to the time of now, is the end that is shown.
  const stepMs = high < 600 ? 60_000 : high < 7200 ? 300_000 : high < 36_000 ? 600_000 : 1_800_000;
  const at = new Date(Math.ceil((nowMs + roundedUp(high) * 1000) / stepMs) * stepMs);
  const day = formatDate(at, dayOptions, timeZone);
  if (high > daysAheadSeconds) return day;
  const time = `${clockTime(at, timeZone)} ${zoneName(at, timeZone)}`;
  if (day === formatDate(new Date(nowMs), dayOptions, timeZone)) return time;
  const isTomorrow = day === formatDate(new Date(nowMs + dayMs), dayOptions, timeZone);
  return `${time} ${isTomorrow ? 'tomorrow' : `on ${day}`}`;
}

const dayOptions = { weekday: 'short', day: 'numeric', month: 'short' } as const;
