import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { openRateLimiterState } from './rate-limiter-state.ts';

interface Entry {
  readonly requestsPerSecond: number;
  readonly limiter: RateLimiter;
  close(): void;
}

/**
 * One rate limiter per key until the engine ends: the rate limit is per account, whichever session makes the requests. Its
 * state outlives a killed engine.
 */
export class RateLimiterRegistry {
  readonly #pathPrefix: string;
  readonly #entries = new Map<string, Entry>();

  /** The state files are named by the prefix and the key ID. */
  constructor(pathPrefix: string) {
    this.#pathPrefix = pathPrefix;
  }

  get(keyId: string, requestsPerSecond: number): RateLimiter {
    const known = this.#entries.get(keyId);
    if (known?.requestsPerSecond === requestsPerSecond) return known.limiter;
    // A profile with another rate: the new limiter reads the old one's state.
    known?.close();
    const state = openRateLimiterState(`${this.#pathPrefix}-${keyId.replace(/[^\w-]/g, '_')}`);
    const limiter = createRateLimiter({ requestsPerSecond, state });
    this.#entries.set(keyId, { requestsPerSecond, limiter, close: () => state.close() });
    return limiter;
  }

  close(): void {
    for (const { close } of this.#entries.values()) close();
    this.#entries.clear();
  }
}
