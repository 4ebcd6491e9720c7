/**
 * Places for parts in flight, handed out in the order they were asked for. The number of places may change while they
 * are in use; nobody is thrown out.
 */
export class Semaphore {
  #limit: number;
  #used = 0;
  readonly #waiting: { readonly enter: () => void; readonly signal: AbortSignal }[] = [];

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

  /** True with a place taken; false when the signal came first. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#used < this.#limit && this.#waiting.length === 0) {
      this.#used += 1;
      return true;
    }
    return new Promise((resolve) => {
      const leave = (): void => {
        const place = this.#waiting.indexOf(waiter);
        if (place === -1) return;
        this.#waiting.splice(place, 1);
        resolve(false);
      };
      const waiter = {
        signal,
        enter: () => {
          signal.removeEventListener('abort', leave);
          resolve(true);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiter);
    });
  }

  release(): void {
    this.#used -= 1;
    this.#admit();
  }

  #admit(): void {
    while (this.#used < this.#limit) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#used += 1;
      next.enter();
    }
  }
}
