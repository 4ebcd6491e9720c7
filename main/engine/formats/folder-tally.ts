import type { ContainerFolder } from './content-check.ts';

export const maxFolders = 100_000;
/** The length of all paths together: a hostile archive may have 100,000 paths of 64 KB. */
const maxPathCharacters = 16_000_000;

/** Files and bytes per folder, with a bound on the number and length of paths. */
export class FolderTally {
  readonly #folders = new Map<string, { entries: number; bytes: number }>();
  #characters = 0;
  #isFull = false;

  /** Whether there were more folders than are kept. The files of those are in no folder's count. */
  get isFull(): boolean {
    return this.#isFull;
  }

  add(path: string, entries: number, bytes: number): void {
    const known = this.#folders.get(path);
    if (known !== undefined) {
      known.entries += entries;
      known.bytes += bytes;
    } else if (this.#folders.size < maxFolders && this.#characters + path.length <= maxPathCharacters) {
      this.#folders.set(path, { entries, bytes });
      this.#characters += path.length;
    } else this.#isFull = true;
  }

  /** With the names that folders really have. Those that turn out to be the same are added up. */
  named(
    nameOf: (path: string) => Pick<ContainerFolder, 'path' | 'otherPath' | 'isDoubtful'> = asStated,
  ): ContainerFolder[] {
    const named = new Map<string, ContainerFolder>();
    for (const [key, { entries, bytes }] of this.#folders) {
      const { path, ...name } = nameOf(key);
      const same = named.get(path) ?? { ...name, entries: 0, bytes: 0 };
      named.set(path, { ...same, path, entries: same.entries + entries, bytes: same.bytes + bytes });
    }
    return [...named.values()];
  }
}

/** A name that can be read in one way only. */
const asStated = (path: string) => ({ path, otherPath: null, isDoubtful: false });
