/** By what a watched folder is known. For the thread that scans: these calls block. */
import { type BigIntStats, statSync } from 'node:fs';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import type { UnavailableReason } from '../../../../preload/contract/views/unavailable-source.ts';
import { fileStats } from '../../sources/file-stats.ts';
import { identityChange, isHourOff } from '../../sources/file-version.ts';
import type { WatchedRoot } from '../../store/watch/watched-root.ts';
import { absolutePath } from '../../types/source-path.ts';
import type { SampleRow } from './known-files.ts';
import { lstatOrNull } from './stat-path.ts';

/** The second day of 1980: the top folder of a FAT volume has no time, so that systems give the first one that they know. */
const unknownBirthNs = 315_619_200_000_000_000n;

/** Or why it is away. */
export function readRoot(path: string): WatchedRoot | UnavailableReason {
  let root: BigIntStats;
  try {
    root = statSync(path, { bigint: true });
  } catch (error) {
    const errno = errnoOf(error);
    return errno === 'ENOENT' || errno === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'unreadable', errno };
  }
  if (!root.isDirectory()) return { kind: 'replaced' };
  const { device, fileId, bornNs, ctimeNs } = fileStats(root);
  return { device, fileId, bornNs, ctimeNs };
}

/**
 * Whether it is the folder that it was; null if only its files can tell, because its volume may have been mounted again. A volume
 * has another number then, or the number of one that was there before, and file systems without stable IDs give all new ones.
 */
export function isSameRoot(before: WatchedRoot, now: WatchedRoot): boolean | null {
  const isSameId = before.fileId === now.fileId;
  switch (compareBirths(before, now)) {
    case 'same':
      return isSameId || null;
    case 'other':
      // The top folder of exFAT is as old as its mount. Its change time follows with the next change.
      return isSameId && now.bornNs === now.ctimeNs ? null : false;
    case 'unknown':
      return before.device === now.device ? isSameId : null;
  }
}

function compareBirths(before: WatchedRoot, now: WatchedRoot): 'same' | 'other' | 'unknown' {
  if (before.bornNs <= unknownBirthNs || now.bornNs <= unknownBirthNs) return 'unknown';
  if (before.bornNs === now.bornNs) return 'same';
  // Some systems give the change time for a time of birth that they don't know.
  const isChangeTime = before.bornNs === before.ctimeNs && now.bornNs === now.ctimeNs;
  return isChangeTime || isHourOff(before.bornNs, now.bornNs) ? 'unknown' : 'other';
}

/** Whether a file of the ledger is at its path, whatever its numbers are. Returns the device that it is on, or null. */
export function deviceIfUnchanged(rootPath: string, row: SampleRow): bigint | null {
  const { folder, folderBytes, name, nameBytes, device, fileId } = row;
  const stats = lstatOrNull(absolutePath(rootPath, folder, folderBytes, name, nameBytes));
  if (stats === null) return null;
  const found = fileStats(stats);
  const change = identityChange(row, { ...found, device, fileId }, false);
  return change === null && found.kind === 'file' ? found.device : null;
}
