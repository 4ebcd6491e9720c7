/**
 * A bandwidth cap over everything that is sent. Bytes are paid for in advance from a bucket that holds at most a tenth
 * of a second, so that the cap holds over any second, not only on average.
 */
export class BandwidthLimiter {
  #bytesPerSecond: number;
  #freeAtMs = 0;
  readonly #now: () => number;

  /** Infinity for no cap. */
  constructor(bytesPerSecond: number, now: () => number = () => performance.now()) {
    this.#bytesPerSecond = bytesPerSecond;
    this.#now = now;
  }

  set bytesPerSecond(value: number) {
    this.#bytesPerSecond = value;
  }

  /** When these bytes may be sent; undefined for at once. */
  reserve(bytes: number): Promise<void> | undefined {
    if (this.#bytesPerSecond === Number.POSITIVE_INFINITY) return undefined;
    const now = this.#now();
    this.#freeAtMs = Math.max(this.#freeAtMs, now - 100) + (bytes / this.#bytesPerSecond) * 1000;
    const waitMs = this.#freeAtMs - now;
    return waitMs <= 0 ? undefined : new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
