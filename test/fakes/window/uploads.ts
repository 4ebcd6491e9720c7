/** The uploads of the mock: examples of every state, a draft, one in the sandbox, and any number of older ones. */
import type { z } from 'zod';
import { noExceptions } from '../../../preload/contract/views/exception.ts';
import type { ProgressView, UploadView, uploadView } from '../../../preload/contract/views/views.ts';
import * as example from '../../fixtures/views.ts';
import { exceptionsOf, pick } from './items.ts';

const GB = 1e9;
const MB = 1e6;
const KB = 1e3;

const { totals } = example;

type UploadInput = z.input<typeof uploadView>;
type Given = Pick<UploadInput, 'id' | 'name' | 'state' | 'createdAt' | 'totals'> & Partial<UploadInput>;

/** An upload to the example connection, sorted by custodian folders. */
export function upload(given: Given): UploadView {
  return example.upload({
    connectionId: 'harrow',
    datasetId: 7001 + given.id,
    datasetName: given.name,
    sources: ['\\\\nas2\\evidence\\EV-0412'],
    acknowledgedBytes: given.totals.accepted.bytes,
    custodianRules: [{ kind: 'folder', level: 1 }],
    settings: { timezone: 'America/New_York', deduplication: 'GLOBAL', deNist: true, ocrLanguage: 'auto' },
    exceptions: exceptionsOf(given.totals),
    ...given,
  });
}

export function exampleUploads(): UploadView[] {
  return [
    upload({
      id: 1,
      name: 'Custodial collection 14',
      state: 'uploading',
      createdAt: '2026-11-14T14:02:11.000Z',
      datasetName: 'Nov 2026 custodial',
      totals: totals({
        queued: { items: 432_257, bytes: 1_029_500 * MB },
        uploading: { items: 3, bytes: 54_300 * MB },
        accepted: { items: 772_406, bytes: 1_826 * GB },
        skipped: { items: 212, bytes: 1_100 * MB },
        failed: { items: 3, bytes: 4_200 * KB },
      }),
      acknowledgedBytes: 1_861 * GB,
    }),
    upload({
      id: 2,
      name: 'Ng laptop image',
      state: 'uploading',
      createdAt: '2026-11-14T09:40:00.000Z',
      sources: ['E:\\images\\NG-LT-01'],
      totals: totals({
        queued: { items: 69, bytes: 399 * GB },
        uploading: { items: 1, bytes: 6 * GB },
        accepted: { items: 18, bytes: 107 * GB },
      }),
    }),
    upload({
      id: 6,
      name: 'Mail archives 2025',
      state: 'ready',
      createdAt: '2026-11-13T16:20:00.000Z',
      datasetId: null,
      databaseName: 'Acme investigation',
      databaseId: 42,
      totals: totals({ queued: { items: 412, bytes: 88_100 * MB } }),
      exceptions: { ...noExceptions, damaged: 20 },
      inspection: { checked: 120, files: 412 },
    }),
    upload({
      id: 3,
      name: 'Finance share, weekly',
      state: 'finished',
      createdAt: '2026-11-10T18:00:00.000Z',
      finishedAt: '2026-11-10T19:12:41.000Z',
      databaseName: 'Acme investigation',
      databaseId: 42,
      totals: totals({ accepted: { items: 38_102, bytes: 61_400 * MB } }),
    }),
    upload({
      id: 4,
      name: 'Opposing production 3',
      state: 'finished',
      createdAt: '2026-11-03T11:31:00.000Z',
      finishedAt: '2026-11-03T12:02:18.000Z',
      totals: totals({
        accepted: { items: 9_412, bytes: 18_190 * MB },
        failed: { items: 3, bytes: 4_100 * KB },
        held: { items: 2, bytes: 0 },
        skipped: { items: 41, bytes: 0 },
      }),
      exceptions: {
        ...noExceptions,
        failed: 3,
        held: 2,
        damaged: 10,
        locked: 8,
        empty: 214,
        unchecked: 1,
        'not-a-file': 41,
        excluded: 0,
      },
    }),
    upload({
      id: 5,
      name: 'Phone exports',
      state: 'finished',
      createdAt: '2026-10-28T08:12:00.000Z',
      finishedAt: '2026-10-28T10:44:09.000Z',
      databaseName: 'Acme investigation',
      databaseId: 42,
      totals: totals({ accepted: { items: 212, bytes: 96 * GB } }),
    }),
    upload({
      id: 7,
      name: 'Sample matter',
      state: 'paused',
      createdAt: '2026-10-27T13:00:00.000Z',
      isSandbox: true,
      connectionId: 'sandbox',
      serverUrl: 'http://127.0.0.1:4400/v1',
      databaseName: 'Sandbox database',
      databaseId: 1,
      totals: totals({
        accepted: { items: 31, bytes: 14_200 * KB },
        queued: { items: 29, bytes: 22_100 * KB },
      }),
    }),
  ];
}

/** Older uploads to fill a list, about two a day. */
export function manyUploads(amount: number): UploadView[] {
  const names = [
    'Custodial collection',
    'Laptop image',
    'Finance share',
    'Production',
    'Phone exports',
    'Board mail',
  ] as const;
  return Array.from({ length: amount }, (_, index) => {
    const createdAt = new Date(Date.UTC(2026, 9, 20) - index * 11 * 3_600_000);
    const items = 50 + ((index * 7919) % 90_000);
    const failed = index % 17 === 3 ? 1 + (index % 5) : 0;
    return upload({
      id: 100 + index,
      name: `${pick(names, index)} ${amount - index}`,
      state: index % 41 === 5 ? 'cancelled' : 'finished',
      createdAt: createdAt.toISOString(),
      finishedAt: new Date(createdAt.getTime() + 3_600_000).toISOString(),
      databaseName: pick(['Doe v. Roe', 'Acme investigation', 'In re Harbor'], index),
      totals: totals({
        accepted: { items, bytes: items * 1_310_720 },
        failed: { items: failed, bytes: failed * 1_000_000 },
      }),
    });
  });
}

export function exampleProgress(): ProgressView[] {
  const [first, second] = exampleUploads();
  if (first === undefined || second === undefined) return [];
  return [
    {
      uploadId: first.id,
      state: 'uploading',
      totals: first.totals,
      cancelled: first.cancelled,
      acknowledgedBytes: first.acknowledgedBytes,
      bytesPerSecond: 94_200 * KB,
      timeLeft: {
        low: 3 * 3600 + 8 * 60,
        likely: 3 * 3600 + 22 * 60,
        high: 3 * 3600 + 38 * 60,
        bound: { kind: 'line' },
      },
      concurrency: 8,
      active: [0, 1, 2].map((index) => {
        const sizeBytes = 20_600_000_000 - index * 2_500_000_000;
        const count = Math.ceil(sizeBytes / (50 * MB));
        const done = Math.floor(count * (0.646 - index * 0.3));
        return {
          itemId: first.id * 10_000_000 + index,
          path: `EV-0412/item ${index}`,
          sizeBytes,
          acknowledgedBytes: done * 50 * MB,
          sentBytes: done * 50 * MB + 120 * MB,
          partsInFlight: index === 0 ? 5 : index === 1 ? 3 : 0,
          parts: { done, count },
          activity: index === 2 ? 'hashing' : 'uploading',
        };
      }),
      partsUnderWay: { sentBytes: 240 * MB, secondsLeft: 8, isFinishing: false },
      waiting: null,
      unavailableSources: [],
      inspection: null,
    },
    {
      uploadId: second.id,
      state: 'uploading',
      totals: second.totals,
      cancelled: second.cancelled,
      acknowledgedBytes: second.acknowledgedBytes,
      bytesPerSecond: 0,
      timeLeft: null,
      concurrency: 1,
      active: [],
      partsUnderWay: { sentBytes: 0, secondsLeft: 0, isFinishing: false },
      waiting: {
        reason: { kind: 'network', fault: 'connection-refused', code: 'ECONNREFUSED' },
        path: null,
        retryAtMs: Date.now() + 25_000,
      },
      unavailableSources: [],
      inspection: null,
    },
  ];
}
