/** A file as the check finds it on disk. Nothing here writes. */
import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';

export type FileOnDisk =
  | { readonly kind: 'file'; readonly sizeBytes: number }
  | { readonly kind: 'not-a-file' | 'missing' }
  | { readonly kind: 'unreadable'; readonly code: string };

export async function inspectFile(path: string | Buffer): Promise<FileOnDisk> {
  try {
    const found = await stat(path);
    return found.isFile() ? { kind: 'file', sizeBytes: found.size } : { kind: 'not-a-file' };
  } catch (error) {
    const code = codeOf(error);
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
    return isMissing ? { kind: 'missing' } : { kind: 'unreadable', code };
  }
}

export type FileHash =
  | { readonly kind: 'hashed'; readonly sha1: string }
  | { readonly kind: 'unreadable'; readonly code: string };

/** Ends early, with a hash that means nothing, once the signal is given. */
export async function hashFile(
  path: string | Buffer,
  signal: AbortSignal | undefined,
  read: (bytes: number) => void,
): Promise<FileHash> {
  try {
    await using handle = await open(path);
    const hash = createHash('sha1');
    const block = Buffer.allocUnsafe(1_048_576);
    for (;;) {
      const { bytesRead } = await handle.read(block, 0, block.length);
      if (bytesRead === 0 || signal?.aborted) return { kind: 'hashed', sha1: hash.digest('hex') };
      hash.update(block.subarray(0, bytesRead));
      read(bytesRead);
    }
  } catch (error) {
    return { kind: 'unreadable', code: codeOf(error) };
  }
}

/** The system's code, e.g. EACCES; an error without one is a bug and is thrown on. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
