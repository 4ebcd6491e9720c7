import type { BigIntStats } from 'node:fs';
import type { RootIdentity } from '../store/items/folder-repository.ts';
import { checkSize, fileIdentity } from '../types/source-path.ts';
import type { FileKind, FileStats } from './reader-protocol.ts';

/** A path in bytes arrives on a thread as plain bytes, which the file system functions of Node refuse. */
export function pathOf(path: string | Uint8Array): string | Buffer {
  return typeof path === 'string' ? path : Buffer.from(path.buffer, path.byteOffset, path.byteLength);
}

export function fileStats(stats: BigIntStats): FileStats {
  const bornNs = BigInt.asIntN(64, stats.birthtimeNs);
  return { ...fileIdentity(checkSize(stats)), bornNs, ctimeNs: stats.ctimeNs, kind: kindOf(stats) };
}

/** Some systems give the change time for a time of birth that they don't know: then it says nothing. */
export function rootIdentity({ device, fileId, bornNs, ctimeNs }: FileStats): RootIdentity {
  return { device, fileId, bornNs: bornNs === ctimeNs ? 0n : bornNs };
}

export function kindOf(stats: Pick<BigIntStats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): FileKind {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'symbolic-link' : 'special-file';
}
