import type { BigIntStats } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { displayPath, type Item } from '../store/item-repository.ts';
import type { StoredRequest } from '../store/upload-repository.ts';
import { absolutePath, fileIdentity } from '../types/source-path.ts';
import { identityChange } from './source-identity.ts';

type Chosen = Pick<StoredRequest, 'sources' | 'followSymlinks'>;

/** The file of an item, open for reading. Like all reasons of items, those of its failures stand beside its path and do not repeat it. */
export class SourceHandle {
  readonly file: FileHandle;
  readonly #item: Item;
  readonly #chosen: Chosen;
  readonly #scannedHere: boolean;

  constructor(file: FileHandle, item: Item, chosen: Chosen, scannedHere: boolean) {
    this.file = file;
    this.#item = item;
    this.#chosen = chosen;
    this.#scannedHere = scannedHere;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.file.close();
  }

  /** A share that went away refuses even this (ESTALE, EIO): the file's failure, not a bug. */
  async changedInPlace(sameRun = false): Promise<Failure | null> {
    try {
      return this.#changeOf(await this.file.stat({ bigint: true }), sameRun);
    } catch (error) {
      return openFailure(error, displayPath(this.#item));
    }
  }

  /** The name must still lead to the same file: it may have been replaced under it. */
  async changed(): Promise<Failure | null> {
    const inPlace = await this.changedInPlace();
    if (inPlace !== null) return inPlace;
    try {
      return this.#changeOf(await statItem(this.#item, this.#chosen), this.#scannedHere);
    } catch (error) {
      return openFailure(error, displayPath(this.#item));
    }
  }

  #changeOf(stats: BigIntStats, sameRun: boolean): Failure | null {
    const change = identityChange(this.#item, fileIdentity(stats), sameRun);
    return change === null ? null : changedFailure(displayPath(this.#item), change);
  }
}

/** Opens it, if it is still what was inventoried. */
export async function openSource(
  item: Item,
  chosen: Chosen,
  scannedHere: boolean,
): Promise<Result<SourceHandle>> {
  const shown = displayPath(item);
  try {
    // Looked at before it is opened: opening a pipe that took the file's place would wait for ever.
    const found = await statItem(item, chosen);
    if (found.isSymbolicLink())
      return failure('path-not-a-file', 'It is now a symbolic link; links are not followed.', {
        path: shown,
      });
    if (!found.isFile()) return failure('path-not-a-file', 'It is no longer a file.', { path: shown });
    const source = new SourceHandle(await open(pathOf(item), 'r'), item, chosen, scannedHere);
    const change = await source.changedInPlace(scannedHere);
    if (change === null) return success(source);
    await source.file.close();
    return { ok: false, failure: change };
  } catch (error) {
    return { ok: false, failure: openFailure(error, shown) };
  }
}

/** What stands at the item's path. As in the inventory, a link is looked through where links are followed, or where it was named itself. */
export async function statItem(item: Item, { sources, followSymlinks }: Chosen): Promise<BigIntStats> {
  const path = pathOf(item);
  const found = await lstat(path, { bigint: true });
  if (!found.isSymbolicLink()) return found;
  const through = followSymlinks || sources.some((source) => resolve(source) === path);
  return through ? stat(path, { bigint: true }) : found;
}

function pathOf(item: Item): string | Buffer {
  return absolutePath(item.root, item.folder, item.folderBytes, item.name, item.nameBytes);
}

export function changedFailure(shown: string, change: string): Failure {
  return {
    code: 'file-changed',
    path: shown,
    message: `It changed since it was inventoried: ${change}. It was not sent as a mixture; retry sends it as it is now.`,
  };
}

export function openFailure(error: unknown, shown: string): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'path-missing', path: shown, message: 'It is no longer there.' };
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'path-unreadable',
        path: shown,
        message: 'This user may not read it. Allow it, then retry.',
      };
    default:
      return {
        code: 'path-unreadable',
        path: shown,
        message: `It cannot be read (${code}). Check the medium or share, then retry.`,
      };
  }
}
