import type { ProgressView, UploadView } from '../../preload/contract/views.ts';

export function fileCount({ totals }: Pick<UploadView, 'totals'>): number {
  return Object.values(totals).reduce((sum, tally) => sum + tally.items, 0);
}

/** Of all files that are not skipped. */
export function totalToUpload(
  { totals }: Pick<UploadView, 'totals'>,
  unit: 'items' | 'bytes' = 'bytes',
): number {
  const { skipped: _, ...toUpload } = totals;
  return Object.values(toUpload).reduce((sum, tally) => sum + tally[unit], 0);
}

/** What keeps an upload from making progress. A part that is retried while others flow does not count. */
export function currentWait(progress: ProgressView | null): ProgressView['waiting'] {
  return progress !== null && progress.bytesPerSecond === 0 ? progress.waiting : null;
}
