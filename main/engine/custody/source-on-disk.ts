/** Files on disk as verification finds them. Nothing here writes. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { lstat, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, isMissing } from '../../../preload/contract/failures/errno.ts';
import { readFlags } from '../sources/open-file.ts';
import type { HashAlgorithm } from '../types/content-hashes.ts';

export type FileOnDisk =
  | { readonly kind: 'file'; readonly sizeBytes: number }
  | { readonly kind: 'link' | 'not-a-file' | 'missing' }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** What is at a path. A symbolic link there isn't followed: what it leads to may be anywhere. */
export function inspectFileOnDisk(path: string | Buffer): Promise<FileOnDisk> {
  return inspect(path, lstat);
}

/**
 * Whether a folder between a chosen one and a path below it, in bytes, is a symbolic link: these aren't followed either. The
 * chosen one itself may be.
 */
export function linkedFolders(chosen: string): (below: Buffer) => Promise<boolean> {
  const known = new Map<string, Promise<FileOnDisk>>();
  const at = (folder: Buffer): Promise<FileOnDisk> => {
    const key = folder.toString('latin1');
    const found =
      known.get(key) ??
      inspectFileOnDisk(isUtf8(folder) ? join(chosen, folder.toString()) : pathBelow(chosen, folder));
    known.set(key, found);
    return found;
  };
  return async (below) => {
    for (let end = below.indexOf('/'); end > 0; end = below.indexOf('/', end + 1))
      if ((await at(below.subarray(0, end))).kind === 'link') return true;
    return false;
  };
}

const pathBelow = (chosen: string, below: Buffer): Buffer =>
  Buffer.concat([Buffer.from(join(chosen, '/')), below]);

/** Whether a folder is at the path, also behind a symbolic link: a person chose it. */
export async function inspectFolder(path: string): Promise<'folder' | 'missing' | 'other'> {
  const { kind } = await inspect(path, stat);
  if (kind === 'missing') return 'missing';
  return kind === 'not-a-file' ? 'folder' : 'other';
}

async function inspect(path: string | Buffer, look: typeof lstat): Promise<FileOnDisk> {
  try {
    const found = await look(path);
    if (found.isSymbolicLink()) return { kind: 'link' };
    return found.isFile() ? { kind: 'file', sizeBytes: found.size } : { kind: 'not-a-file' };
  } catch (error) {
    const errno = errnoOf(error);
    return isMissing(errno) || errno === 'ENAMETOOLONG' ? { kind: 'missing' } : { kind: 'unreadable', errno };
  }
}

export type HashResult =
  | { readonly kind: 'hashed'; readonly hashes: readonly FileHashOnDisk[] }
  | { readonly kind: 'link' | 'not-a-file' }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** Hexadecimal. */
export interface FileHashOnDisk {
  readonly algorithm: HashAlgorithm;
  readonly hash: string;
}

/** Reads a file once for all of them. Returns early with meaningless hashes once the signal is aborted. */
export async function hashFileOnDisk(
  path: string | Buffer,
  algorithms: readonly HashAlgorithm[],
  signal: AbortSignal | undefined,
  onRead: (bytes: number) => void,
): Promise<HashResult> {
  try {
    await using handle = await open(path, readFlags(false));
    if (!(await handle.stat()).isFile()) return { kind: 'not-a-file' };
    const running = algorithms.map((algorithm) => ({ algorithm, hash: createHash(algorithm) }));
    const block = Buffer.allocUnsafe(1_048_576);
    for (;;) {
      const { bytesRead } = await handle.read(block, 0, block.length);
      if (bytesRead === 0 || signal?.aborted)
        return {
          kind: 'hashed',
          hashes: running.map(({ algorithm, hash }) => ({ algorithm, hash: hash.digest('hex') })),
        };
      for (const { hash } of running) hash.update(block.subarray(0, bytesRead));
      onRead(bytesRead);
    }
  } catch (error) {
    const errno = errnoOf(error);
    // It took the file's place since its size was compared.
    return errno === 'ELOOP' ? { kind: 'link' } : { kind: 'unreadable', errno };
  }
}
