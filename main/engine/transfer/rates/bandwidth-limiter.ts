import { type BandwidthPlan, bandwidthAt } from '../../../../preload/contract/views/bandwidth-schedule.ts';

/**
 * The bandwidth limit over everything that is sent. A token bucket that holds at most a tenth of a second, so that the
 * limit holds over any second, not only on average.
 */
export class BandwidthLimiter {
  plan: BandwidthPlan;
  #freeAtMs = 0;
  readonly #now: () => number;

  constructor(plan: BandwidthPlan, now: () => number = () => performance.now()) {
    this.plan = plan;
    this.#now = now;
  }

  /** The limit that holds now: Infinity for none, 0 while nothing is sent. */
  get bytesPerSecond(): number {
    return bandwidthAt(this.plan, new Date());
  }

  /** Resolves when these bytes may be sent; undefined where they may be sent now. */
  reserve(bytes: number): Promise<void> | undefined {
    // A part that is under way when its hours end is sent to its end.
    const limit = this.bytesPerSecond || (this.plan.bytesPerSecond ?? Number.POSITIVE_INFINITY);
    if (limit === Number.POSITIVE_INFINITY) return undefined;
    const now = this.#now();
    this.#freeAtMs = Math.max(this.#freeAtMs, now - 100) + (bytes / limit) * 1000;
    const waitMs = this.#freeAtMs - now;
    return waitMs <= 0 ? undefined : new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
