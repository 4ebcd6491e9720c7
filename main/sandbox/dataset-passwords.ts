/** Passwords by dataset, in memory only: a person may try the sandbox with those of real evidence. */
export class DatasetPasswords {
  readonly #byDataset = new Map<number, string[]>();

  add(datasetId: number, given: readonly string[]): void {
    const known = this.#byDataset.get(datasetId) ?? [];
    this.#byDataset.set(datasetId, [...new Set([...known, ...given])]);
  }

  of(datasetId: number): readonly string[] {
    return this.#byDataset.get(datasetId) ?? [];
  }
}
