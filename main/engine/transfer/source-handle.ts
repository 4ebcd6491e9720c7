import type { BigIntStats } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { Item } from '../store/item-repository.ts';
import type { StoredRequest } from '../store/upload-repository.ts';
import { absolutePath, fileIdentity } from '../types/source-path.ts';
import { type FileChange, identityChange } from './source-identity.ts';

type SourceOptions = Pick<StoredRequest, 'sources' | 'followSymlinks'>;

/** The file of an item, open for reading. Its failures are shown beside its path and don't repeat it. */
export class SourceHandle {
  readonly file: FileHandle;
  readonly #item: Item;
  readonly #options: SourceOptions;
  readonly #scannedHere: boolean;

  constructor(file: FileHandle, item: Item, options: SourceOptions, scannedHere: boolean) {
    this.file = file;
    this.#item = item;
    this.#options = options;
    this.#scannedHere = scannedHere;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.file.close();
  }

  /** Whether the open file changed. A share that went away refuses even this (ESTALE, EIO). */
  async changedInPlace(isSameRun = false): Promise<Failure | null> {
    try {
      return this.#changeOf(await this.file.stat({ bigint: true }), isSameRun);
    } catch (error) {
      return readFailure(error);
    }
  }

  /** Whether the open file changed, or its path leads to another file now. */
  async changed(): Promise<Failure | null> {
    const inPlace = await this.changedInPlace();
    if (inPlace !== null) return inPlace;
    try {
      return this.#changeOf(await statItem(this.#item, this.#options), this.#scannedHere);
    } catch (error) {
      return readFailure(error);
    }
  }

  #changeOf(stats: BigIntStats, isSameRun: boolean): Failure | null {
    const change = identityChange(this.#item, fileIdentity(stats), isSameRun);
    return change === null ? null : changedFailure(change);
  }
}

/** Opens the file if it is still what was scanned. */
export async function openSource(
  item: Item,
  options: SourceOptions,
  scannedHere: boolean,
): Promise<Result<SourceHandle>> {
  try {
    // Examined before it is opened: opening a pipe that replaced the file would wait forever.
    const found = await statItem(item, options);
    if (found.isSymbolicLink()) return failure('path-not-a-file', { found: 'symbolic-link' });
    if (!found.isFile())
      return failure('path-not-a-file', { found: found.isDirectory() ? 'folder' : 'special-file' });
    const source = new SourceHandle(await open(pathOf(item), 'r'), item, options, scannedHere);
    const change = await source.changedInPlace(scannedHere);
    if (change === null) return success(source);
    await source.file.close();
    return { ok: false, failure: change };
  } catch (error) {
    return { ok: false, failure: readFailure(error) };
  }
}

/** What is at the item's path. As in the scan, a link is followed where links are followed or it was named itself. */
export async function statItem(item: Item, { sources, followSymlinks }: SourceOptions): Promise<BigIntStats> {
  const path = pathOf(item);
  const found = await lstat(path, { bigint: true });
  if (!found.isSymbolicLink()) return found;
  const followLink = followSymlinks || sources.some((source) => resolve(source) === path);
  return followLink ? stat(path, { bigint: true }) : found;
}

function pathOf(item: Item): string | Buffer {
  return absolutePath(item.root, item.folder, item.folderBytes, item.name, item.nameBytes);
}

function changedFailure(change: FileChange): Failure {
  return failure('file-changed', { change }).failure;
}

/** Why the file can't be opened or read. */
export function readFailure(error: unknown): Failure {
  const errno = errnoOf(error);
  return errno === 'ENOENT' || errno === 'ENOTDIR'
    ? failure('path-missing').failure
    : failure('path-unreadable', { errno }).failure;
}
