/** Slots, handed out in the order of the calls. The limit may change while slots are in use; none is revoked. */
export class Semaphore {
  #limit: number;
  #used = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get used(): number {
    return this.#used;
  }

  get limit(): number {
    return this.#limit;
  }

  set limit(value: number) {
    this.#limit = value;
    this.#admit();
  }

  /** Resolves to true with a slot, or to false when the signal came first. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#used < this.#limit && this.#waiting.length === 0) {
      this.#used += 1;
      return true;
    }
    return new Promise((resolve) => {
      const onAbort = (): void => {
        const index = this.#waiting.indexOf(admit);
        if (index === -1) return;
        this.#waiting.splice(index, 1);
        resolve(false);
      };
      const admit = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(true);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(admit);
    });
  }

  release(): void {
    this.#used -= 1;
    this.#admit();
  }

  #admit(): void {
    while (this.#used < this.#limit) {
      const admit = this.#waiting.shift();
      if (admit === undefined) return;
      this.#used += 1;
      admit();
    }
  }
}
