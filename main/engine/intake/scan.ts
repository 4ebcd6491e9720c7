import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { joinPath } from '../types/source-path.ts';
import { BatchBuilder, unpackBatch } from './scan-batch.ts';
import { faultOf, problemMessage } from './scan-problems.ts';
import { resolveRoots } from './scan-roots.ts';
import { ScanThreads } from './scan-threads.ts';
import type { ScanBatch, ScanOptions, ScanRoot, ScanTotals } from './scan-types.ts';
import type { FolderBundle } from './scan-walk.ts';

const defaultWorkers = 4;

/**
 * Finds every file under the roots. Each thing that is seen is in exactly one batch, as a file, a folder or a problem.
 * Batches come one after the other; while `onBatch` is busy the scan soon waits, so memory does not grow with the tree.
 *
 * Fails with path-missing, path-unreadable, path-not-a-file for a root; bad-input for roots that are the same or lie
 * inside each other; stopped after `signal`.
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

/** As `scan`, of these folders and what is below them; and of the roots that are files. */
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
    // Thousands of batches may be ready in a row; timers and signals get their turn.
    await setImmediate();
  }
  if (options.signal?.aborted === true)
    return failure(
      'stopped',
      'The scan was stopped before it had seen everything. Start it again to send these files.',
    );
  return success(totals);
}

async function* batchesOf(
  roots: readonly ScanRoot[],
  bundles: readonly FolderBundle[],
  options: ScanOptions,
): AsyncGenerator<ScanBatch> {
  yield* filesNamedByThemselves(roots);
  const threads = new ScanThreads({
    rootPaths: roots.map(({ path }) => path),
    followSymlinks: options.followSymlinks ?? false,
    threads: Math.max(1, options.workers ?? defaultWorkers),
  });
  for await (const batch of threads.read(bundles, options.signal)) yield unpackBatch(batch);
}

async function* filesNamedByThemselves(roots: readonly ScanRoot[]): AsyncGenerator<ScanBatch> {
  const columns = new BatchBuilder();
  for (const [rootIndex, root] of roots.entries()) {
    if (root.kind !== 'file') continue;
    // Numbers below zero: those of the threads are above.
    columns.beginFolder({ number: -1 - rootIndex, rootIndex, folder: '', folderBytes: null });
    try {
      const path = joinPath(root.path, root.name);
      columns.add({ text: root.name, bytes: null }, await stat(path, { bigint: true }));
    } catch (error) {
      const fault = faultOf(error, 'unreadable-file');
      const message = problemMessage(fault, root.given);
      const place = { rootIndex, folder: '', folderBytes: null, name: root.name, nameBytes: null };
      columns.addProblem({ ...place, code: fault.code, message });
    }
    columns.endFolder();
    if (columns.isFull) yield unpackBatch(columns.take());
  }
  if (!columns.isEmpty) yield unpackBatch(columns.take());
}
