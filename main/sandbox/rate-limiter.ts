/**
 * At most `limit` requests in any window of one second: a strict sliding window, not an average
 * (platform-interface 8: 25 requests per second and user account).
 */
export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  /** Ring buffer of the last `limit` admitted times; the oldest one decides. */
  readonly #admitted: number[] = [];
  #oldest = 0;

  constructor(limit: number, windowMs = 1000) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Returns 0 if admitted, otherwise the time to wait in ms. A refused request doesn't count. */
  admit(nowMs: number): number {
    if (this.#admitted.length < this.#limit) {
      this.#admitted.push(nowMs);
      return 0;
    }
    const oldest = this.#admitted[this.#oldest] ?? Number.NEGATIVE_INFINITY;
    const waitMs = oldest + this.#windowMs - nowMs;
    if (waitMs > 0) return waitMs;
    this.#admitted[this.#oldest] = nowMs;
    this.#oldest = (this.#oldest + 1) % this.#limit;
    return 0;
  }
}

const maxWindows = 10_000;

/** One window per account or address. */
export class RateLimiter {
  readonly #limit: number;
  readonly #windows = new Map<string, SlidingWindow>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  admit(client: string, nowMs: number): number {
    let window = this.#windows.get(client);
    if (window === undefined) {
      if (this.#windows.size >= maxWindows) this.#windows.clear();
      window = new SlidingWindow(this.#limit);
      this.#windows.set(client, window);
    }
    return window.admit(nowMs);
  }
}
