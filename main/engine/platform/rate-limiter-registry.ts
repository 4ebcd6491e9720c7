import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { openRateLimiterState } from './rate-limiter-state.ts';

interface Kept {
  readonly requestsPerSecond: number;
  readonly pacer: RateLimiter;
  close(): void;
}

/**
 * One pacer for each key, until the engine ends: the rate is the account's, whatever looks at a connection or takes its
 * place while another one is at work. Its memory outlives a killed engine.
 */
export class RateLimiterRegistry {
  readonly #path: string;
  readonly #kept = new Map<string, Kept>();

  /** The names of the memories' files start with `path`; the key id follows. */
  constructor(path: string) {
    this.#path = path;
  }

  of(keyId: string, requestsPerSecond: number): RateLimiter {
    const known = this.#kept.get(keyId);
    if (known?.requestsPerSecond === requestsPerSecond) return known.pacer;
    // A profile with another rate: what the old pacer did is in the memory that the new one reads.
    known?.close();
    const memory = openRateLimiterState(`${this.#path}-${keyId.replace(/[^\w-]/g, '_')}`);
    const pacer = createRateLimiter({ requestsPerSecond, memory });
    this.#kept.set(keyId, { requestsPerSecond, pacer, close: () => memory.close() });
    return pacer;
  }

  close(): void {
    for (const { close } of this.#kept.values()) close();
    this.#kept.clear();
  }
}
