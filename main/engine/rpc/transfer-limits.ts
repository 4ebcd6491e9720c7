import { bandwidthAt } from '../../../preload/contract/bandwidth-schedule.ts';
import type { BandwidthLimiter } from '../transfer/bandwidth-limiter.ts';
import type { EngineArgument } from './protocol.ts';

const scheduleCheckMs = 15_000;

/** The limits that a person set. Keeps the bandwidth limit in step with its schedule. */
export class TransferLimitSettings {
  readonly #bandwidth: BandwidthLimiter;
  readonly #timer: NodeJS.Timeout;
  #limits: EngineArgument<'limits.set'> = { bytesPerSecond: null, schedule: null, concurrency: 16 };

  constructor(bandwidth: BandwidthLimiter) {
    this.#bandwidth = bandwidth;
    this.#timer = setInterval(() => this.#apply(), scheduleCheckMs);
  }

  get concurrency(): number {
    return this.#limits.concurrency;
  }

  /** Infinity for no limit. */
  get bytesPerSecond(): number {
    return bandwidthAt(this.#limits, new Date());
  }

  set(limits: EngineArgument<'limits.set'>): void {
    this.#limits = limits;
    this.#bandwidth.plan = limits;
    this.#apply();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #apply(): void {
    this.#bandwidth.bytesPerSecond = this.bytesPerSecond;
  }
}
