/**
 * Moves a source within its watched folder: the only thing that ever does, and only if a person chose so. A file is moved
 * if it is still the version that was sent, stays on its volume, and never replaces another file. Runs on a reader thread: a
 * share may not answer.
 *
 * It gets its new name as a hard link, which never replaces anything, and then loses its earlier one. A process that is
 * killed, or whose share hangs, may leave a move at any step. The next attempt finds the file where it was, or where it was
 * moved to, and finishes.
 */
import { type BigIntStats, linkSync, lstatSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { errnoOf, isMissing } from '../../../preload/contract/failures/errno.ts';
import {
  absolutePath,
  type DecodedName,
  decodeRaw,
  fileIdentity,
  hasSameNumbers,
  joinPath,
  rawOf,
} from '../types/source-path.ts';
import { fileStats } from './file-stats.ts';
import { type FileVersion, versionChange } from './file-version.ts';
import type { Moved, MoveRequest } from './reader-protocol.ts';

type Path = string | Buffer;

const maxNumber = 1000;

/** Whether an entry is the name that a moved file loses now, or with the next attempt. Another file there has one name. */
export function isHeldName(name: string, names: bigint): boolean {
  return name.startsWith(holdPrefix) && names > 1n;
}

/** Empty folders stay. */
export function moveFile(request: MoveRequest): Moved {
  const from = placeOf(request).path;
  try {
    const found = look(from);
    const change = found === null ? null : changeOf(request.file, found);
    if (found === null || change !== null || !request.isCurrent)
      return finishMove(request, from, found, change);
    if (isBehindLink(request)) throw refusal('ELOOP');
    makeFolder(request, fileIdentity(found).device);
    return move(request, from);
  } catch (error) {
    return { kind: 'failed', errno: errnoOf(error) };
  }
}

type Difference = 'touched' | 'changed';

/**
 * What differs from the version that was sent. One that was only touched since, by a new mode for example, may have been
 * written to as well: it stays where it is. A share has another number each time it is mounted, and may number its files
 * differently then.
 */
function changeOf(file: FileVersion, found: BigIntStats): Difference | null {
  if (!found.isFile()) return 'changed';
  const change = versionChange(file, fileStats(found));
  if (change?.kind === 'touched') return 'touched';
  const isRemounted = change?.kind === 'renumbered' && fileIdentity(found).device !== file.device;
  return change === null || isRemounted ? null : 'changed';
}

/** Links and names change the time of the last change, so it says nothing of a file that was moved. */
function isMoved(file: FileVersion, found: BigIntStats): boolean {
  return changeOf({ ...file, ctimeNs: 0n }, found) !== 'changed';
}

const isOneFile = (one: BigIntStats, other: BigIntStats): boolean =>
  hasSameNumbers(fileIdentity(one), fileIdentity(other));

/** A folder above it was replaced by a link: the file is elsewhere now, where nothing may be moved. */
function isBehindLink({ root, file }: MoveRequest): boolean {
  const below = rawOf(file.folder, file.folderBytes);
  const names = below === '' ? [] : below.split('/');
  return names.some((_, index) => {
    const { text, bytes } = decodeRaw(names.slice(0, index + 1).join('/'));
    return look(absolutePath(root, text, bytes, '', null))?.isSymbolicLink() === true;
  });
}

/** Finishes what an earlier attempt began, which the ledger didn't hear of: under the first name that was free then. */
function finishMove(
  request: MoveRequest,
  from: Path,
  found: BigIntStats | null,
  change: Difference | null,
): Moved {
  const { root, file } = request;
  for (let number = 1; number <= maxNumber; number += 1) {
    const to = targetOf(request, number);
    const moved = look(to.path);
    if (moved === null) break;
    if (!isMoved(file, moved)) continue;
    if (found !== null && isOneFile(found, moved)) takeName(request, from, moved);
    else releaseHeld(request, moved);
    return movedTo(to);
  }
  releaseHeld(request, null);
  if (found !== null) return { kind: 'changed', why: change ?? 'changed' };
  const folder = look(root);
  return { kind: 'missing', isSameVolume: folder !== null && fileIdentity(folder).device === file.device };
}

function move(request: MoveRequest, from: Path): Moved {
  const { file } = request;
  for (let number = 1; number <= maxNumber; number += 1) {
    const to = targetOf(request, number);
    const made = giveName(from, to.path);
    if (made === 'taken') continue;
    const moved = look(to.path);
    if (moved !== null && isMoved(file, moved)) {
      if (made === 'linked') takeName(request, from, moved);
      return movedTo(to);
    }
    // Another file came between the look and the move. It isn't what was accepted.
    const now = look(from);
    if (made === 'linked' && now !== null && moved !== null && isOneFile(now, moved)) unlinkSync(to.path);
    else if (moved !== null) putBack(request, to.path);
    return { kind: 'changed', why: 'changed' };
  }
  return { kind: 'failed', errno: 'EEXIST' };
}

type Named = 'linked' | 'renamed' | 'taken';

function giveName(from: Path, to: Path): Named {
  const before = lstatSync(from, { bigint: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return 'taken';
    if (fileErrors.has(errnoOf(error))) throw error;
    return rename(from, to);
  }
  const [now, made] = [look(from), look(to)];
  const isNumberedByName = now !== null && made !== null && isOneFile(before, now) && !isOneFile(now, made);
  if (!isNumberedByName) return 'linked';
  // Nothing would show that both names are those of one file (sshfs).
  unlinkSync(to);
  return rename(from, to);
}

/** Errors of the file or the disk. Other errors are those of a file system without hard links, or of a file that may have none. */
const fileErrors: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EXDEV',
  'EIO',
  'ENOSPC',
  'EROFS',
  'ESTALE',
]);

/**
 * Where there are no hard links (FAT, exFAT, some shares), or they aren't allowed for a file of another user. Node can't
 * rename without replacing what takes the name in that moment.
 */
function rename(from: Path, to: Path): Named {
  if (look(to) !== null) return 'taken';
  renameSync(from, to);
  return 'renamed';
}

/**
 * Takes the earlier name from a file that has its new one. Another file may take that name at any time, and to delete it by
 * its name could delete that one. So what has the name is renamed first, which can't lose anything, and then looked at.
 */
function takeName(request: MoveRequest, from: Path, moved: BigIntStats): void {
  releaseHeld(request, moved);
  try {
    renameSync(from, holdOf(request));
  } catch (error) {
    if (!isMissing(errnoOf(error))) throw error;
  }
  releaseHeld(request, moved);
}

/** What was held: the name of the file that was moved, which is deleted, or another file, which gets its name again. */
function releaseHeld(request: MoveRequest, moved: BigIntStats | null): void {
  const hold = holdOf(request);
  const held = look(hold);
  if (held === null) return;
  if (moved !== null && isOneFile(held, moved)) unlinkSync(hold);
  else putBack(request, hold);
}

/** To where a file was, or beside it if another one has its name by now. */
function putBack(request: MoveRequest, path: Path): void {
  for (let number = 1; number <= maxNumber; number += 1) {
    const made = giveName(path, placeOf(request, number).path);
    if (made === 'linked') unlinkSync(path);
    if (made !== 'taken') return;
  }
}

const holdPrefix = '.lading-moving-';

/** A temporary name, which no rule takes. */
function holdOf({ root, file }: MoveRequest): Path {
  const name = `${holdPrefix}${file.fileId}-${file.mtimeNs}.tmp`;
  return absolutePath(root, file.folder, file.folderBytes, name, null);
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
  readonly bytes: Uint8Array | null;
}

const movedTo = ({ shown, bytes }: Target): Moved =>
  bytes === null ? { kind: 'moved', to: shown } : { kind: 'moved', to: shown, toBytes: bytes };

function targetOf(request: MoveRequest, number: number): Target {
  const { folder, folderBytes } = request.file;
  return numbered(request, joinPath(rawOf(request.subfolder, null), rawOf(folder, folderBytes)), number);
}

/** Where the file was. */
function placeOf(request: MoveRequest, number = 1): Target {
  return numbered(request, rawOf(request.file.folder, request.file.folderBytes), number);
}

/** `name.pdf`, `name (2).pdf`, and so on. */
function numbered({ root, file }: MoveRequest, rawFolder: string, number: number): Target {
  const { name, nameBytes } = file;
  const into = decodeRaw(rawFolder);
  const raw = rawOf(name, nameBytes);
  const dot = raw.lastIndexOf('.');
  const at = dot > 0 ? dot : raw.length;
  const rawName = number === 1 ? raw : `${raw.slice(0, at)} (${number})${raw.slice(at)}`;
  const decoded: DecodedName = decodeRaw(rawName);
  return {
    path: absolutePath(root, into.text, into.bytes, decoded.text, decoded.bytes),
    shown: joinPath(into.text, decoded.text),
    bytes: decodeRaw(joinPath(rawFolder, rawName)).bytes,
  };
}

/** Returns null if there is nothing. */
function look(path: Path): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (isMissing(errnoOf(error))) return null;
    throw error;
  }
}
