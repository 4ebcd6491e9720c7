import { createHash } from 'node:crypto';
import type { ApiKey } from './connection.ts';
import { createRateLimiter, type RateLimiter, requestsAllowed } from './rate-limiter.ts';
import { SharedRequestSlots } from './shared-request-slots.ts';

interface Entry {
  readonly requestsPerSecond: number;
  readonly limiter: RateLimiter;
}

/** One rate limiter per server and key until the engine ends. Keys of one account share its slots, in every process. */
export class RateLimiterRegistry {
  readonly #slots: SharedRequestSlots;
  readonly #entries = new Map<string, Entry>();

  constructor(slots = new SharedRequestSlots()) {
    this.#slots = slots;
  }

  /** The file that this process can't share with others; null if it can. It uses less of the rate then. */
  get unsharedFile(): string | null {
    return this.#slots.isShared ? null : this.#slots.path;
  }

  /** The limits of a profile with the requests per second that this process may count on, for estimates. */
  allowed<T extends { readonly requestsPerSecond: number }>(limits: T): T {
    return { ...limits, requestsPerSecond: requestsAllowed(limits.requestsPerSecond, this.#slots) };
  }

  get({ origin }: URL, apiKey: ApiKey, requestsPerSecond: number): RateLimiter {
    const fingerprint = createHash('sha256').update(`${origin} ${apiKey.reveal()}`).digest('hex');
    const known = this.#entries.get(fingerprint);
    if (known?.requestsPerSecond === requestsPerSecond) return known.limiter;
    // A profile with another rate. What the earlier limiter holds stays held.
    const limiter = createRateLimiter({ origin, fingerprint, requestsPerSecond, slots: this.#slots });
    this.#entries.set(fingerprint, { requestsPerSecond, limiter });
    return limiter;
  }

  close(): void {
    for (const { limiter } of this.#entries.values()) limiter.close();
    this.#entries.clear();
    this.#slots.close();
  }
}
