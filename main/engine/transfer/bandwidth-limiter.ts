import type { Preferences } from '../../../preload/contract/views.ts';

/** The limit by the clock, as a person set it. */
export type BandwidthPlan = Pick<Preferences, 'bytesPerSecond' | 'schedule'>;

/** Infinity is no limit. */
export function constantPlan(bytesPerSecond: number): BandwidthPlan {
  return { bytesPerSecond: Number.isFinite(bytesPerSecond) ? bytesPerSecond : null, schedule: null };
}

/**
 * The bandwidth limit over everything that is sent. A token bucket that holds at most a tenth of a second, so that the
 * limit holds over any second, not only on average.
 */
export class BandwidthLimiter {
  /** For forecasts. `bytesPerSecond` is the current limit; the code that applies a schedule updates it. */
  plan: BandwidthPlan;
  #bytesPerSecond: number;
  #freeAtMs = 0;
  readonly #now: () => number;

  /** Infinity for no limit. */
  constructor(bytesPerSecond: number, now: () => number = () => performance.now()) {
    this.#bytesPerSecond = bytesPerSecond;
    this.plan = constantPlan(bytesPerSecond);
    this.#now = now;
  }

  get bytesPerSecond(): number {
    return this.#bytesPerSecond;
  }

  set bytesPerSecond(value: number) {
    this.#bytesPerSecond = value;
  }

  /** Resolves when these bytes may be sent; undefined where they may be sent now. */
  reserve(bytes: number): Promise<void> | undefined {
    if (this.#bytesPerSecond === Number.POSITIVE_INFINITY) return undefined;
    const now = this.#now();
    this.#freeAtMs = Math.max(this.#freeAtMs, now - 100) + (bytes / this.#bytesPerSecond) * 1000;
    const waitMs = this.#freeAtMs - now;
    return waitMs <= 0 ? undefined : new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
