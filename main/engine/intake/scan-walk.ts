import { accessSync, type BigIntStats, constants, lstatSync, statSync } from 'node:fs';
import { absolutePath, type DecodedName, decodeRaw, joinPath } from '../types/source-path.ts';
import { BatchBuilder, type PackedBatch } from './scan-batch.ts';
import { readFolder } from './scan-folder.ts';
import { type Fault, faultOf, problemMessage } from './scan-problems.ts';

/** Folders that are still to be read, siblings together: as text, so that a million of them stay small. */
export interface FolderBundle {
  readonly rootIndex: number;
  /** Raw (scan-paths.ts), relative to the root. */
  readonly parent: string;
  /** Raw names, '/'-separated. A single empty name is the parent itself. */
  readonly names: string;
  /** Where links are followed: device and file id of every folder from the root to `parent`. */
  readonly ancestors: readonly string[];
}

export interface WalkOptions {
  readonly rootPaths: readonly string[];
  readonly followSymlinks: boolean;
  /** Folder numbers are first, first + step, first + 2 step …, so that threads never share one. */
  readonly firstNumber: number;
  readonly numberStep: number;
}

export interface WalkOutput {
  /** Waits while the consumer lags. */
  post(batch: PackedBatch): void;
  /** Whether another thread has nothing to do. */
  isWorkWanted(): boolean;
  share(bundles: readonly FolderBundle[]): void;
}

const namesPerBundle = 64;
const entriesPerPause = 64;
/** Dividing work that is done sooner than this costs more than it gains. */
const shareAfterMs = 15;
/** A slow share still shows progress. */
const postAfterMs = 250;

interface Folder {
  readonly rootIndex: number;
  readonly rootPath: string;
  /** Relative to the root. */
  readonly path: DecodedName;
}

/** Reads folders and all that is below them, depth first, until none is left or they were shared out. */
export class FolderWalk {
  readonly #options: WalkOptions;
  readonly #edge: WalkOutput;
  readonly #columns = new BatchBuilder();
  readonly #stack: FolderBundle[] = [];
  #siblings: string[] = [];
  #nextNumber: number;
  #startedAt = 0;
  #postedAt = 0;

  constructor(options: WalkOptions, edge: WalkOutput) {
    this.#options = options;
    this.#edge = edge;
    this.#nextNumber = options.firstNumber;
  }

  run(task: readonly FolderBundle[]): void {
    this.#startedAt = this.#postedAt = performance.now();
    this.#stack.push(...task);
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
    if (rootPath === undefined) throw new Error(`No root ${rootIndex}`);
    const raw = joinPath(parent, name);
    const path = decodeRaw(raw);
    const absolute = absolutePath(rootPath, path.text, path.bytes, '', null);
    const holder = { rootIndex, rootPath, path: decodeRaw(parent) };
    const ancestors = this.#options.followSymlinks ? chainTo(absolute, bundle.ancestors) : [];
    if ('code' in ancestors) {
      this.#problem(holder, decodeRaw(name), ancestors);
      return;
    }
    const folder: Folder = { rootIndex, rootPath, path };

    let isOpen = false;
    let seen = 0;
    let inside: string[] = [];
    const pushInside = () => {
      if (inside.length > 0) this.#stack.push({ rootIndex, parent: raw, names: inside.join('/'), ancestors });
      inside = [];
    };
    const onOpen = () => {
      isOpen = true;
      const number = this.#nextNumber;
      this.#nextNumber += this.#options.numberStep;
      this.#columns.beginFolder({ number, rootIndex, folder: path.text, folderBytes: path.bytes });
    };
    const fault = readFolder(absolute, onOpen, (entry, isFolder) => {
      if (isFolder || this.#isFolderAfterAll(folder, entry)) inside.push(entry);
      if (inside.length === namesPerBundle) pushInside();
      seen += 1;
      if (seen % entriesPerPause === 0) this.#pause(bundle);
    });
    pushInside();
    if (isOpen) this.#columns.endFolder();
    if (fault !== null) this.#problem(holder, decodeRaw(name), fault);
  }

  /** Looks at an entry and adds a file or a problem, unless it is a folder. */
  #isFolderAfterAll(folder: Folder, raw: string): boolean {
    const name = decodeRaw(raw);
    const path = absolutePath(folder.rootPath, folder.path.text, folder.path.bytes, name.text, name.bytes);
    const found = this.#options.followSymlinks ? lookThrough(path) : look(path, lstatSync);
    if ('code' in found) this.#problem(folder, name, found);
    else if (found.isDirectory()) return true;
    else if (found.isSymbolicLink()) this.#problem(folder, name, { code: 'symbolic-link', systemCode: null });
    else if (!found.isFile()) this.#problem(folder, name, { code: 'special-file', systemCode: null });
    else {
      const fault = readingFault(path, found);
      if (fault === null) this.#columns.add(name, found);
      else this.#problem(folder, name, fault);
    }
    if (this.#columns.isFull) this.#post();
    return false;
  }

  #problem(holder: Folder, name: DecodedName, fault: Fault): void {
    const isRoot = holder.path.text === '' && name.text === '';
    this.#columns.addProblem({
      code: fault.code,
      rootIndex: holder.rootIndex,
      folder: holder.path.text,
      folderBytes: holder.path.bytes,
      name: name.text,
      nameBytes: name.bytes,
      message: problemMessage(fault, isRoot ? holder.rootPath : null),
    });
  }

  #post(): void {
    this.#postedAt = performance.now();
    if (!this.#columns.isEmpty) this.#edge.post(this.#columns.take());
  }

  #pause(current: FolderBundle): void {
    if (this.#columns.isFull) this.#post();
    const now = performance.now();
    if (now - this.#postedAt > postAfterMs) this.#post();
    if (now - this.#startedAt < shareAfterMs || !this.#edge.isWorkWanted()) return;
    // The older half: it lies nearer to the root and holds more.
    const half = this.#stack.splice(0, Math.ceil(this.#stack.length / 2));
    if (half.length === 0 && this.#siblings.length > 1) {
      const names = this.#siblings.splice(0, Math.floor(this.#siblings.length / 2));
      half.push({ ...current, names: names.join('/') });
    }
    if (half.length > 0) this.#edge.share(half);
  }
}

function look(path: string | Buffer, stat: typeof lstatSync | typeof statSync): BigIntStats | Fault {
  try {
    return stat(path, { bigint: true, throwIfNoEntry: false }) ?? { code: 'vanished', systemCode: null };
  } catch (error) {
    return faultOf(error, 'unreadable-file');
  }
}

function lookThrough(path: string | Buffer): BigIntStats | Fault {
  const found = look(path, lstatSync);
  if ('code' in found || !found.isSymbolicLink()) return found;
  const target = look(path, statSync);
  return 'code' in target && target.code === 'vanished' ? { code: 'broken-link', systemCode: null } : target;
}

/** The folder's own identity after those of all folders that hold it, unless it is one of these. */
function chainTo(folder: string | Buffer, ancestors: readonly string[]): readonly string[] | Fault {
  const found = look(folder, statSync);
  if ('code' in found)
    return found.code === 'unreadable-file' ? { ...found, code: 'unreadable-folder' } : found;
  const identity = `${found.dev}:${found.ino}`;
  return ancestors.includes(identity) ? { code: 'link-loop', systemCode: null } : [...ancestors, identity];
}

/** Asks the system only where the mode leaves it open: most files may be read by everyone. */
function readingFault(path: string | Buffer, stat: BigIntStats): Fault | null {
  if ((Number(stat.mode) & 0o444) === 0o444) return null;
  try {
    accessSync(path, constants.R_OK);
    return null;
  } catch (error) {
    return faultOf(error, 'unreadable-file');
  }
}
