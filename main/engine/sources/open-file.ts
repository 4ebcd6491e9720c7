import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { kindOf } from './file-stats.ts';
import type { FileKind } from './reader-protocol.ts';

/**
 * How evidence is opened. A symbolic link that takes a file's place is followed only where it should be, and a pipe that
 * does is never waited for. Windows has neither flag.
 */
export function readFlags(followLink: boolean): number {
  const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
  return O_RDONLY | O_NONBLOCK | (followLink ? 0 : O_NOFOLLOW);
}

export type Opened =
  | { readonly kind: 'file'; readonly fd: number; readonly stats: BigIntStats }
  | { readonly kind: Exclude<FileKind, 'file'> };

export const statFile = (path: string | Buffer, followLink: boolean): BigIntStats =>
  followLink ? statSync(path, { bigint: true }) : lstatSync(path, { bigint: true });

/** Opens evidence for reading, if it is a file. */
export function openFile(path: string | Buffer, followLink: boolean): Opened {
  const kind = kindOf(statFile(path, followLink));
  return kind === 'file' ? openExaminedFile(path, followLink) : { kind };
}

/**
 * What was opened decides, not what was found at its path before. That has to be a file, because to open a device may do
 * something to it.
 */
export function openExaminedFile(path: string | Buffer, followLink: boolean): Opened {
  const fd = open(path, followLink);
  if (fd === null) return { kind: 'symbolic-link' };
  try {
    const stats = statOpen(fd);
    const kind = kindOf(stats);
    if (kind === 'file') return { kind, fd, stats };
    closeSync(fd);
    return { kind };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** An empty file that has something to read has grown: some network drives give 0 for a size that they don't know. */
export function statOpen(fd: number): BigIntStats {
  const stats = fstatSync(fd, { bigint: true });
  if (stats.isFile() && stats.size === 0n && readSync(fd, first, 0, 1, 0) > 0) stats.size = 1n;
  return stats;
}
const first = Buffer.alloc(1);

/** Returns null for a link that isn't followed. */
function open(path: string | Buffer, followLink: boolean): number | null {
  try {
    return openSync(path, readFlags(followLink));
  } catch (error) {
    // A link took its place in that moment. A loop of links above it gives the same code.
    const isLink = !followLink && errnoOf(error) === 'ELOOP' && lstatSync(path).isSymbolicLink();
    if (isLink) return null;
    throw error;
  }
}
