/** A forecast in words, for the window and the command line: "12 to 14 h, until about 09:30 EST tomorrow (limit 50 MB/s)". */

import {
  forecastCeiling,
  forecastSince,
  type TimeBound,
  type TimeForecast,
  type TimeRange,
} from '../views/time-forecast.ts';
import type { WatchedFolderView } from '../watch/watched-folder.ts';
import { formatByteLimit } from './format-bytes.ts';
import { clockTime, formatDate, zoneName } from './format-date.ts';
import { formatDurationRange, hourlyAhead, uncertainSeconds } from './format-duration.ts';
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

/** " (at 1,000 to 10 Mbit/s; hours without sending included)" */
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
        'hours without sending included',
        ...(bound.bytesPerSecond === undefined ? [] : [`limit ${formatByteLimit(bound.bytesPerSecond)}`]),
      ];
  }
}

const longPauseSeconds = 4 * 3600;
const minuteMs = 60_000;
const dayMs = 86_400_000;

type End = 'likely' | 'high';

/** ", until about 09:30 EST tomorrow"; where hours without sending are between the likely end and the later one, both. */
function untilText(range: TimeRange, clock: Clock): string {
  const { low, likely, high, bound, closesAtMs } = range;
  if (!(high >= 0 && high < forecastCeiling)) return '';
  const hasHours = closesAtMs !== undefined || (bound.kind === 'bandwidth-limit' && bound.isScheduled);
  const isLater = high - likely > longPauseSeconds && high - likely > 3 * (likely - low);
  return hasHours && isLater && high <= hourlyAhead
    ? `, likely by ${endText(range, 'likely', clock)}, or as late as ${endText(range, 'high', clock)}`
    : `, until about ${endText(range, 'high', clock)}`;
}

/** The time that is shown for an end: rounded up as far as the hours allow in which it lies. */
export function shownEnd(range: TimeRange, end: End, nowMs: number): Date {
  const seconds = range[end];
  const endMs = nowMs + seconds * 1000;
  const up = (minutes: number): number => Math.ceil(endMs / (minutes * minuteMs)) * minutes * minuteMs;
  const uncertain = uncertainSeconds(seconds, range);
  const step = uncertain < 600 ? 1 : uncertain < 7200 ? 5 : uncertain < 36_000 ? 10 : 30;
  const closesAtMs = range.closesAtMs?.[end] ?? Number.POSITIVE_INFINITY;
  // A forecast of hours that are over was missed: nothing is known of the hours in which it will end.
  if (up(step) < closesAtMs || closesAtMs <= nowMs) return new Date(up(step));
  return new Date([10, 5, 1].map(up).find((ms) => ms < closesAtMs) ?? closesAtMs - minuteMs);
}

function endText(range: TimeRange, end: End, { nowMs, timeZone }: Clock): string {
  const at = shownEnd(range, end, nowMs);
  const yearOf = (time: Date): string => formatDate(time, { year: 'numeric' }, timeZone);
  const isThisYear = yearOf(at) === yearOf(new Date(nowMs));
  const day = formatDate(at, isThisYear ? dayOptions : { ...dayOptions, year: 'numeric' }, timeZone);
  // Beyond it, a time of day says more than is known.
  if (range[end] > hourlyAhead) return day;
  const time = `${clockTime(at, timeZone)} ${zoneName(at, timeZone)}`;
  if (isThisYear && day === formatDate(new Date(nowMs), dayOptions, timeZone)) return time;
  const isTomorrow =
    formatDate(at, dayOptions, timeZone) === formatDate(new Date(nowMs + dayMs), dayOptions, timeZone);
  return `${time} ${isTomorrow ? 'tomorrow' : `on ${day}`}`;
}

const dayOptions = { weekday: 'short', day: 'numeric', month: 'short' } as const;
