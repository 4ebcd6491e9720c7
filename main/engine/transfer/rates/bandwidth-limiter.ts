import {
  type BandwidthPlan,
  bandwidthAt,
  bandwidthPlan,
  type OwnLimits,
} from '../../../../preload/contract/views/bandwidth-schedule.ts';

/** How fast an upload may be sent, and when. */
export interface Bandwidth {
  readonly plan: BandwidthPlan;
  /** The limit that holds now: Infinity for none, 0 while nothing is sent. */
  readonly bytesPerSecond: number;
  /** Resolves when these bytes may be sent; undefined where they may be sent now. */
  reserve(bytes: number): Promise<void> | undefined;
}

/** The bandwidth limit over everything that is sent by uploads without a limit of their own. */
export class BandwidthLimiter implements Bandwidth {
  plan: BandwidthPlan;
  readonly #bucket: TokenBucket;

  constructor(plan: BandwidthPlan, now: () => number = () => performance.now()) {
    this.plan = plan;
    this.#bucket = new TokenBucket(now);
  }

  get bytesPerSecond(): number {
    return bandwidthAt(this.plan, new Date());
  }

  reserve(bytes: number): Promise<void> | undefined {
    return this.#bucket.reserve(bytes, this);
  }

  /** That of one upload. Its own limits replace the usual ones, also those that a person sets while it is sent. */
  ofUpload(own: OwnLimits): Bandwidth {
    if (own.bytesPerSecond === undefined && own.hours === undefined) return this;
    const usual = this;
    // Hours leave the limit as it is: the uploads share it.
    const bucket = own.bytesPerSecond === undefined ? this.#bucket : new TokenBucket(this.#bucket.now);
    return {
      get plan() {
        return bandwidthPlan(own, usual.plan);
      },
      get bytesPerSecond() {
        return bandwidthAt(this.plan, new Date());
      },
      reserve(bytes) {
        return bucket.reserve(bytes, this);
      },
    };
  }
}

/** Holds at most a tenth of a second, so that the limit holds over any second, not only on average. */
class TokenBucket {
  #freeAtMs = 0;
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  reserve(bytes: number, { bytesPerSecond, plan }: Bandwidth): Promise<void> | undefined {
    // A part that is under way when its hours end is sent to its end.
    const limit = bytesPerSecond || (plan.bytesPerSecond ?? Number.POSITIVE_INFINITY);
    if (limit === Number.POSITIVE_INFINITY) return undefined;
    const now = this.now();
    this.#freeAtMs = Math.max(this.#freeAtMs, now - 100) + (bytes / limit) * 1000;
    const waitMs = this.#freeAtMs - now;
    return waitMs <= 0 ? undefined : new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
