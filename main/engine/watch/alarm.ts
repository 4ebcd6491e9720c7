/** A wait that others can end. A ring before the wait ends it too. */
export class Alarm {
  #rung = Promise.withResolvers<void>();

  ring(): void {
    this.#rung.resolve();
  }

  /** Waits until performance.now() is this late, or for a ring. */
  async until(atMs: number): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const ms = Math.max(0, atMs - performance.now());
    // Longer ones than a timer can wait are ended by a ring.
    const timer = ms < 2 ** 31 ? setTimeout(timeout.resolve, ms) : null;
    await Promise.race([timeout.promise, this.#rung.promise]);
    if (timer !== null) clearTimeout(timer);
    this.#rung = Promise.withResolvers();
  }
}
