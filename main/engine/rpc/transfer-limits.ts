import { parallelParts } from '../../../preload/contract/views/parallel-parts.ts';
import type { BandwidthLimiter } from '../transfer/index.ts';
import type { EngineArgument } from './protocol.ts';

/** The limits that a person set. */
export class TransferLimitSettings {
  readonly #bandwidth: BandwidthLimiter;
  concurrency: number = parallelParts.default;

  constructor(bandwidth: BandwidthLimiter) {
    this.#bandwidth = bandwidth;
  }

  set({ concurrency, bytesPerSecond, schedule }: EngineArgument<'limits.set'>): void {
    this.concurrency = concurrency;
    this.#bandwidth.plan = { bytesPerSecond, schedule };
  }
}
