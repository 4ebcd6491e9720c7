/**
 * At most `limit` starts in any window of one second: a strict sliding window, not an average
 * (platform-interface 8: 25 requests per second, per authenticating user account).
 */
export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  /** A ring of the last `limit` admitted times: the oldest of them decides. */
  readonly #admitted: number[] = [];
  #oldest = 0;

  constructor(limit: number, windowMs = 1000) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** 0 when admitted; else how long until one more would be. A refused request does not count. */
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

/** A window for each account or address; forgets the idle ones when there are many. */
export class RateLimiter {
  readonly #limit: number;
  readonly #windows = new Map<string, SlidingWindow>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  admit(who: string, nowMs: number): number {
    let window = this.#windows.get(who);
    if (window === undefined) {
      if (this.#windows.size >= 10_000) this.#windows.clear();
      window = new SlidingWindow(this.#limit);
      this.#windows.set(who, window);
    }
    return window.admit(nowMs);
  }
}
