import { isSkipReason } from '../../../preload/contract/failures/failure-table.ts';
import type { QueuedFile } from '../store/items/add-queued-files.ts';
import { foldedName } from '../store/items/item-repository.ts';
import type { Repositories } from '../store/repositories.ts';
import type { UploadId } from '../types/ids.ts';
import { decodeRaw, joinPath, pathKey, rawOf } from '../types/source-path.ts';
import type { Tally } from '../types/uploads.ts';
import { type CompiledRules, custodianOf } from './custodians/custodian-of.ts';
import type { ScanBatch, ScanFolder, ScanProblem } from './scan-types.ts';

/** A transaction of so many rows takes some milliseconds. */
const defaultRowsPerTransaction = 1_000;

export interface InventoryWriterOptions {
  readonly uploadId: UploadId;
  /** Rules that name files are applied after the scan (apply-rules.ts). */
  readonly rules: CompiledRules;
  /** The scan's roots, with the store's ids. */
  readonly roots: readonly { readonly id: number; readonly path: string }[];
  /** Whether a path is in the inventory already. It is null if the inventory is empty. */
  readonly isKnown:
    | ((path: Pick<ScanProblem, 'folder' | 'folderBytes' | 'name' | 'nameBytes'>) => boolean)
    | null;
  readonly rowsPerTransaction?: number;
}

export interface InventoryWriter {
  readonly add: (batch: ScanBatch) => void;
  /** Writes the rest, once without what a folder listed twice, and returns the files that were added. */
  readonly end: () => Tally;
}

/** Adds a scan's batches to the inventory, some batches per `commit`. */
export function createInventoryWriter(
  { items, folders }: Pick<Repositories, 'items' | 'folders'>,
  { uploadId, rules, roots, isKnown, rowsPerTransaction = defaultRowsPerTransaction }: InventoryWriterOptions,
  commit: (store: () => void) => void,
): InventoryWriter {
  /** Folders larger than a batch come in several runs; only those whose last run is still to come. */
  const unfinished = new Map<number, number>();
  let problemFolder: { readonly key: string; readonly id: number } | null = null;
  /** Folders that may have items of one name: network file systems list an entry twice while their folder changes. */
  const repeating = new Set<number>();
  let pending: ScanBatch[] = [];
  let rows = 0;
  const added = { items: 0, bytes: 0 };

  const addFolder = (rootIndex: number, path: string, pathBytes: Uint8Array | null): number => {
    const root = roots[rootIndex];
    if (root === undefined) throw new Error(`The scan reported an unknown root ${rootIndex}`);
    return (
      folders.find({ rootId: root.id, key: pathKey(path, pathBytes) }) ??
      folders.add(root.id, path, pathBytes, custodianOf(rules, path, root.path))
    );
  };
  const folderOfRun = (run: ScanFolder): number => {
    const id = unfinished.get(run.number) ?? addFolder(run.rootIndex, run.folder, run.folderBytes);
    if (run.isLast) unfinished.delete(run.number);
    else unfinished.set(run.number, id);
    return id;
  };
  const folderOfProblem = ({ rootIndex, folder, folderBytes }: ProblemPlace): number => {
    const key = `${rootIndex}/${folderBytes === null ? folder : Buffer.from(folderBytes).toString('latin1')}`;
    if (problemFolder?.key !== key) problemFolder = { key, id: addFolder(rootIndex, folder, folderBytes) };
    return problemFolder.id;
  };
  const store = (): void => {
    const batches = pending;
    pending = [];
    rows = 0;
    commit(() => {
      for (const batch of batches) storeBatch(batch);
    });
  };
  function* filesOf(batch: ScanBatch, queued: { items: number; bytes: number }): Generator<QueuedFile> {
    for (const run of batch.folders) {
      const folderId = folderOfRun(run);
      if (run.mayRepeat) repeating.add(folderId);
      let files = 0;
      let sizeBytes = 0;
      for (let row = run.from; row < run.to; row += 1) {
        const name = batch.names[row] ?? '';
        const nameBytes = batch.nameBytes?.[row] ?? null;
        if (isKnown?.({ folder: run.folder, folderBytes: run.folderBytes, name, nameBytes })) continue;
        const size = batch.sizesBytes[row] ?? 0;
        files += 1;
        sizeBytes += size;
        yield {
          folderId,
          name,
          nameBytes,
          nameFolded: foldedName(name),
          sizeBytes: size,
          mtimeNs: batch.mtimesNs[row] ?? 0n,
          mtimeEra: batch.mtimeEras[row] ?? 0,
          device: batch.devices[row] ?? 0n,
          fileId: batch.fileIds[row] ?? 0n,
        };
      }
      if (files === 0) continue;
      folders.addToTotals(folderId, files, sizeBytes);
      queued.items += files;
      queued.bytes += sizeBytes;
    }
  }
  const storeBatch = (batch: ScanBatch): void => {
    const queued = { items: 0, bytes: 0 };
    items.addQueuedFiles(uploadId, filesOf(batch, queued));
    items.addToTotals(uploadId, 'queued', queued.items, queued.bytes);
    added.items += queued.items;
    added.bytes += queued.bytes;
    for (const problem of batch.problems) {
      if (isKnown?.(problem)) continue;
      const state = isSkipReason(problem.reason) ? 'skipped' : 'failed';
      const place = problem.reason.code === 'folder-unreadable' ? inFolderItself(problem) : problem;
      items.add({
        uploadId,
        folderId: folderOfProblem(place),
        name: place.name,
        nameBytes: place.nameBytes,
        link: null,
        linkHasSecret: false,
        sizeBytes: 0,
        mtimeNs: 0n,
        device: 0n,
        fileId: 0n,
        state,
        reason: problem.reason,
      });
      items.addToTotals(uploadId, state, 1, 0);
    }
  };

  const removeRepeated = (folderId: number): void => {
    for (const { state, sizeBytes } of items.removeRepeated(folderId)) {
      items.addToTotals(uploadId, state, -1, -sizeBytes);
      if (state !== 'queued') continue;
      folders.addToTotals(folderId, -1, -sizeBytes);
      added.items -= 1;
      added.bytes -= sizeBytes;
    }
  };

  return {
    add: (batch) => {
      pending.push(batch);
      rows += batch.names.length + batch.problems.length;
      if (rows >= rowsPerTransaction) store();
    },
    end: () => {
      store();
      if (repeating.size > 0) commit(() => repeating.forEach(removeRepeated));
      return added;
    },
  };
}

type ProblemPlace = Omit<ScanProblem, 'reason'>;

/**
 * A folder that could not be read is in the tree as a folder, with custodians of its own, and holds an item without a name
 * that stands for its unknown content.
 */
function inFolderItself({ rootIndex, folder, folderBytes, name, nameBytes }: ProblemPlace): ProblemPlace {
  const raw = joinPath(rawOf(folder, folderBytes), rawOf(name, nameBytes));
  const { text, bytes } = decodeRaw(raw);
  return { rootIndex, folder: text, folderBytes: bytes, name: '', nameBytes: null };
}
