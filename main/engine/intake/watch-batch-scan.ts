/** The inventory of a watched folder's batch: what the ledger took, in the state in which it was taken. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import type { Repositories } from '../store/repositories.ts';
import type { LedgerFile } from '../store/watch/ledger-file.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import { toStoredTime } from '../types/file-time.ts';
import type { UploadId, WatchBatchId } from '../types/ids.ts';
import { nameFiles } from './custodians/apply-rules.ts';
import type { CompiledRules } from './custodians/custodian-of.ts';
import { createInventoryWriter } from './inventory-writer.ts';
import { resolveRoots, type ScannedRoots } from './scan-roots.ts';
import type { ScanBatch, ScanFolder } from './scan-types.ts';

/** To read and to store so many takes some milliseconds. */
const filesPerPage = 200;

export interface WatchBatchRequest {
  readonly uploadId: UploadId;
  readonly batchId: WatchBatchId;
  /** The watched folder. */
  readonly source: string;
  readonly rules: CompiledRules;
  readonly signal: AbortSignal;
  readonly onBatch: () => void;
}

/**
 * Queues the files of the batch. Nothing is read but the folder itself: a file that changed since stops in the transfer,
 * which compares it with the state in which it was taken.
 */
export async function takeBatchIntoStore(
  writes: WriteBatcher,
  repositories: Repositories,
  sources: SourceReader,
  { uploadId, batchId, source, rules, signal, onBatch }: WatchBatchRequest,
): Promise<Result<ScannedRoots>> {
  const found = await resolveRoots([source], sources, signal);
  if (!found.ok) return found;
  const roots = writes.transaction(() => repositories.folders.addRoots(uploadId, found.value));
  const inventory = createInventoryWriter(
    repositories,
    { uploadId, rules, roots, isKnown: null },
    (store) => {
      // Interrupted, it begins again.
      writes.recomputable(store);
      onBatch();
    },
  );
  const totals = { files: 0, folders: 0, sizeBytes: 0 };
  let last: LedgerFile | null = null;
  for (;;) {
    const page: readonly LedgerFile[] = repositories.watchLedger.batchPage(batchId, last, filesPerPage);
    if (page.length === 0) break;
    const batch = scanBatchOf(page);
    inventory.add(batch);
    totals.files += page.length;
    totals.folders += batch.folders.length;
    totals.sizeBytes += page.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    last = page.at(-1) ?? null;
    await nextTurn();
    if (signal.aborted) return failure('stopped');
  }
  inventory.end();
  await nameFiles(writes, repositories.custodians, uploadId, rules, signal);
  return signal.aborted ? failure('stopped') : success({ roots: found.value, problems: 0, ...totals });
}

/** A folder may go on in the next page: the writer finds it again by its path. */
function scanBatchOf(files: readonly LedgerFile[]): ScanBatch {
  const folders: ScanFolder[] = [];
  files.forEach(({ folderId, folder, folderBytes }, row) => {
    const current = folders.at(-1);
    if (current?.number === folderId) folders.splice(-1, 1, { ...current, to: row + 1 });
    else
      folders.push({
        number: folderId,
        isFirst: true,
        isLast: true,
        mayRepeat: false,
        rootIndex: 0,
        folder,
        folderBytes,
        from: row,
        to: row + 1,
      });
  });
  const times = files.map(({ mtimeNs }) => toStoredTime(mtimeNs));
  return {
    folders,
    names: files.map(({ name }) => name),
    nameBytes: files.some(({ nameBytes }) => nameBytes !== null)
      ? files.map(({ nameBytes }) => nameBytes)
      : null,
    sizesBytes: Float64Array.from(files, ({ sizeBytes }) => sizeBytes),
    mtimesNs: BigInt64Array.from(times, ({ ns }) => ns),
    mtimeEras: Int32Array.from(times, ({ era }) => era),
    devices: BigInt64Array.from(files, ({ device }) => device),
    fileIds: BigInt64Array.from(files, ({ fileId }) => fileId),
    problems: [],
  };
}
