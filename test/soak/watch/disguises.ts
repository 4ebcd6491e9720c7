export type Disguise = 'path' | 'id';

/** Which of path and file ID of a file were changed since it was written, or since both of them were. */
export class Disguises {
  readonly #changed = new Map<string, Set<Disguise>>();

  /** Returns whether neither is as it was. */
  add(path: string, what: Disguise): boolean {
    const changed = (this.#changed.get(path) ?? new Set()).add(what);
    if (changed.size < 2) this.#changed.set(path, changed);
    else this.#changed.delete(path);
    return changed.size === 2;
  }

  /** Another content is at this path. */
  forget(path: string): void {
    this.#changed.delete(path);
  }

  /** The file is at another path. */
  follow(from: string, to: string): void {
    const changed = this.#changed.get(from);
    this.#changed.delete(from);
    if (changed !== undefined) this.#changed.set(to, changed);
  }
}
