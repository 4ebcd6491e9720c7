import type { ProgressView, UploadView } from '../../preload/contract/views.ts';
import { progress, totals, upload } from '../fixtures/views.ts';

export const noTotals = totals();

export function sampleUpload(changes: Partial<UploadView> = {}): UploadView {
  return upload({ state: 'paused', name: 'Kessler v. Marlow', connectionId: 'c', ...changes });
}

export function sampleProgress(changes: Partial<ProgressView> = {}): ProgressView {
  return progress({ concurrency: 4, ...changes });
}

/** A small file of ours that is kept in memory. */
export function memoryFile<T>(value: T) {
  return {
    value,
    async set(next: T) {
      this.value = next;
      return { ok: true, value: undefined } as const;
    },
  };
}
