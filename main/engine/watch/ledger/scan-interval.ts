import { firstPollMs, nextPollMs } from '../../sources/root-availability.ts';

/** At most a tenth of one core reads folders again and again; where changes are reported, a fiftieth. */
const restPerScan = { withoutEvents: 10, withEvents: 50 } as const;
/** A folder where many write would be read without end. */
const restPerHint = 10;
const minHintMs = 100;

export interface LastScan {
  readonly durationMs: number;
  readonly usesEvents: boolean;
  /** How often in a row the folder was away. */
  readonly timesAway: number;
}

/** How long to rest after a complete scan before the next one. */
export function restAfterScanMs(
  { durationMs, usesEvents, timesAway }: LastScan,
  rescanSeconds: number,
): number {
  if (timesAway > 0) {
    let waitMs = firstPollMs;
    for (let time = 1; time < timesAway && time < 20; time += 1) waitMs = nextPollMs(waitMs);
    return waitMs;
  }
  const times = usesEvents ? restPerScan.withEvents : restPerScan.withoutEvents;
  return Math.max(rescanSeconds * 1_000, times * durationMs);
}

/** How long to rest after reading folders that changed. */
export function restAfterHintMs(durationMs: number): number {
  return Math.max(minHintMs, restPerHint * durationMs);
}
