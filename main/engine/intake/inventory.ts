import { type Result, success } from '../../../preload/contract/failure.ts';
import type { CustodianRule, ItemState, UploadId } from '../api.ts';
import type { Commits } from '../store/commits.ts';
import type { ItemQueries, QueuedFile } from '../store/items.ts';
import { custodianOfFolder } from './custodian.ts';
import { scan } from './scan.ts';
import { scanRoots } from './scan-roots.ts';
import type { ScanBatch, ScanFolder, ScanProblem, ScanProblemCode, ScanTotals } from './scan-types.ts';

/** Rows per transaction: few flushes to the disk, and the event loop is never held for long. */
const rowsPerCommit = 10_000;

/** A person wanted the whole folder; what is no evidence by its nature is left out, the rest has failed. */
const outcomeOf = {
  'unreadable-folder': 'failed',
  'unreadable-file': 'failed',
  'symbolic-link': 'left-out',
  'link-loop': 'left-out',
  'broken-link': 'left-out',
  'special-file': 'left-out',
  vanished: 'failed',
  'path-too-long': 'failed',
  'changed-while-read': 'failed',
} as const satisfies Record<ScanProblemCode, ItemState>;

export interface InventoryRequest {
  readonly uploadId: UploadId;
  readonly sources: readonly string[];
  readonly followLinks: boolean;
  readonly custodianRule: CustodianRule;
  readonly signal: AbortSignal;
  readonly onBatch: () => void;
}

/** Scans the sources into the store: every file queued, everything else that was seen with the reason why not. */
export async function takeInventory(
  commits: Commits,
  items: ItemQueries,
  request: InventoryRequest,
): Promise<Result<ScanTotals>> {
  const { uploadId } = request;
  const found = await scanRoots(request.sources);
  if (!found.ok) return found;
  const roots = commits.now(() => found.value.map((root) => items.addRoot(uploadId, root.path)));
  /** A folder larger than a batch comes in several runs; only those that are not over are remembered. */
  const unfinished = new Map<number, number>();
  let problemFolder: { readonly key: string; readonly id: number } | null = null;
  let waiting: ScanBatch[] = [];
  let rows = 0;

  const addFolder = (rootIndex: number, path: string, pathBytes: Uint8Array | null): number => {
    const root = roots[rootIndex];
    if (root === undefined) throw new Error(`The scan told of root ${rootIndex}, which was not given`);
    return (
      items.findFolder(root, path, pathBytes) ??
      items.addFolder(root, path, pathBytes, custodianOfFolder(request.custodianRule, path))
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
    commits.now(() => {
      for (const batch of batches) storeBatch(batch);
    });
    request.onBatch();
  };
  function* filesOf(batch: ScanBatch): Generator<QueuedFile> {
    for (const folder of batch.folders) {
      const folderId = folderOfRun(folder);
      if (folder.from < folder.to)
        items.addToFolder(
          folderId,
          folder.to - folder.from,
          sum(batch.sizesBytes.subarray(folder.from, folder.to)),
        );
      for (let row = folder.from; row < folder.to; row += 1)
        yield [
          folderId,
          batch.names[row] ?? '',
          batch.nameBytes?.[row] ?? null,
          batch.sizesBytes[row] ?? 0,
          batch.mtimesNs[row] ?? 0n,
          batch.devices[row] ?? 0n,
          batch.fileIds[row] ?? 0n,
        ];
    }
  }
  const storeBatch = (batch: ScanBatch): void => {
    items.addQueued(uploadId, filesOf(batch));
    items.addToTotals(uploadId, 'queued', batch.names.length, sum(batch.sizesBytes));
    for (const problem of batch.problems) {
      const state = outcomeOf[problem.code];
      const folderId = folderOfProblem(problem);
      items.add({
        uploadId,
        folderId,
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

  const scanned = await scan(
    request.sources,
    { signal: request.signal, followLinks: request.followLinks },
    (batch) => {
      waiting.push(batch);
      rows += batch.names.length + batch.problems.length;
      if (rows >= rowsPerCommit) store();
    },
  );
  if (!scanned.ok) return scanned;
  store();
  return success(scanned.value);
}

function sum(sizes: Float64Array): number {
  let total = 0;
  for (const size of sizes) total += size;
  return total;
}
