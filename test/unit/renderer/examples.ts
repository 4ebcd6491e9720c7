import type {
  ItemView,
  ProgressView,
  Snapshot,
  TotalsView,
  UploadView,
} from '../../../preload/contract/views.ts';

const none = { items: 0, bytes: 0 };

export function totals(given: Partial<TotalsView> = {}): TotalsView {
  return {
    queued: none,
    uploading: none,
    accepted: none,
    skipped: none,
    failed: none,
    held: none,
    ...given,
  };
}

export function upload(given: Partial<UploadView> = {}): UploadView {
  return {
    id: 1,
    name: 'Collection',
    state: 'uploading',
    createdAt: '2026-11-14T14:02:11.000Z',
    finishedAt: null,
    connectionId: 'one',
    serverUrl: 'https://review.example.com/v1',
    isSandbox: false,
    databaseId: 41,
    databaseName: 'Doe v. Roe',
    datasetId: 7,
    datasetName: 'Collection',
    sources: ['/evidence'],
    totals: totals(),
    acknowledgedBytes: 0,
    custodian: null,
    custodianRule: { kind: 'none' },
    settings: {},
    sha1: true,
    partCheck: 'auto',
    stoppedBy: null,
    ...given,
  };
}

export function progress(given: Partial<ProgressView> = {}): ProgressView {
  return {
    uploadId: 1,
    state: 'uploading',
    totals: totals(),
    acknowledgedBytes: 0,
    bytesPerSecond: 0,
    secondsLeft: null,
    concurrency: 1,
    active: [],
    waiting: null,
    ...given,
  };
}

export function item(given: Partial<ItemView> = {}): ItemView {
  return {
    id: 1,
    path: '/evidence/a.pst',
    sizeBytes: 10,
    modifiedAt: null,
    custodian: null,
    state: 'queued',
    reason: null,
    sha1: null,
    sourceFileId: null,
    partCount: 1,
    partsDone: 0,
    answerState: null,
    linkHasSecret: false,
    ...given,
  };
}

export function snapshot(given: Partial<Snapshot> = {}): Snapshot {
  return {
    revision: 0,
    app: {
      version: '0.1.0',
      runtime: 'test',
      platform: 'test',
      dataFolder: '/data',
      caFile: null,
      keyStorage: 'keychain',
      updates: { kind: 'off' },
      preferences: {
        theme: 'system',
        bytesPerSecond: null,
        schedule: null,
        concurrency: 8,
        proxy: { kind: 'system' },
        notify: true,
      },
    },
    engine: { kind: 'running' },
    sandbox: { kind: 'stopped' },
    connections: [],
    uploads: [],
    progress: [],
    ...given,
  };
}
