import {
  type BandwidthPlan,
  bandwidthAt,
  bandwidthPlan,
  hasOwnLimits,
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
    if (!hasOwnLimits(own)) return this;
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

const lookMs = 1000;

/** Holds at most a tenth of a second, so that the limit holds over any second, not only on average. */
class TokenBucket {
  /** Of all bytes that were ever reserved, the first so many may be sent. */
  #reservedBytes = 0;
  #freeBytes = 0;
  #freedAtMs = Number.NEGATIVE_INFINITY;
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  reserve(bytes: number, bandwidth: Bandwidth): Promise<void> | undefined {
    const limit = limitOf(bandwidth);
    if (limit === Number.POSITIVE_INFINITY) return undefined;
    this.#free(limit);
    this.#reservedBytes += bytes;
    const end = this.#reservedBytes;
    return this.#freeBytes >= end ? undefined : this.#until(end, bandwidth);
  }

  /** Looks again at least once a second, because a person may have changed the limit. */
  async #until(end: number, bandwidth: Bandwidth): Promise<void> {
    while (this.#freeBytes < end) {
      const waitMs = Math.ceil(((end - this.#freeBytes) / limitOf(bandwidth)) * 1000);
      await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, lookMs)));
      this.#free(limitOf(bandwidth));
    }
  }

  #free(limit: number): void {
    const now = this.now();
    const freed = this.#freeBytes + (limit * (now - this.#freedAtMs)) / 1000;
    this.#freeBytes = Number.isFinite(limit)
      ? Math.min(this.#reservedBytes + limit / 10, freed)
      : this.#reservedBytes;
    this.#freedAtMs = now;
  }
}

/** A part that is under way when its hours end is sent to its end. */
function limitOf({ bytesPerSecond, plan }: Bandwidth): number {
  return bytesPerSecond || (plan.bytesPerSecond ?? Number.POSITIVE_INFINITY);
}
