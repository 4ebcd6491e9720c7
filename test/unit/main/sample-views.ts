import type { ProgressView, TotalsView, UploadView } from '../../../preload/contract/views.ts';

const none = { items: 0, bytes: 0 };
export const noTotals: TotalsView = {
  queued: none,
  sending: none,
  uploaded: none,
  'left-out': none,
  failed: none,
  held: none,
};

export function sampleUpload(changes: Partial<UploadView> = {}): UploadView {
  return {
    id: 1,
    name: 'Kessler v. Marlow',
    state: 'paused',
    createdAt: '2026-01-02T03:04:05.000Z',
    finishedAt: null,
    connectionId: 'c',
    serverUrl: 'https://platform.example/',
    practice: false,
    databaseId: 7,
    databaseName: 'Kessler',
    datasetId: 11,
    datasetName: 'Laptop',
    sources: ['/evidence'],
    totals: noTotals,
    acknowledgedBytes: 0,
    custodian: null,
    custodianRule: { kind: 'none' },
    settings: {},
    sha1: true,
    partCheck: 'auto',
    stoppedBy: null,
    ...changes,
  };
}

export function sampleProgress(changes: Partial<ProgressView> = {}): ProgressView {
  return {
    uploadId: 1,
    state: 'sending',
    totals: noTotals,
    acknowledgedBytes: 0,
    bytesPerSecond: 0,
    secondsLeft: null,
    concurrency: 4,
    active: [],
    waiting: null,
    ...changes,
  };
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
