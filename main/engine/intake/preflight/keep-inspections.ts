/**
 * What an interrupted scan had found about files by reading them. The next scan reads the folders again, as the source
 * may have changed, but of the files only those that are new or changed (docs/resuming.md).
 */
import { setImmediate } from 'node:timers/promises';
import { isUnchanged } from '../../sources/file-version.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import type { UploadId } from '../../types/ids.ts';
import { inspectionCodes } from './inspection-codes.ts';

/** Some 20 ms of work, then others have their turn. */
const rowsPerTurn = 1_000;

type KeptStore = Pick<Repositories, 'keptInspections'>;

/** Removes an upload's items, and keeps what was found about them. Does nothing more after `signal`. */
export async function keepInspections(
  writes: WriteBatcher,
  { keptInspections }: KeptStore,
  uploadId: UploadId,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    const last = keptInspections.lastItem(uploadId, after, rowsPerTurn);
    if (last === null) return;
    writes.transaction(() => keptInspections.keep({ uploadId, after, last }, inspectionCodes));
    after = last;
    await setImmediate();
  }
}

/** Stores what is kept with the files of the new inventory that didn't change. Returns how many these are. */
export async function restoreInspections(
  writes: WriteBatcher,
  { keptInspections, findings }: Pick<Repositories, 'keptInspections' | 'findings'>,
  uploadId: UploadId,
  signal: AbortSignal,
): Promise<number> {
  let restored = 0;
  if (!keptInspections.hasAny(uploadId)) return restored;
  for (let after = 0; !signal.aborted; ) {
    const last = keptInspections.lastItem(uploadId, after, rowsPerTurn);
    if (last === null) break;
    const same = keptInspections
      .of({ uploadId, after, last })
      .filter(({ file, inspected }) => isUnchanged(inspected, file));
    writes.transaction(() => {
      for (const kept of same) {
        keptInspections.restore(kept);
        findings.addKept(uploadId, kept.itemId, kept.findings);
      }
    });
    restored += same.length;
    after = last;
    await setImmediate();
  }
  return restored;
}

export async function forgetInspections(
  writes: WriteBatcher,
  { keptInspections }: KeptStore,
  uploadId: UploadId,
): Promise<void> {
  while (writes.transaction(() => keptInspections.forget(uploadId, rowsPerTurn)) === rowsPerTurn)
    await setImmediate();
}
