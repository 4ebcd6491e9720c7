/**
 * What reading one file may cost, whatever it claims: pre-flight and the trial of passwords read files of strangers. Beyond
 * it, nothing is said about the file's content, and the next one is checked.
 */
import type { ContentLimit } from '../../../preload/contract/views/finding.ts';
import type { RandomAccess } from './random-access.ts';

export interface ContentLimits {
  readonly readBytes: number;
  readonly reads: number;
  /** Of headers that are compressed. Contents are never expanded. */
  readonly unpackedBytes: number;
  /** Entries of tables that are kept while the file is read. */
  readonly objects: number;
  /** Of the thread's processor: a share that is slow to answer takes none. */
  readonly processorMs: number;
}

/** Twice what an archive of ten million entries takes, the most that are listed. */
export const inspectionLimits: ContentLimits = {
  readBytes: 4 * 2 ** 30,
  reads: 1_000_000,
  unpackedBytes: 32 * 2 ** 20,
  objects: 500_000,
  processorMs: 30_000,
};

/**
 * Heap of a thread that reads files. One that needs more ends, and another one continues with the next file. Folders of an
 * archive, 100,000 at most, take the most.
 */
export const threadHeapMb = 256;

/** How long a thread may compute without a call to the file system before it is replaced. */
export const threadSilenceMs = 60_000;

const limitNames = {
  readBytes: 'bytes',
  reads: 'bytes',
  unpackedBytes: 'bytes',
  objects: 'entries',
} as const;

export class OverBudget extends Error {
  readonly limit: ContentLimit;

  constructor(limit: ContentLimit) {
    super(`Over the budget: ${limit}`);
    this.limit = limit;
  }
}

/** A file whose reader counts what it does. */
export interface BudgetedFile extends RandomAccess {
  /** Throws OverBudget. */
  spend(what: 'unpackedBytes' | 'objects', amount: number): void;
}

/** Asking for the time costs as much as a read, so it is asked now and then. */
const stepsPerTime = 256;

/** Throws OverBudget where reading goes beyond the limits, besides what `file` throws. */
export function withinBudget(file: RandomAccess, limits: ContentLimits): BudgetedFile {
  const spent = { readBytes: 0, reads: 0, unpackedBytes: 0, objects: 0 };
  let startMs: number | null = null;
  let steps = 0;
  const spend = (what: keyof typeof spent, amount: number): void => {
    spent[what] += amount;
    if (spent[what] > limits[what]) throw new OverBudget(limitNames[what]);
    steps += 1;
    if (steps % stepsPerTime !== 0) return;
    const nowMs = processorMs();
    startMs ??= nowMs;
    if (nowMs - startMs > limits.processorMs) throw new OverBudget('time');
  };
  return {
    sizeBytes: file.sizeBytes,
    read(position, length) {
      spend('reads', 1);
      spend('readBytes', Math.max(0, Math.min(length, file.sizeBytes - position)));
      return file.read(position, length);
    },
    spend,
  };
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
