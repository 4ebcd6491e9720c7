import { setImmediate } from 'node:timers/promises';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { identityKey } from '../types/source-path.ts';
import { BatchBuilder, unpackBatch } from './scan-batch.ts';
import type { ResolvedRoot } from './scan-roots.ts';
import { readFolders } from './scan-threads.ts';
import type { ScanBatch, ScanOptions, ScanRoot, ScanTotals } from './scan-types.ts';
import type { FolderBundle, SourceFolder } from './scan-walk.ts';

const defaultWorkers = 4;

/**
 * Finds every file below the roots. Each path that is seen is in exactly one batch, as a file, a folder or a problem.
 * Batches come one at a time. The scan soon waits for a slow `onBatch`, so memory doesn't grow with the tree.
 *
 * Fails with `stopped` after `signal`, and with `sources-overlap` if one of the roots is a folder inside another, as where it
 * is mounted.
 */
export function scanRoots(
  roots: readonly ResolvedRoot[],
  options: ScanOptions,
  onBatch: (batch: ScanBatch) => void | Promise<void>,
): Promise<Result<ScanTotals>> {
  const bundles = [...roots.entries()].flatMap(([rootIndex, { kind }]) =>
    kind === 'folder' ? [{ rootIndex, parent: '', names: '', ancestors: [], mayRepeat: false }] : [],
  );
  const sources = new Map(
    roots.flatMap(({ identity, given }, rootIndex) => {
      const key = identityKey(identity);
      return key === null ? [] : [[key, { rootIndex, given }] as const];
    }),
  );
  return scanFolders(roots, bundles, options, onBatch, roots.length > 1 ? sources : new Map());
}

/** Like `scanRoots`, for the given folders and everything below them, and the roots that are files. */
export async function scanFolders(
  roots: readonly ScanRoot[],
  bundles: readonly FolderBundle[],
  options: ScanOptions,
  onBatch: (batch: ScanBatch) => void | Promise<void>,
  sources: ReadonlyMap<string, SourceFolder> = new Map(),
): Promise<Result<ScanTotals>> {
  const totals = { roots, files: 0, folders: 0, sizeBytes: 0, problems: 0 };
  for await (const batch of batchesOf(roots, bundles, options, sources)) {
    if (options.signal?.aborted === true) break;
    const overlap = overlapIn(batch);
    if (overlap !== null) return overlap;
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

function overlapIn({ problems }: ScanBatch): Failed | null {
  for (const { reason } of problems)
    if (reason.code === 'sources-overlap') return { ok: false, failure: reason };
  return null;
}

async function* batchesOf(
  roots: readonly ScanRoot[],
  bundles: readonly FolderBundle[],
  options: ScanOptions,
  sources: ReadonlyMap<string, SourceFolder>,
): AsyncGenerator<ScanBatch> {
  yield* rootFileBatches(roots);
  const reading = {
    rootPaths: roots.map(({ path }) => path),
    followSymlinks: options.followSymlinks ?? false,
    own: new Set(options.own),
    sources,
    threads: Math.max(1, options.workers ?? defaultWorkers),
    onStalled: options.onStalled ?? (() => undefined),
    stallMs: options.stallMs ?? 10_000,
  };
  for await (const batch of readFolders(bundles, reading, options.signal)) yield unpackBatch(batch);
}

function* rootFileBatches(roots: readonly ScanRoot[]): Generator<ScanBatch> {
  const batch = new BatchBuilder();
  for (const [rootIndex, root] of roots.entries()) {
    if (root.kind !== 'file') continue;
    // Negative numbers: those of the threads are positive.
    batch.beginFolder({ number: -1 - rootIndex, rootIndex, folder: '', folderBytes: null });
    const { sizeBytes, mtimeNs, device: dev, fileId: ino } = root.file;
    batch.add({ text: root.name, bytes: null }, { size: BigInt(sizeBytes), mtimeNs, dev, ino });
    batch.endFolder(false);
    if (batch.isFull) yield unpackBatch(batch.take());
  }
  if (!batch.isEmpty) yield unpackBatch(batch.take());
}
