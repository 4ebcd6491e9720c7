/**
 * How long something is tried again of which nothing can be said but that it did not work: answers that no part host
 * gives, and source files or datasets of which no answer tells whether they were made. It may pass by itself, a portal or
 * an outage of an hour; but each try costs a whole part on the line, or may leave an empty source file behind, so it is
 * not tried for days:
 *
 * - `inARow` times while nothing else arrives: it is not this item's doing. The upload stops, and can be resumed.
 * - `inAll` times while other things do arrive: it is this item's doing. The item fails, and can be retried.
 */
export class RetryBudget {
  readonly #arrived: () => number;
  readonly #inARow: number;
  readonly #inAll: number;
  #arrivedAtLast: number;
  #row = 0;
  #all = 0;

  /** `arrived` counts what goes well anywhere in the upload. */
  constructor(arrived: () => number, inARow: number, inAll: number) {
    this.#arrived = arrived;
    this.#inARow = inARow;
    this.#inAll = inAll;
    this.#arrivedAtLast = arrived();
  }

  /** After one time more. */
  end(): 'none' | 'upload-stops' | 'item-fails' {
    const arrived = this.#arrived();
    this.#row = arrived === this.#arrivedAtLast ? this.#row + 1 : 1;
    this.#arrivedAtLast = arrived;
    this.#all += 1;
    if (this.#row >= this.#inARow) return 'upload-stops';
    return this.#all >= this.#inAll ? 'item-fails' : 'none';
  }

  get times(): number {
    return this.#all;
  }
}
