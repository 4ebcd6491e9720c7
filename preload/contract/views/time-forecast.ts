/** How long sending takes, as the engine forecasts it and the window and the command line show it. */
import { z } from 'zod';

const seconds = z.number().nonnegative();

/** In seconds. A forecast of a year or more says no more than that. */
export const forecastCeiling = 365 * 86_400;

/**
 * What takes the time. `source`: the disk or share that the files are read from, or hashing. `hours`: waiting for the
 * schedule, with the limit that decides most of the rest.
 */
export const timeBound = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('line') }),
  z.object({
    kind: z.literal('bandwidth-limit'),
    bytesPerSecond: z.number(),
    /** Other hours have another limit. */
    isScheduled: z.boolean(),
  }),
  z.object({ kind: z.literal('rate-limit'), requestsPerSecond: z.number() }),
  z.object({ kind: z.literal('source') }),
  z.object({ kind: z.literal('hours'), bytesPerSecond: z.exactOptional(z.number()) }),
]);
export type TimeBound = z.infer<typeof timeBound>;

/**
 * Seconds from now, as the model has them: they are rounded where they are shown. `likely` is at the middle of the speeds:
 * hours in which nothing is sent may be between it and the middle of the range.
 */
export const timeRange = z.object({
  low: seconds,
  likely: seconds,
  high: seconds,
  bound: timeBound,
  /** The lines of the low end and the high one, in bytes per second, where the line is unknown. */
  lines: z.exactOptional(z.object({ fast: z.number(), slow: z.number() })),
  /** When the hours close in which these ends lie, where files are sent in certain hours only. */
  closesAtMs: z.exactOptional(z.object({ likely: z.number(), high: z.number() })),
});
export type TimeRange = z.infer<typeof timeRange>;

export const timeForecast = z.object({
  /** How many earlier uploads to this server measured the line. */
  measurements: z.int().nonnegative(),
  /** One where the line is known or doesn't matter, and otherwise one for each line of a table, the slowest first. */
  times: z.array(timeRange.extend({ lineBytesPerSecond: z.number().nullable() })).min(1),
});
export type TimeForecast = z.infer<typeof timeForecast>;

/** The lines of a table as one range, which names its ends. */
export function asOneRange({ times }: TimeForecast): TimeRange | null {
  const [slowest, middle, fastest] = [times[0], times[Math.floor(times.length / 2)], times.at(-1)];
  if (slowest === undefined || middle === undefined || fastest === undefined) return null;
  const { lineBytesPerSecond: slow, ...range } = slowest;
  const { lineBytesPerSecond: fast, low } = fastest;
  if (slowest === fastest || slow === null || fast === null) return range;
  const { likely, closesAtMs } = middle;
  const closes =
    range.closesAtMs === undefined || closesAtMs === undefined
      ? {}
      : { closesAtMs: { likely: closesAtMs.likely, high: range.closesAtMs.high } };
  return { ...range, low, likely, lines: { fast, slow }, ...closes };
}

/** A forecast of an earlier time, as of now. */
export function forecastSince(forecast: TimeForecast, atMs: number, nowMs: number): TimeForecast {
  return { ...forecast, times: forecast.times.map((time) => rangeSince(time, atMs, nowMs)) };
}

export function rangeSince<Range extends TimeRange>(range: Range, atMs: number, nowMs: number): Range {
  const later = (seconds: number): number => Math.max(0, seconds - (nowMs - atMs) / 1000);
  return { ...range, low: later(range.low), likely: later(range.likely), high: later(range.high) };
}
