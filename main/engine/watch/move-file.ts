/**
 * Moves a source within its watched folder: the only thing that ever does, and only if a person chose so. A file is moved
 * if it is still the one that was taken, stays on its volume, and never replaces another file.
 */
import { lstat, mkdir, open, realpath, rename, unlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { identityChange } from '../sources/source-identity.ts';
import {
  absolutePath,
  type DecodedName,
  decodeRaw,
  type FileIdentity,
  fileIdentity,
  joinPath,
  rawOf,
} from '../types/source-path.ts';

export interface MovableFile extends FileIdentity {
  /** Below the watched folder. */
  readonly folder: string;
  readonly folderBytes: Uint8Array | null;
  readonly name: string;
  readonly nameBytes: Uint8Array | null;
}

export type Moved =
  /** `to`: below the watched folder. */
  | { readonly kind: 'moved'; readonly to: string }
  /** It changed, or is gone: it is left as it is. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'failed'; readonly errno: string };

type Path = string | Buffer;

const maxNumber = 1000;

/** `subfolder`: directly in the watched folder `root`. Empty folders stay. */
export async function moveFile(root: string, subfolder: string, file: MovableFile): Promise<Moved> {
  const from = absolutePath(root, file.folder, file.folderBytes, file.name, file.nameBytes);
  const folder = decodeRaw(joinPath(rawOf(subfolder, null), rawOf(file.folder, file.folderBytes)));
  try {
    if (!(await isSame(from, file))) {
      return await findMoved(file, (number) => target(root, folder, file, number));
    }
    await makeFolder(root, subfolder, folder, file.device);
    return await moveTo(from, file, (number) => target(root, folder, file, number));
  } catch (error) {
    return { kind: 'failed', errno: errnoOf(error) };
  }
}

interface Target {
  readonly path: Path;
  readonly shown: string;
}

/** Moved before a kill, which the ledger didn't hear of: under the first name that was free then. */
async function findMoved(file: MovableFile, targetOf: (number: number) => Target): Promise<Moved> {
  for (let number = 1; number <= maxNumber; number += 1) {
    const to = targetOf(number);
    if (await isSame(to.path, file)) return { kind: 'moved', to: to.shown };
    if (!(await exists(to.path))) break;
  }
  return { kind: 'changed' };
}

async function moveTo(from: Path, file: MovableFile, targetOf: (number: number) => Target): Promise<Moved> {
  for (let number = 1; number <= maxNumber; number += 1) {
    const to = targetOf(number);
    const placeholder = await reserve(to.path);
    if (placeholder === null) continue;
    try {
      await rename(from, to.path);
    } catch (error) {
      await release(to.path, placeholder);
      throw error;
    }
    if (await isSame(to.path, file)) return { kind: 'moved', to: to.shown };
    // Another file came between the look and the move. It isn't what was accepted.
    await putBack(to.path, from);
    return { kind: 'changed' };
  }
  return { kind: 'failed', errno: 'EEXIST' };
}

/** Node can't rename without replacing: an empty file of our own holds the name. Null if there is one already. */
async function reserve(path: Path): Promise<FileIdentity | null> {
  try {
    const handle = await open(path, 'wx');
    try {
      return fileIdentity(await handle.stat({ bigint: true }));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return null;
    throw error;
  }
}

async function release(path: Path, placeholder: FileIdentity): Promise<void> {
  if (await isSame(path, placeholder)) await unlink(path);
}

async function putBack(from: Path, to: Path): Promise<void> {
  const placeholder = await reserve(to);
  if (placeholder === null) return;
  try {
    await rename(from, to);
  } catch (error) {
    await release(to, placeholder);
    throw error;
  }
}

/** Throws ELOOP where a link leads elsewhere, and EXDEV where another volume is mounted. */
async function makeFolder(
  root: string,
  subfolder: string,
  folder: DecodedName,
  device: bigint,
): Promise<void> {
  const path = absolutePath(root, folder.text, folder.bytes, '', null);
  const top = joinPath(root, subfolder);
  await mkdir(top, { recursive: true });
  if ((await lstat(top)).isSymbolicLink()) throw Object.assign(new Error('a link'), { code: 'ELOOP' });
  await mkdir(path, { recursive: true });
  const real = rawOf('', await realpath(path, 'buffer'));
  const realTop = rawOf('', await realpath(top, 'buffer'));
  if (real !== realTop && !real.startsWith(`${realTop}${sep}`))
    throw Object.assign(new Error('a link'), { code: 'ELOOP' });
  const { device: found } = fileIdentity(await lstat(path, { bigint: true }));
  if (found !== device) throw Object.assign(new Error('another volume'), { code: 'EXDEV' });
}

/** `name.pdf`, `name (2).pdf`, and so on. */
function target(root: string, folder: DecodedName, { name, nameBytes }: MovableFile, number: number): Target {
  const raw = rawOf(name, nameBytes);
  const dot = raw.lastIndexOf('.');
  const at = dot > 0 ? dot : raw.length;
  const numbered = number === 1 ? raw : `${raw.slice(0, at)} (${number})${raw.slice(at)}`;
  const decoded = decodeRaw(numbered);
  return {
    path: absolutePath(root, folder.text, folder.bytes, decoded.text, decoded.bytes),
    shown: joinPath(folder.text, decoded.text),
  };
}

async function exists(path: Path): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error))) return false;
    throw error;
  }
}

async function isSame(path: Path, file: FileIdentity): Promise<boolean> {
  try {
    const found = await lstat(path, { bigint: true });
    return found.isFile() && identityChange(file, fileIdentity(found), true) === null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error))) return false;
    throw error;
  }
}
