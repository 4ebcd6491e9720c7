/** Rows that wait for their time, in the order in which they came: each waits equally long. */
export class SettleQueue {
  readonly #delayMs: number;
  /** By row ID, since when: a Map keeps the order in which they were added. */
  readonly #sinceMs = new Map<number, number>();

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** It waits from now on, also if it has waited before. */
  add(id: number, nowMs: number): void {
    this.#sinceMs.delete(id);
    this.#sinceMs.set(id, nowMs);
  }

  has(id: number): boolean {
    return this.#sinceMs.has(id);
  }

  remove(id: number): void {
    this.#sinceMs.delete(id);
  }

  /** Removes and returns a row that has waited long enough. Null if there is none. */
  next(nowMs: number): number | null {
    const [first] = this.#sinceMs;
    if (first === undefined || first[1] + this.#delayMs > nowMs) return null;
    this.#sinceMs.delete(first[0]);
    return first[0];
  }

  /** When the first one has waited long enough. Infinity if none waits. */
  dueAtMs(): number {
    const [first] = this.#sinceMs;
    return first === undefined ? Number.POSITIVE_INFINITY : first[1] + this.#delayMs;
  }
}
