import { accessSync, type BigIntStats, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import {
  absolutePath,
  checkSize,
  type DecodedName,
  decodeRaw,
  fileIdentity,
  hasKeyIn,
  identityKey,
  joinPath,
} from '../types/source-path.ts';
import { BatchBuilder, type PackedBatch } from './scan-batch.ts';
import { readFolder } from './scan-folder.ts';
import { type ScanReason, scanReasonOf } from './scan-problems.ts';

/** Folders still to be read, siblings together. As text, so that a million of them stay small. */
export interface FolderBundle {
  readonly rootIndex: number;
  /** Raw (source-path.ts), relative to the root. */
  readonly parent: string;
  /** Raw names, '/'-separated. A single empty name stands for the parent itself. */
  readonly names: string;
  /** If links are followed: the key (`SourceReader.keyOf`) of every folder from the root to `parent`. */
  readonly ancestors: readonly string[];
  /** Whether the system may have listed one of the folders, or one that they are in, twice. */
  readonly mayRepeat: boolean;
}

export interface SourceFolder {
  readonly rootIndex: number;
  readonly given: string;
}

export interface WalkOptions {
  readonly rootPaths: readonly string[];
  readonly followSymlinks: boolean;
  /** Lading's own files and folders (`ownIdentities`), which links and mounts may lead to. */
  readonly own: ReadonlySet<string>;
  /** The folders of all sources, by device and file ID (`identityKey`), if there are several. */
  readonly sources: ReadonlyMap<string, SourceFolder>;
  /** Folder numbers are first, first + step, first + 2 step …, so that threads never share one. */
  readonly firstNumber: number;
  readonly numberStep: number;
}

export interface WalkOutput {
  /** Before each call to the file system of this root. */
  atRoot(rootIndex: number): void;
  /** Blocks while the consumer is behind. */
  post(batch: PackedBatch): void;
  /** Whether another thread is idle. */
  isWorkWanted(): boolean;
  share(bundles: readonly FolderBundle[]): void;
}

/** Of folders that are still to be read. */
export const namesPerBundle = 64;
const entriesPerPause = 64;
/** Sharing shorter work costs more than it saves. */
const shareAfterMs = 15;
/** Keeps progress visible on a slow network share. */
const postAfterMs = 250;

interface Folder {
  readonly rootIndex: number;
  readonly rootPath: string;
  /** Relative to the root. */
  readonly path: DecodedName;
}

/** Reads folders and everything below them, depth first, until none is left or the rest is shared with other threads. */
export class FolderWalk {
  readonly #options: WalkOptions;
  readonly #output: WalkOutput;
  readonly #batch = new BatchBuilder();
  readonly #stack: FolderBundle[] = [];
  #siblings: string[] = [];
  /** Hashes of the names of the folder that is being read. */
  readonly #seen = new Set<number>();
  #nextNumber: number;
  #startedAt = 0;
  #postedAt = 0;

  constructor(options: WalkOptions, output: WalkOutput) {
    this.#options = options;
    this.#output = output;
    this.#nextNumber = options.firstNumber;
  }

  run(bundles: readonly FolderBundle[]): void {
    this.#startedAt = this.#postedAt = performance.now();
    this.#stack.push(...bundles);
    for (let bundle = this.#stack.pop(); bundle !== undefined; bundle = this.#stack.pop()) {
      this.#siblings = bundle.names.split('/');
      for (let name = this.#siblings.pop(); name !== undefined; name = this.#siblings.pop()) {
        this.#read(bundle, name);
        this.#pause(bundle);
      }
    }
    this.#post();
  }

  #read(bundle: FolderBundle, name: string): void {
    const { rootIndex, parent } = bundle;
    const rootPath = this.#options.rootPaths[rootIndex];
    this.#output.atRoot(rootIndex);
    if (rootPath === undefined) throw new Error(`No root ${rootIndex}`);
    const raw = joinPath(parent, name);
    const path = decodeRaw(raw);
    const absolute = absolutePath(rootPath, path.text, path.bytes, '', null);
    const parentFolder = { rootIndex, rootPath, path: decodeRaw(parent) };
    const ancestors = this.#ancestorsWith(absolute, bundle);
    if ('code' in ancestors) {
      this.#addProblem(parentFolder, decodeRaw(name), ancestors);
      return;
    }
    const folder: Folder = { rootIndex, rootPath, path };

    let isOpen = false;
    let seen = 0;
    let { mayRepeat } = bundle;
    let inside: string[] = [];
    this.#seen.clear();
    const pushInside = () => {
      const names = inside.join('/');
      if (inside.length > 0) this.#stack.push({ rootIndex, parent: raw, names, ancestors, mayRepeat });
      inside = [];
    };
    const onOpen = () => {
      isOpen = true;
      const number = this.#nextNumber;
      this.#nextNumber += this.#options.numberStep;
      this.#batch.beginFolder({ number, rootIndex, folder: path.text, folderBytes: path.bytes });
    };
    const problem = readFolder(absolute, onOpen, (entry, isFolder) => {
      seen += 1;
      mayRepeat ||= this.#seen.add(hashOf(entry)).size < seen;
      if (isFolder || this.#addUnlessFolder(folder, entry)) inside.push(entry);
      if (inside.length === namesPerBundle) pushInside();
      if (seen % entriesPerPause === 0) this.#pause(bundle);
    });
    pushInside();
    if (isOpen) this.#batch.endFolder(mayRepeat);
    if (problem !== null) this.#addProblem(parentFolder, decodeRaw(name), problem);
  }

  /**
   * Adds the folder's identity to those of the folders that contain it, if links are followed. A folder that is one of them
   * is a loop; one that is another source, mounted or linked here, would be sent twice; one of Lading's own is no evidence.
   */
  #ancestorsWith(
    folder: string | Buffer,
    { rootIndex, ancestors }: FolderBundle,
  ): readonly string[] | ScanReason {
    const { followSymlinks, own, sources, rootPaths } = this.#options;
    if (!followSymlinks && own.size === 0 && sources.size === 0) return [];
    const found = statOrReason(folder, statSync, 'folder-unreadable');
    if ('code' in found) return found;
    const numbers = fileIdentity(found);
    const identity = identityKey(numbers);
    const source = identity === null ? undefined : sources.get(identity);
    if (source !== undefined && source.rootIndex !== rootIndex)
      return { code: 'sources-overlap', inner: source.given, outer: rootPaths[rootIndex] ?? '', same: false };
    if (hasKeyIn(own, numbers)) return { code: 'lading-file' };
    if (!followSymlinks) return [];
    const key = identity ?? realPathOrReason(folder);
    if (typeof key !== 'string') return key;
    return ancestors.includes(key) ? { code: 'symbolic-link-loop' } : [...ancestors, key];
  }

  /** Adds a file or a problem. Returns true, adding nothing, if the entry is a folder. */
  #addUnlessFolder(folder: Folder, raw: string): boolean {
    const name = decodeRaw(raw);
    this.#output.atRoot(folder.rootIndex);
    const path = absolutePath(folder.rootPath, folder.path.text, folder.path.bytes, name.text, name.bytes);
    const found = this.#options.followSymlinks ? statTarget(path) : statOrReason(path, lstatSync);
    if ('code' in found) this.#addProblem(folder, name, found);
    else if (found.isDirectory()) return true;
    else if (found.isSymbolicLink()) this.#addProblem(folder, name, { code: 'symbolic-link' });
    else if (!found.isFile()) this.#addProblem(folder, name, { code: 'special-file' });
    else if (hasKeyIn(this.#options.own, fileIdentity(found)))
      this.#addProblem(folder, name, { code: 'lading-file' });
    else {
      const unreadable = checkReadable(path, found);
      if (unreadable === null) this.#batch.add(name, found);
      else this.#addProblem(folder, name, unreadable);
    }
    if (this.#batch.isFull) this.#post();
    return false;
  }

  #addProblem(parent: Folder, name: DecodedName, reason: ScanReason): void {
    this.#batch.addProblem({
      reason,
      rootIndex: parent.rootIndex,
      folder: parent.path.text,
      folderBytes: parent.path.bytes,
      name: name.text,
      nameBytes: name.bytes,
    });
  }

  #post(): void {
    this.#postedAt = performance.now();
    if (!this.#batch.isEmpty) this.#output.post(this.#batch.take());
  }

  #pause(current: FolderBundle): void {
    if (this.#batch.isFull) this.#post();
    const now = performance.now();
    if (now - this.#postedAt > postAfterMs) this.#post();
    if (now - this.#startedAt < shareAfterMs || !this.#output.isWorkWanted()) return;
    // The older half is nearer to the root and contains more.
    const half = this.#stack.splice(0, Math.ceil(this.#stack.length / 2));
    if (half.length === 0 && this.#siblings.length > 1) {
      const names = this.#siblings.splice(0, Math.floor(this.#siblings.length / 2));
      half.push({ ...current, names: names.join('/') });
    }
    if (half.length > 0) this.#output.share(half);
  }
}

/** FNV-1a in 32 bits. Two names may have one hash: the store decides. */
function hashOf(name: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x0100_0193);
  return hash;
}

function statOrReason(
  path: string | Buffer,
  stat: typeof lstatSync | typeof statSync,
  unreadable: 'folder-unreadable' | 'path-unreadable' = 'path-unreadable',
): BigIntStats | ScanReason {
  try {
    const found = stat(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? { code: 'vanished-during-scan' } : checkSize(found);
  } catch (error) {
    return scanReasonOf(error, unreadable);
  }
}

/** What stands for a folder where the file system numbers nothing. Raw, as `SourceReader.keyOf`. */
function realPathOrReason(folder: string | Buffer): string | ScanReason {
  try {
    return realpathSync.native(folder, { encoding: 'latin1' });
  } catch (error) {
    return scanReasonOf(error, 'folder-unreadable');
  }
}

/** Follows a symbolic link. */
function statTarget(path: string | Buffer): BigIntStats | ScanReason {
  const found = statOrReason(path, lstatSync);
  if ('code' in found || !found.isSymbolicLink()) return found;
  const target = statOrReason(path, statSync);
  return 'code' in target && target.code === 'vanished-during-scan'
    ? { code: 'symbolic-link-broken' }
    : target;
}

function checkReadable(path: string | Buffer, stat: BigIntStats): ScanReason | null {
  const error = accessError(path, stat);
  return error === null ? null : scanReasonOf(error, 'path-unreadable');
}

/**
 * Why a file can't be read; null if it can. Asks the system only if the mode doesn't already allow everyone to read, as it
 * does for most files.
 */
export function accessError(path: string | Buffer, { mode }: BigIntStats): unknown {
  if ((Number(mode) & 0o444) === 0o444) return null;
  try {
    accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    return error;
  }
}
