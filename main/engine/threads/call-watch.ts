/**
 * How long a thread has made no call to the file system. It counts its calls in a cell that it shares, because while a call
 * doesn't return, the thread says nothing. Not by the wall clock, which may be set meanwhile.
 */
export class CallWatch {
  readonly #cells: Int32Array;
  readonly #cell: number;
  #calls: number;
  #sinceMs = performance.now();

  constructor(cells: Int32Array, cell: number) {
    this.#cells = cells;
    this.#cell = cell;
    this.#calls = this.calls;
  }

  get calls(): number {
    return Atomics.load(this.#cells, this.#cell);
  }

  /** Since when it has made no other call, as far as was looked. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** It was given work. */
  restart(): void {
    this.#sinceMs = performance.now();
  }

  /** For how long it has made no other call. One that has no work, or waits for its consumer, makes none either. */
  silentMs(isWorking: boolean): number {
    const calls = this.calls;
    if (calls !== this.#calls || !isWorking) this.restart();
    this.#calls = calls;
    return performance.now() - this.#sinceMs;
  }
}
