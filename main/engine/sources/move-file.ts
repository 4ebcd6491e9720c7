/**
 * Moves a source within its watched folder: the only thing that ever does, and only if a person chose so. A file is moved
 * if it is still the one that was taken, stays on its volume, and never replaces another file. Runs on a reader thread: a
 * share may not answer.
 *
 * A process that is killed, or whose share hangs, may leave a move at any step. The next attempt finds the file where it
 * was, or where it was moved to.
 */
import {
  type BigIntStats,
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { errnoOf } from '../../../preload/contract/errno.ts';
import {
  absolutePath,
  type DecodedName,
  decodeRaw,
  type FileIdentity,
  fileIdentity,
  joinPath,
  rawOf,
} from '../types/source-path.ts';
import { identityChange } from './file-version.ts';
import type { Moved, MoveRequest } from './reader-protocol.ts';
import { isMissing } from './root-availability.ts';

type Path = string | Buffer;

const maxNumber = 1000;

/** Empty folders stay. */
export function moveFile(request: MoveRequest): Moved {
  const { root, file } = request;
  const from = absolutePath(root, file.folder, file.folderBytes, file.name, file.nameBytes);
  try {
    const found = look(from);
    if (found === null || !isSame(file, found)) return findMoved(request, found !== null);
    if (isBehindLink(request)) throw refusal('ELOOP');
    makeFolder(request, fileIdentity(found).device);
    return moveTo(from, request);
  } catch (error) {
    return { kind: 'failed', errno: errnoOf(error) };
  }
}

/** A folder above it was replaced by a link: the file is elsewhere now, where nothing may be moved. */
function isBehindLink({ root, file }: MoveRequest): boolean {
  const below = rawOf(file.folder, file.folderBytes);
  const names = below === '' ? [] : below.split('/');
  return names.some((_, index) => {
    const { text, bytes } = decodeRaw(names.slice(0, index + 1).join('/'));
    return look(absolutePath(root, text, bytes, '', null))?.isSymbolicLink() === true;
  });
}

/** Moved before a kill, which the ledger didn't hear of: under the first name that was free then. */
function findMoved(request: MoveRequest, isAnotherThere: boolean): Moved {
  const { root, file } = request;
  for (let number = 1; number <= maxNumber; number += 1) {
    const to = target(request, number);
    const found = look(to.path);
    if (found === null) break;
    if (isSame(file, found)) return { kind: 'moved', to: to.shown };
  }
  if (isAnotherThere) return { kind: 'changed' };
  const folder = look(root);
  return { kind: 'missing', isSameVolume: folder !== null && fileIdentity(folder).device === file.device };
}

function moveTo(from: Path, request: MoveRequest): Moved {
  const { file } = request;
  const marker = markerOf(request);
  for (let number = 1; number <= maxNumber; number += 1) {
    const to = target(request, number);
    const reserved = reserve(to.path, marker);
    if (reserved === null) continue;
    try {
      renameSync(from, to.path);
    } catch (error) {
      reserved.release();
      throw error;
    }
    const moved = look(to.path);
    if (moved !== null && isSame(file, moved)) return { kind: 'moved', to: to.shown };
    // Another file came between the look and the move. It isn't what was accepted.
    putBack(to.path, from, marker);
    return { kind: 'changed' };
  }
  return { kind: 'failed', errno: 'EEXIST' };
}

interface Marker {
  readonly text: string;
  /** Whether a process that was killed left this one, for the same file. */
  readonly isLeftOver: (text: string) => boolean;
}

function markerOf({ file, mover }: MoveRequest): Marker {
  const ofFile = `lading-is-moving-${file.fileId}-${file.mtimeNs}-`;
  const text = `${ofFile}${mover}`;
  return { text, isLeftOver: (found) => found.startsWith(ofFile) && found !== text };
}

interface Reservation {
  release(): void;
}

/**
 * Node can't rename without replacing, so something of our own holds the name: a link to nowhere, which says what for, or
 * an empty file where there are no links. Null if there is something already.
 */
function reserve(path: Path, marker: Marker): Reservation | null {
  if (process.platform === 'win32') return reserveByFile(path);
  try {
    symlinkSync(marker.text, path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') return reserveByFile(path);
    const found = linkTextOf(path);
    if (found === null || !marker.isLeftOver(found)) return null;
    return { release: () => removeLink(path, found) };
  }
  return { release: () => removeLink(path, marker.text) };
}

function removeLink(path: Path, text: string): void {
  if (linkTextOf(path) === text) unlinkSync(path);
}

/** Null for anything but a link. */
function linkTextOf(path: Path): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isMissing(errnoOf(error)) || errnoOf(error) === 'EINVAL') return null;
    throw error;
  }
}

function reserveByFile(path: Path): Reservation | null {
  try {
    const fd = openSync(path, 'wx');
    try {
      const placeholder = fileIdentity(fstatSync(fd, { bigint: true }));
      return {
        release() {
          const found = look(path);
          if (found !== null && isSame(placeholder, found)) unlinkSync(path);
        },
      };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return null;
    throw error;
  }
}

function putBack(from: Path, to: Path, marker: Marker): void {
  const reserved = reserve(to, marker);
  if (reserved === null) return;
  try {
    renameSync(from, to);
  } catch (error) {
    reserved.release();
    throw error;
  }
}

/** Throws ELOOP where a link leads elsewhere, and EXDEV where another volume is mounted. */
function makeFolder({ root, subfolder, file }: MoveRequest, device: bigint): void {
  const below = rawOf(file.folder, file.folderBytes);
  let raw = rawOf(subfolder, null);
  let made = makeLevel(root, raw);
  for (const name of below === '' ? [] : below.split('/')) {
    raw = joinPath(raw, name);
    made = makeLevel(root, raw);
  }
  if (fileIdentity(made).device !== device) throw refusal('EXDEV');
}

/** Level by level: where nothing may be made, Node's own recursion says that the folder is missing. */
function makeLevel(root: string, raw: string): BigIntStats {
  const { text, bytes } = decodeRaw(raw);
  const path = absolutePath(root, text, bytes, '', null);
  const before = look(path);
  if (before === null) makeUnlessThere(path);
  const found = before ?? lstatSync(path, { bigint: true });
  if (found.isSymbolicLink()) throw refusal('ELOOP');
  if (!found.isDirectory()) throw refusal('ENOTDIR');
  return found;
}

function makeUnlessThere(path: Path): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
}

function refusal(code: 'ELOOP' | 'ENOTDIR' | 'EXDEV'): Error {
  return Object.assign(new Error(code), { code });
}

interface Target {
  readonly path: Path;
  readonly shown: string;
}

/** `name.pdf`, `name (2).pdf`, and so on. */
function target({ root, subfolder, file }: MoveRequest, number: number): Target {
  const { folder, folderBytes, name, nameBytes } = file;
  const into = decodeRaw(joinPath(rawOf(subfolder, null), rawOf(folder, folderBytes)));
  const raw = rawOf(name, nameBytes);
  const dot = raw.lastIndexOf('.');
  const at = dot > 0 ? dot : raw.length;
  const numbered = number === 1 ? raw : `${raw.slice(0, at)} (${number})${raw.slice(at)}`;
  const decoded: DecodedName = decodeRaw(numbered);
  return {
    path: absolutePath(root, into.text, into.bytes, decoded.text, decoded.bytes),
    shown: joinPath(into.text, decoded.text),
  };
}

/** Null if there is nothing. */
function look(path: Path): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (isMissing(errnoOf(error))) return null;
    throw error;
  }
}

/** A share has another number each time it is mounted, and may number its files differently then. */
function isSame(file: FileIdentity, found: BigIntStats): boolean {
  const now = fileIdentity(found);
  if (!found.isFile() || identityChange(file, now, false) !== null) return false;
  return now.device !== file.device || now.fileId === file.fileId;
}
