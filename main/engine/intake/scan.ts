import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { joinPath } from '../types/source-path.ts';
import { BatchBuilder, unpackBatch } from './scan-batch.ts';
import { scanReasonOf } from './scan-problems.ts';
import { resolveRoots } from './scan-roots.ts';
import { ScanThreads } from './scan-threads.ts';
import type { ScanBatch, ScanOptions, ScanRoot, ScanTotals } from './scan-types.ts';
import type { FolderBundle } from './scan-walk.ts';

const defaultWorkers = 4;

/**
 * Finds every file below the roots. Each path that is seen is in exactly one batch, as a file, a folder or a problem.
 * Batches come one at a time. The scan soon waits for a slow `onBatch`, so memory doesn't grow with the tree.
 *
 * Fails with path-missing, path-unreadable, path-not-a-file or source-path-empty for a root, sources-overlap for roots
 * that are the same or inside each other, and stopped after `signal`.
 */
export async function scan(
  given: readonly string[],
  options: ScanOptions,
  onBatch: (batch: ScanBatch) => void | Promise<void>,
): Promise<Result<ScanTotals>> {
  const found = await resolveRoots(given);
  if (!found.ok) return found;
  const roots = found.value;
  const bundles = [...roots.entries()].flatMap(([rootIndex, { kind }]) =>
    kind === 'folder' ? [{ rootIndex, parent: '', names: '', ancestors: [] }] : [],
  );
  return scanFolders(roots, bundles, options, onBatch);
}

/** Like `scan`, for the given folders and everything below them, and the roots that are files. */
export async function scanFolders(
  roots: readonly ScanRoot[],
  bundles: readonly FolderBundle[],
  options: ScanOptions,
  onBatch: (batch: ScanBatch) => void | Promise<void>,
): Promise<Result<ScanTotals>> {
  const totals = { roots, files: 0, folders: 0, sizeBytes: 0, problems: 0 };
  for await (const batch of batchesOf(roots, bundles, options)) {
    if (options.signal?.aborted === true) break;
    for (const size of batch.sizesBytes) totals.sizeBytes += size;
    totals.files += batch.names.length;
    for (const { isFirst, rootIndex } of batch.folders)
      if (isFirst && roots[rootIndex]?.kind === 'folder') totals.folders += 1;
    totals.problems += batch.problems.length;
    await onBatch(batch);
    // Thousands of batches may be ready in a row: let timers and signals run in between.
    await setImmediate();
  }
  if (options.signal?.aborted === true) return failure('stopped');
  return success(totals);
}

async function* batchesOf(
  roots: readonly ScanRoot[],
  bundles: readonly FolderBundle[],
  options: ScanOptions,
): AsyncGenerator<ScanBatch> {
  yield* rootFileBatches(roots);
  const threads = new ScanThreads({
    rootPaths: roots.map(({ path }) => path),
    followSymlinks: options.followSymlinks ?? false,
    threads: Math.max(1, options.workers ?? defaultWorkers),
  });
  for await (const batch of threads.read(bundles, options.signal)) yield unpackBatch(batch);
}

async function* rootFileBatches(roots: readonly ScanRoot[]): AsyncGenerator<ScanBatch> {
  const batch = new BatchBuilder();
  for (const [rootIndex, root] of roots.entries()) {
    if (root.kind !== 'file') continue;
    // Negative numbers: those of the threads are positive.
    batch.beginFolder({ number: -1 - rootIndex, rootIndex, folder: '', folderBytes: null });
    try {
      const path = joinPath(root.path, root.name);
      batch.add({ text: root.name, bytes: null }, await stat(path, { bigint: true }));
    } catch (error) {
      const reason = scanReasonOf(error, 'path-unreadable');
      batch.addProblem({
        reason,
        rootIndex,
        folder: '',
        folderBytes: null,
        name: root.name,
        nameBytes: null,
      });
    }
    batch.endFolder();
    if (batch.isFull) yield unpackBatch(batch.take());
  }
  if (!batch.isEmpty) yield unpackBatch(batch.take());
}
