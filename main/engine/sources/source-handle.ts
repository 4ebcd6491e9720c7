import { resolve } from 'node:path';
import { errnoOf, isMissing } from '../../../preload/contract/failures/errno.ts';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { Item } from '../store/items/item-repository.ts';
import type { StoredRequest } from '../store/uploads/stored-request.ts';
import { absolutePath, type FileIdentity, joinPath } from '../types/source-path.ts';
import { type FileChange, type FileVersion, identityChange, versionChange } from './file-version.ts';
import { type FileStats, NotAFileError, stoppedCode } from './reader-protocol.ts';
import type { OpenFile, SourcePath, SourceReader } from './source-reader.ts';

export type SourceOptions = Pick<StoredRequest, 'sources' | 'followSymlinks'>;

export interface SourceAccess {
  readonly sources: SourceReader;
  readonly options: SourceOptions;
  readonly signal: AbortSignal;
}

/** A file as a scan found it. */
export type OpenSourceFile = FileIdentity &
  Pick<Item, 'root' | 'folder' | 'folderBytes' | 'name' | 'nameBytes'>;

/** The file of an item, open for reading. Its failures are shown beside its path and don't repeat it. */
export class SourceHandle {
  readonly file: OpenFile;
  readonly #item: OpenSourceFile;
  readonly #access: SourceAccess;
  readonly #hasScannedNumbers: boolean;

  constructor(file: OpenFile, item: OpenSourceFile, access: SourceAccess, hasScannedNumbers: boolean) {
    this.file = file;
    this.#item = item;
    this.#access = access;
    this.#hasScannedNumbers = hasScannedNumbers;
  }

  [Symbol.dispose](): void {
    this.file.close();
  }

  /** When it was opened. */
  get version(): FileVersion {
    return this.file.opened;
  }

  /**
   * The version of the open file now. Fails if its size or time changed since the scan. A share that went away refuses even
   * this (ESTALE, EIO).
   */
  async versionInPlace(): Promise<Result<FileVersion>> {
    try {
      const stats = await this.file.stat(this.#access.signal);
      return unlessChanged(stats, identityChange(this.#item, stats, false));
    } catch (error) {
      return { ok: false, failure: readFailure(error) };
    }
  }

  /**
   * The same for a file that was read to its end. Fails also if it has more bytes than that, as where a share reports an old
   * size, and if its path leads to another file now.
   */
  async currentVersion(): Promise<Result<FileVersion>> {
    const inPlace = await this.versionInPlace();
    if (!inPlace.ok) return inPlace;
    const { sizeBytes } = inPlace.value;
    try {
      const beyond = await this.file.read(new ArrayBuffer(1), 1, sizeBytes, this.#access.signal);
      if (beyond.length > 0) return failure('file-changed', { change: { kind: 'exceeds-size', sizeBytes } });
      const atPath = await statItem(this.#item, this.#access);
      const isOther = versionChange(inPlace.value, atPath)?.kind === 'replaced';
      const change = identityChange(this.#item, atPath, this.#hasScannedNumbers);
      return unlessChanged(inPlace.value, change ?? (isOther ? { kind: 'replaced' } : null));
    } catch (error) {
      return { ok: false, failure: readFailure(error) };
    }
  }
}

function unlessChanged(version: FileVersion, change: FileChange | null): Result<FileVersion> {
  return change === null ? success(version) : failure('file-changed', { change });
}

/** Opens the file if it is still what was scanned. */
export async function openSource(
  item: OpenSourceFile,
  access: SourceAccess,
  hasScannedNumbers: boolean,
): Promise<Result<SourceHandle>> {
  try {
    const at = pathOf(item);
    const file = await access.sources.open(at, access.signal, followsLink(at.path, access.options));
    const change = identityChange(item, file.opened, hasScannedNumbers);
    if (change === null) return success(new SourceHandle(file, item, access, hasScannedNumbers));
    file.close();
    return failure('file-changed', { change });
  } catch (error) {
    if (error instanceof NotAFileError) return failure('path-not-a-file', { found: error.found });
    return { ok: false, failure: readFailure(error) };
  }
}

/** What is at the item's path. As in the scan, a link is followed where links are followed or it was named itself. */
export async function statItem(
  item: OpenSourceFile,
  { sources, options, signal }: SourceAccess,
): Promise<FileStats> {
  const at = pathOf(item);
  const found = await sources.lstat(at, signal);
  if (found.kind !== 'symbolic-link') return found;
  return followsLink(at.path, options) ? sources.stat(at, signal) : found;
}

/** Whether a symbolic link at this path is followed, if there is one. */
export function followsLink(path: string | Buffer, options: SourceOptions): boolean {
  return linkFollower(options)(path);
}

/** The same for many paths. */
export function linkFollower({ followSymlinks, sources }: SourceOptions): (path: string | Buffer) => boolean {
  const named = new Set<string | Buffer>(sources.map((source) => resolve(source)));
  return (path) => followSymlinks || named.has(path);
}

/** The same for the members of a pack: 1 where a link is followed. */
export function followedLinks(
  root: string,
  paths: readonly string[],
  { followSymlinks, sources }: SourceOptions,
): Uint8Array {
  if (followSymlinks) return new Uint8Array(paths.length).fill(1);
  const named = new Set(sources.map((source) => resolve(source)).filter((source) => source !== root));
  if (named.size === 0) return new Uint8Array(paths.length);
  return Uint8Array.from(paths, (path) => (named.has(joinPath(root, path)) ? 1 : 0));
}

export function itemPath({ root, folder, folderBytes, name, nameBytes }: OpenSourceFile): string | Buffer {
  return absolutePath(root, folder, folderBytes, name, nameBytes);
}

function pathOf(item: OpenSourceFile): SourcePath {
  return { root: item.root, path: itemPath(item) };
}

/** Why the file can't be opened or read. */
export function readFailure(error: unknown): Failure {
  const errno = errnoOf(error);
  if (errno === stoppedCode) return failure('stopped').failure;
  return isMissing(errno) ? failure('path-missing').failure : failure('path-unreadable', { errno }).failure;
}
