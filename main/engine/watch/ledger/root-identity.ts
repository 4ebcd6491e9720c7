/** By what a watched folder is known. For the thread that scans: these calls block. */
import { type BigIntStats, statSync } from 'node:fs';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import type { UnavailableReason } from '../../../../preload/contract/views/unavailable-source.ts';
import { fileStats } from '../../sources/file-stats.ts';
import { identityChange, isHourOff } from '../../sources/file-version.ts';
import type { WatchedRoot } from '../../store/watched-root.ts';
import { fromStoredTime } from '../../types/file-time.ts';
import { absolutePath, fileIdentity } from '../../types/source-path.ts';
import type { SampleRow } from './known-files.ts';
import { lstatOrNull } from './stat-path.ts';

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
 * A volume has another number each time it is mounted, or the number of one that was there before. Then the time at which its
 * folder was made tells, where it is known.
 */
export function isSameRoot(one: WatchedRoot, other: WatchedRoot): boolean {
  if (one.fileId !== other.fileId) return false;
  if (one.device !== other.device) return one.bornNs !== 0n && one.bornNs === other.bornNs;
  if (one.bornNs === 0n || other.bornNs === 0n) return true;
  // Some systems give the change time for a time of birth that they don't know.
  const isUnknown = one.bornNs === one.ctimeNs && other.bornNs === other.ctimeNs;
  return isUnknown || one.bornNs === other.bornNs || isHourOff(one.bornNs, other.bornNs);
}

/** The device of a file of the ledger, if it is at its path below the folder with its size and time, whatever its numbers are. */
export function deviceIfUnchanged(rootPath: string, row: SampleRow): bigint | null {
  const { folder, folderBytes, name, nameBytes, device, fileId } = row;
  const found = lstatOrNull(absolutePath(rootPath, folder, folderBytes, name, nameBytes));
  if (found === null) return null;
  const mtimeNs = fromStoredTime(row.mtimeNs, row.mtimeEra);
  const now = fileIdentity(found);
  const change = identityChange({ sizeBytes: Number(row.sizeBytes), mtimeNs, device, fileId }, now, false);
  return change === null ? now.device : null;
}
