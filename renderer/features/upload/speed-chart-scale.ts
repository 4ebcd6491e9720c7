import type { SpeedSample } from '../../state/speed-history.ts';

/** The time spans and maxima of a speed chart. They change in steps, so the axes don't move with every sample. */

const second = 1_000;
const minute = 60 * second;
const spansMs = [
  10 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  60 * minute,
  120 * minute,
] as const;

/** The shortest span that covers the first to the last sample. */
export function chartSpanMs(firstMs: number, lastMs: number): number {
  return spansMs.find((span) => span >= lastMs - firstMs) ?? 120 * minute;
}

const leastEndedMs = 10 * second;

/** Whether there is a line to draw. Of an upload that ended sooner the speed was hardly measured: only its average is said. */
export function hasLine(samples: readonly SpeedSample[], isEnded: boolean): boolean {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || first === last) return false;
  return !isEnded || (last.atMs - first.atMs >= leastEndedMs && peakSpeed(samples) > 0);
}

export function peakSpeed(samples: readonly SpeedSample[], fromMs = 0): number {
  return samples.reduce(
    (most, { atMs, bytesPerSecond }) => (atMs < fromMs ? most : Math.max(most, bytesPerSecond ?? 0)),
    0,
  );
}

/** A limit far above the speed would flatten the line, so it isn't drawn. */
const maxLimitToPeak = 5;

export function isLimitShown(peak: number, limit: number | null): limit is number {
  return limit !== null && (peak === 0 || limit <= peak * maxLimitToPeak);
}

/** A round number above the peak and the visible limit; half of it is round too. */
export function scaleMax(peak: number, limit: number | null): number {
  const least = Math.max(1_000, peak, isLimitShown(peak, limit) ? limit : 0) * 1.05;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8].find((each) => each * power >= least) ?? 10;
  return step * power;
}
