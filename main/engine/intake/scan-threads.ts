import type { StalledRoot } from '../sources/reader-pool.ts';
import { ThreadPool } from '../threads/thread-pool.ts';
import type { PackedBatch } from './scan-batch.ts';
import {
  cellOf,
  createSharedCells,
  idleCell,
  maxBatchesInFlight,
  type ScanThreadTypes,
} from './scan-protocol.ts';
import type { FolderBundle, SourceFolder } from './scan-walk.ts';

export interface ScanThreadsOptions {
  readonly rootPaths: readonly string[];
  readonly followSymlinks: boolean;
  readonly own: ReadonlySet<string>;
  readonly sources: ReadonlyMap<string, SourceFolder>;
  /** To overlap the latency of network shares. */
  readonly threads: number;
  /** Called now and then while roots don't answer, and once when all answer again. */
  readonly onStalled: (roots: readonly StalledRoot[]) => void;
  readonly stallMs: number;
}

type Job = readonly FolderBundle[];

interface ReceivedBatch {
  readonly from: number;
  readonly batch: PackedBatch;
}

/**
 * Distributes folders to threads, which share theirs where others have none. Yields batches in the order they arrive. A
 * thread that is two ahead of the consumer waits. Just ends after `signal`.
 */
export async function* readFolders(
  bundles: Job,
  { rootPaths, threads, stallMs, onStalled, ...walk }: ScanThreadsOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<PackedBatch> {
  const pending = [...bundles];
  const shared = createSharedCells(2 * threads);
  const pool = new ThreadPool<ScanThreadTypes, Job, ReceivedBatch>({
    program: new URL('./scan-worker.ts', import.meta.url),
    // Short-lived strings: by default each thread could keep 50 MB of them.
    limits: { maxYoungGenerationSizeMb: 8 },
    threads,
    stallMs,
    // A local disk answers in a fraction of this.
    slow: { callMs: 0.25, lookMs: 200 },
    begin: (index) => ({
      data: { ...walk, rootPaths, index, shared, firstNumber: index + 1, numberStep: 2 * threads + 1 },
      cells: shared,
      callsCell: cellOf(index, 'calls'),
    }),
    nextJob: (free) => takeOfOneRoot(pending, Math.ceil(pending.length / free)),
    message: (job) => job,
    onMessage({ index }, message) {
      if (message.kind === 'batch') pool.put({ from: index, batch: message.batch });
      if (message.kind === 'share') {
        pending.push(...message.bundles);
        pool.distribute();
      }
      return message.kind === 'done';
    },
    onLost: (_thread, _job, end) => pool.fail('error' in end ? end.error : new Error('A thread was lost')),
    rootOf: ({ index }) => rootPaths[Atomics.load(shared, cellOf(index, 'rootIndex'))],
    isAhead: ({ index }) => Atomics.load(shared, cellOf(index, 'inFlight')) >= maxBatchesInFlight,
    onStalled,
    onFree: (count) => void Atomics.store(shared, idleCell, count),
  });
  for await (const { from, batch } of pool.read(signal)) {
    yield batch;
    const inFlight = cellOf(from, 'inFlight');
    Atomics.sub(shared, inFlight, 1);
    Atomics.notify(shared, inFlight);
  }
}

/** Another root must not wait for this one. */
function takeOfOneRoot(pending: FolderBundle[], count: number): Job | null {
  if (pending.length === 0) return null;
  const other = pending.findIndex(({ rootIndex }) => rootIndex !== pending[0]?.rootIndex);
  return pending.splice(0, other === -1 ? count : Math.min(count, other));
}
