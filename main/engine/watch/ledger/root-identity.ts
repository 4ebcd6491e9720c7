/** Reads by what a watched folder is known. For the thread that scans: these calls block. */
import { type BigIntStats, statSync } from 'node:fs';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import type { UnavailableReason } from '../../../../preload/contract/views/unavailable-source.ts';
import { fileStats } from '../../sources/file-stats.ts';
import { identityChange } from '../../sources/file-version.ts';
import { awayReason } from '../../sources/root-availability.ts';
import type { WatchedRoot } from '../../store/watch/watched-root.ts';
import { absolutePath } from '../../types/source-path.ts';
import type { SampleRow } from './known-files.ts';
import { lstatOrNull } from './stat-path.ts';

/** Or why it is away. */
export function readRoot(path: string): WatchedRoot | UnavailableReason {
  let root: BigIntStats;
  try {
    root = statSync(path, { bigint: true });
  } catch (error) {
    return awayReason(errnoOf(error));
  }
  if (!root.isDirectory()) return { kind: 'replaced' };
  const { device, fileId, bornNs, ctimeNs } = fileStats(root);
  return { device, fileId, bornNs, ctimeNs };
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
