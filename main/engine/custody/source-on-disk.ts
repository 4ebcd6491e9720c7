/** Files on disk as verification finds them. Nothing here writes. */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { errnoOf } from '../../../preload/contract/errno.ts';

export type FileOnDisk =
  | { readonly kind: 'file'; readonly sizeBytes: number }
  | { readonly kind: 'not-a-file' | 'missing' }
  | { readonly kind: 'unreadable'; readonly errno: string };

export async function inspectFile(path: string | Buffer): Promise<FileOnDisk> {
  try {
    const found = await stat(path);
    return found.isFile() ? { kind: 'file', sizeBytes: found.size } : { kind: 'not-a-file' };
  } catch (error) {
    const errno = errnoOf(error);
    const isMissing = errno === 'ENOENT' || errno === 'ENOTDIR' || errno === 'ENAMETOOLONG';
    return isMissing ? { kind: 'missing' } : { kind: 'unreadable', errno };
  }
}

export type HashResult =
  | { readonly kind: 'hashed'; readonly sha1: string }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** Returns early with a meaningless hash once the signal is aborted. */
export async function hashFile(
  path: string | Buffer,
  signal: AbortSignal | undefined,
  onRead: (bytes: number) => void,
): Promise<HashResult> {
  try {
    await using handle = await open(path);
    const hash = createHash('sha1');
    const block = Buffer.allocUnsafe(1_048_576);
    for (;;) {
      const { bytesRead } = await handle.read(block, 0, block.length);
      if (bytesRead === 0 || signal?.aborted) return { kind: 'hashed', sha1: hash.digest('hex') };
      hash.update(block.subarray(0, bytesRead));
      onRead(bytesRead);
    }
  } catch (error) {
    return { kind: 'unreadable', errno: errnoOf(error) };
  }
}
