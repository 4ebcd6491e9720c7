import type { Result } from '../../../preload/contract/failure.ts';
import type { ItemRepository, QueuedFile } from '../store/item-repository.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import type { CustodianRule } from '../types/custodian-rule.ts';
import { custodianOfFolder } from '../types/custodian-rule.ts';
import type { UploadId } from '../types/ids.ts';
import type { ItemState } from '../types/uploads.ts';
import { scan } from './scan.ts';
import { resolveRoots } from './scan-roots.ts';
import type { ScanBatch, ScanFolder, ScanProblem, ScanProblemCode, ScanTotals } from './scan-types.ts';

/** Rows per transaction: few flushes to the disk, and the event loop is never held for long. */
const rowsPerCommit = 10_000;

/** A person wanted the whole folder; what is no evidence by its nature is left out, the rest has failed. */
const outcomeOf = {
  'unreadable-folder': 'failed',
  'unreadable-file': 'failed',
  'symbolic-link': 'skipped',
  'link-loop': 'skipped',
  'broken-link': 'skipped',
  'special-file': 'skipped',
  vanished: 'failed',
  'path-too-long': 'failed',
  'changed-while-read': 'failed',
} as const satisfies Record<ScanProblemCode, ItemState>;

export interface ScanRequest {
  readonly uploadId: UploadId;
  readonly sources: readonly string[];
  readonly followSymlinks: boolean;
  readonly custodianRule: CustodianRule;
  readonly signal: AbortSignal;
  readonly onBatch: () => void;
}

/** Scans the sources into the store: every file queued, everything else that was seen with the reason why not. */
export async function scanIntoStore(
  writes: WriteBatcher,
  items: ItemRepository,
  request: ScanRequest,
): Promise<Result<ScanTotals>> {
  const { uploadId, custodianRule, signal, followSymlinks } = request;
  const found = await resolveRoots(request.sources);
  if (!found.ok) return found;
  const roots = writes.transaction(() => found.value.map((root) => items.addRoot(uploadId, root.path)));
  const book = createInventoryWriter(items, { uploadId, custodianRule, roots, isKnown: null }, (store) => {
    writes.transaction(store);
    request.onBatch();
  });
  const scanned = await scan(request.sources, { signal, followSymlinks }, book.add);
  if (scanned.ok) book.end();
  return scanned;
}

export interface InventoryWriterOptions {
  readonly uploadId: UploadId;
  readonly custodianRule: CustodianRule;
  /** The store's numbers of the scan's roots. */
  readonly roots: readonly number[];
  /** What is in the inventory already. */
  readonly isKnown:
    | ((thing: Pick<ScanProblem, 'folder' | 'folderBytes' | 'name' | 'nameBytes'>) => boolean)
    | null;
}

/** Enters what a scan finds, some thousand rows at a time, each time in one `commit`. The end answers how many files. */
export function createInventoryWriter(
  items: ItemRepository,
  { uploadId, custodianRule, roots, isKnown }: InventoryWriterOptions,
  commit: (store: () => void) => void,
): { readonly add: (batch: ScanBatch) => void; readonly end: () => number } {
  /** A folder larger than a batch comes in several runs; only those that are not over are remembered. */
  const unfinished = new Map<number, number>();
  let problemFolder: { readonly key: string; readonly id: number } | null = null;
  let waiting: ScanBatch[] = [];
  let rows = 0;
  let files = 0;

  const addFolder = (rootIndex: number, path: string, pathBytes: Uint8Array | null): number => {
    const root = roots[rootIndex];
    if (root === undefined) throw new Error(`The scan told of root ${rootIndex}, which was not given`);
    return (
      items.findFolder(root, path, pathBytes) ??
      items.addFolder(root, path, pathBytes, custodianOfFolder(custodianRule, path))
    );
  };
  const folderOfRun = (run: ScanFolder): number => {
    const id = unfinished.get(run.number) ?? addFolder(run.rootIndex, run.folder, run.folderBytes);
    if (run.isLast) unfinished.delete(run.number);
    else unfinished.set(run.number, id);
    return id;
  };
  const folderOfProblem = ({ rootIndex, folder, folderBytes }: ScanProblem): number => {
    const key = `${rootIndex}/${folderBytes === null ? folder : Buffer.from(folderBytes).toString('latin1')}`;
    if (problemFolder?.key !== key) problemFolder = { key, id: addFolder(rootIndex, folder, folderBytes) };
    return problemFolder.id;
  };
  const store = (): void => {
    const batches = waiting;
    waiting = [];
    rows = 0;
    commit(() => {
      for (const batch of batches) storeBatch(batch);
    });
  };
  function* filesOf(batch: ScanBatch, queued: { items: number; bytes: number }): Generator<QueuedFile> {
    for (const run of batch.folders) {
      const folderId = folderOfRun(run);
      let added = 0;
      let sizeBytes = 0;
      for (let row = run.from; row < run.to; row += 1) {
        const name = batch.names[row] ?? '';
        const nameBytes = batch.nameBytes?.[row] ?? null;
        if (isKnown?.({ folder: run.folder, folderBytes: run.folderBytes, name, nameBytes })) continue;
        const size = batch.sizesBytes[row] ?? 0;
        added += 1;
        sizeBytes += size;
        yield [
          folderId,
          name,
          nameBytes,
          size,
          batch.mtimesNs[row] ?? 0n,
          batch.devices[row] ?? 0n,
          batch.fileIds[row] ?? 0n,
        ];
      }
      if (added === 0) continue;
      items.addToFolder(folderId, added, sizeBytes);
      queued.items += added;
      queued.bytes += sizeBytes;
    }
  }
  const storeBatch = (batch: ScanBatch): void => {
    const queued = { items: 0, bytes: 0 };
    items.addQueuedFiles(uploadId, filesOf(batch, queued));
    items.addToTotals(uploadId, 'queued', queued.items, queued.bytes);
    files += queued.items;
    for (const problem of batch.problems) {
      if (isKnown?.(problem)) continue;
      const state = outcomeOf[problem.code];
      items.add({
        uploadId,
        folderId: folderOfProblem(problem),
        name: problem.name,
        nameBytes: problem.nameBytes,
        link: null,
        linkHasSecret: false,
        sizeBytes: 0,
        mtimeNs: 0n,
        device: 0n,
        fileId: 0n,
        state,
        reason: problem.message,
      });
      items.addToTotals(uploadId, state, 1, 0);
    }
  };

  return {
    add: (batch) => {
      waiting.push(batch);
      rows += batch.names.length + batch.problems.length;
      if (rows >= rowsPerCommit) store();
    },
    end: () => {
      store();
      return files;
    },
  };
}
