/**
 * How long sending takes: one model for what is planned and for what is left of a run. Bytes go at the speed of the line,
 * under the bandwidth limit and its schedule; requests under the rate limit; hashes as fast as they are computed. What is
 * measured of these while an upload runs is in `run-rates.ts`. Pure.
 */
import { type BandwidthPlan, bandwidthAt } from '../../../../preload/contract/views/bandwidth-schedule.ts';
import {
  forecastCeiling,
  type TimeBound,
  type TimeForecast,
  type TimeRange,
} from '../../../../preload/contract/views/time-forecast.ts';
import {
  firstTime,
  isOpen,
  nextChange,
  type WeeklyHours,
} from '../../../../preload/contract/views/weekly-hours.ts';
import type { LineMeasurement } from '../../store/uploads/line-speed-repository.ts';

/** What is still to be sent, whether file by file or in packs. */
export interface Work {
  readonly bytes: number;
  /** To the API: create and complete, and the URL of each part. */
  readonly requests: number;
  readonly hashedBytes: number;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Per second. */
export interface Speeds {
  readonly line: Range;
  readonly requests: Range;
  readonly hash: Range;
}

export interface TimeLimits {
  readonly requestsPerSecond: number;
  readonly bandwidth: BandwidthPlan;
  /** When anything is sent at all: the schedule of a watched folder. Null for any hour. */
  readonly hours: readonly WeeklyHours[] | null;
}

/** 10, 100, and 1,000 Mbit/s: what is shown while the line is unknown. */
const tableLines = [1_250_000, 12_500_000, 125_000_000] as const;
/** The share of the speed that a line is sold with that is left for the bytes of files. */
const leastTableShare = 0.8;
/** Two hashes on a slow core, and on a fast one. */
export const hashSpeed: Range = { low: 250e6, high: 1.5e9 };
/** What the start and the end take: the dataset, the first part, the last completion. */
const overheadSeconds = 3;
/** How much longer than its model an upload may take: retries, parts that end one after the other. */
const plannedSlack = 1.08;
/** The share of the rate limit that a run reaches, which waits for answers. */
const leastRequestShare = 0.9;

/** The time that an upload will take that isn't started. */
export function forecastPlan(
  work: Work,
  measured: readonly LineMeasurement[],
  limits: TimeLimits,
  nowMs: number,
): TimeForecast {
  const { requestsPerSecond } = limits;
  const requests = { low: requestsPerSecond * leastRequestShare, high: requestsPerSecond };
  const timeOver = (line: Range): TimeRange => {
    // Small files may be sent beside large ones, or before them.
    const speeds = { line, requests, hash: hashSpeed };
    const range = forecastTime(work, speeds, limits, nowMs, {
      overlap: 0,
      slack: { low: 1, high: plannedSlack },
    });
    return {
      ...range,
      likely: Math.min(range.likely + overheadSeconds / 2, forecastCeiling),
      high: Math.min(range.high + overheadSeconds, forecastCeiling),
    };
  };
  const known = lineRange(measured);
  const lines =
    known === null ? tableLines.map((speed) => ({ low: speed * leastTableShare, high: speed })) : [known];
  const times = lines.map((line) => ({
    ...timeOver(line),
    lineBytesPerSecond: known === null ? line.high : Math.sqrt(line.low * line.high),
  }));
  const [slowest, fastest] = [times[0], times.at(-1)];
  const isSame = slowest !== undefined && fastest !== undefined && slowest.high <= fastest.high * 1.05;
  return {
    measurements: measured.length,
    times: isSame && known === null ? [{ ...slowest, lineBytesPerSecond: null }] : times,
  };
}

/** The speed of the line as a whole, from what the last uploads measured. Returns null without any. */
export function lineRange(measured: readonly LineMeasurement[]): Range | null {
  const speeds = measured.map(({ bytes, seconds }) => bytes / seconds).sort((a, b) => a - b);
  const [slow, fast] = [0.25, 0.75].map((share) => speeds[Math.round(share * (speeds.length - 1))]);
  if (slow === undefined || fast === undefined) return null;
  // One upload says less than ten.
  const margin = 1.07 + 0.1 / speeds.length;
  return { low: slow / margin, high: fast * margin };
}

/** What the high end takes for granted. */
export interface Caution {
  /** From 0 to 1: how much of the small files is sent beside large ones. */
  readonly overlap: number;
  /** How much longer than the model everything takes: at the low end, and at the high one. */
  readonly slack: Range;
}

/** The low end is that of the high speeds, with all small files beside large ones. */
export function forecastTime(
  work: Work,
  { line, requests, hash }: Speeds,
  limits: TimeLimits,
  fromMs: number,
  caution: Caution,
): TimeRange {
  const fast = walk(work, { line: line.high, requests: requests.high, hash: hash.high }, limits, fromMs, {
    overlap: 1,
    slack: caution.slack.low,
  });
  const slow = walk(work, { line: line.low, requests: requests.low, hash: hash.low }, limits, fromMs, {
    overlap: caution.overlap,
    slack: caution.slack.high,
  });
  const usual = walk(
    work,
    { line: middleOf(line), requests: middleOf(requests), hash: middleOf(hash) },
    limits,
    fromMs,
    { overlap: (1 + caution.overlap) / 2, slack: middleOf(caution.slack) },
  );
  const [likely, high] = [usual, slow].map(({ seconds }) => closingAfter(limits, fromMs + seconds * 1000));
  const closes = likely == null || high == null ? {} : { closesAtMs: { likely, high } };
  return { low: fast.seconds, likely: usual.seconds, high: slow.seconds, bound: slow.bound, ...closes };
}

/** The middle of a range of factors is their geometric mean. */
export function middleOf({ low, high }: Range): number {
  return Math.sqrt(low * high);
}

interface Walked {
  readonly seconds: number;
  /** Where most of the time went. */
  readonly bound: TimeBound;
}

function changingHours({ bandwidth, hours }: TimeLimits): readonly WeeklyHours[] {
  return [...(hours ?? []), ...(bandwidth.schedule === null ? [] : [bandwidth.schedule])];
}

/** When hours begin in which nothing is sent. Returns null where there are none. */
function closingAfter(limits: TimeLimits, endMs: number): number | null {
  const isClosed = (at: Date): boolean =>
    !isOpen(limits.hours, at) || bandwidthAt(limits.bandwidth, at) === 0;
  const changing = changingHours(limits);
  if (changing.length === 0) return null;
  const closing = firstTime(changing, new Date(endMs), isClosed);
  return isClosed(closing) ? closing.getTime() : null;
}

/** From one change of the limits to the next, until everything is sent. */
function walk(
  work: Work,
  speed: { readonly line: number; readonly requests: number; readonly hash: number },
  limits: TimeLimits,
  fromMs: number,
  { overlap, slack }: { readonly overlap: number; readonly slack: number },
): Walked {
  const { requestsPerSecond, bandwidth, hours } = limits;
  const changing = changingHours(limits);
  const spent = new Map<string, { bound: TimeBound; seconds: number }>();
  const spend = (bound: TimeBound, seconds: number): void => {
    const key = JSON.stringify(bound);
    spent.set(key, { bound, seconds: (spent.get(key)?.seconds ?? 0) + seconds });
  };
  let [seconds, left] = [0, 1];
  while (left > 0 && seconds < forecastCeiling) {
    const at = new Date(fromMs + seconds * 1000);
    const untilChange =
      changing.length === 0
        ? Number.POSITIVE_INFINITY
        : (nextChange(changing, at).getTime() - at.getTime()) / 1000;
    const limit = bandwidthAt(bandwidth, at);
    if (!isOpen(hours, at) || limit === 0) {
      spend({ kind: 'hours' }, untilChange);
      seconds += untilChange;
      continue;
    }
    const isScheduled = bandwidth.schedule?.sends === 'limited';
    const whole = secondsAt(work, { ...speed, limit, isScheduled }, requestsPerSecond, overlap);
    const all = whole.seconds * slack;
    const took = Math.min(left * all, untilChange);
    spend(whole.bound, took);
    seconds += took;
    left = took < untilChange ? 0 : left - took / all;
  }
  const bounds = [...spent.values()].sort((a, b) => b.seconds - a.seconds).map(({ bound }) => bound);
  return { seconds: Math.min(seconds, forecastCeiling), bound: mostOf(bounds) };
}

/** What took the most time; where that is waiting, also the limit that comes next. */
function mostOf([most = { kind: 'line' }, next]: readonly TimeBound[]): TimeBound {
  return most.kind === 'hours' && next?.kind === 'bandwidth-limit'
    ? { kind: 'hours', bytesPerSecond: next.bytesPerSecond }
    : most;
}

/** All of the work at these speeds, and what takes the most of it. */
function secondsAt(
  work: Work,
  speed: {
    readonly line: number;
    readonly requests: number;
    readonly hash: number;
    readonly limit: number;
    readonly isScheduled: boolean;
  },
  requestsPerSecond: number,
  overlap: number,
): Walked {
  const bytes = work.bytes / Math.min(speed.line, speed.limit);
  const requests = work.requests / speed.requests;
  const hashes = work.hashedBytes / speed.hash;
  const sent = Math.max(bytes, requests) + (1 - overlap) * Math.min(bytes, requests);
  const bound: TimeBound =
    hashes > sent
      ? { kind: 'source' }
      : requests > bytes
        ? { kind: 'rate-limit', requestsPerSecond }
        : speed.limit < speed.line
          ? { kind: 'bandwidth-limit', bytesPerSecond: speed.limit, isScheduled: speed.isScheduled }
          : { kind: 'line' };
  return { seconds: Math.max(sent, hashes), bound };
}
