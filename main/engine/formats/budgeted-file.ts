import type { ContentLimit } from '../../../preload/contract/views/finding.ts';
import type { ContentLimits } from './limits.ts';
import type { RandomAccess } from './random-access.ts';

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
