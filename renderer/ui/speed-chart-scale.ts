import type { SpeedSample } from '../state/speed-history.ts';

/** What a chart of speed covers: steps that hold still, not an axis that moves with every point. */

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

/** The shortest span that holds everything from the first point to the last. */
export function chartSpanMs(firstMs: number, lastMs: number): number {
  return spansMs.find((span) => span >= lastMs - firstMs) ?? 120 * minute;
}

export function peakSpeed(points: readonly SpeedSample[], fromMs = 0): number {
  return points.reduce(
    (most, { atMs, bytesPerSecond }) => (atMs < fromMs ? most : Math.max(most, bytesPerSecond ?? 0)),
    0,
  );
}

/** A limit that is far above the speed would press the line onto the ground: it is only told then. */
const farAbove = 5;

export function isLimitShown(peak: number, limit: number | null): limit is number {
  return limit !== null && (peak === 0 || limit <= peak * farAbove);
}

/** The top of the scale: a round figure, whose half is one too, above the peak and the limit that is shown. */
export function scaleMax(peak: number, limit: number | null): number {
  const least = Math.max(1_000, peak, isLimitShown(peak, limit) ? limit : 0) * 1.05;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8].find((each) => each * power >= least) ?? 10;
  return step * power;
}
