/** Progress as the engine tells it, for the tests of what shows it. */
import fc from 'fast-check';
import type { UploadId } from '../../../main/engine/types/ids.ts';
import type { Progress } from '../../../main/engine/types/progress.ts';
import type { UploadSummary } from '../../../main/engine/types/uploads.ts';

export function isUploadId(id: number): id is UploadId {
  return Number.isSafeInteger(id) && id > 0;
}

export function uploadId(id: number): UploadId {
  if (!isUploadId(id)) throw new Error(`${id} is no upload id`);
  return id;
}

export const none = { items: 0, bytes: 0 };

export const midway: Progress = {
  uploadId: uploadId(3),
  state: 'uploading',
  totals: {
    queued: { items: 2100, bytes: 14_500_000_000 },
    uploading: { items: 6, bytes: 2_000_000_000 },
    accepted: { items: 1204, bytes: 12_400_000_000 },
    skipped: { items: 12, bytes: 4096 },
    failed: none,
    held: none,
  },
  acknowledgedBytes: 12_900_000_000,
  bytesPerSecond: 48_200_000,
  secondsLeft: { low: 1200, high: 3000 },
  concurrency: 6,
  active: [
    {
      itemId: 7,
      path: 'Smith/mail/archive-2019.pst',
      sizeBytes: 2_000_000_000,
      acknowledgedBytes: 500_000_000,
      sentBytes: 800_000_000,
      partsInFlight: 6,
      parts: { done: 10, count: 40 },
      activity: 'uploading',
    },
  ],
  waiting: null,
};

const tally = fc.record({ items: fc.nat(2_000_000), bytes: fc.maxSafeNat() });
const strange = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constant('証拠/メール/とても長い名前のアーカイブ.pst'),
  fc.constant('\u001B[2Jevil\nname'),
);

/** Anything that the types allow, nonsense included: a bar must survive what it is told. */
export const anyProgress: fc.Arbitrary<Progress> = fc.record({
  uploadId: fc.constant(uploadId(1)),
  state: fc.constantFrom('scanning', 'ready', 'uploading', 'paused', 'finished', 'cancelled'),
  totals: fc.record({
    queued: tally,
    uploading: tally,
    accepted: tally,
    skipped: tally,
    failed: tally,
    held: tally,
  }),
  acknowledgedBytes: fc.maxSafeNat(),
  bytesPerSecond: fc.double({ min: 0 }),
  secondsLeft: fc.option(fc.record({ low: fc.double({ min: 0 }), high: fc.double({ min: 0 }) })),
  concurrency: fc.nat(256),
  active: fc.array(
    fc.record({
      itemId: fc.nat(),
      path: strange,
      sizeBytes: fc.maxSafeNat(),
      acknowledgedBytes: fc.maxSafeNat(),
      sentBytes: fc.maxSafeNat(),
      partsInFlight: fc.nat(64),
      parts: fc.record({ done: fc.nat(10_000), count: fc.nat(10_000) }),
      activity: fc.constantFrom('hashing', 'uploading', 'waiting', 'completing'),
    }),
    { maxLength: 40 },
  ),
  waiting: fc.option(
    fc.record({
      reason: fc.record({
        kind: fc.constant('status' as const),
        status: fc.nat(599),
        serviceMessage: strange,
      }),
      path: fc.option(strange),
      retryAtMs: fc.maxSafeNat(),
    }),
  ),
});

export const finished: UploadSummary = {
  id: uploadId(3),
  uuid: '9b2f6a52-9d38-4b0e-8a5c-0d5f3f2f7a11',
  state: 'finished',
  createdAt: '2026-10-12T14:00:00.000Z',
  finishedAt: '2026-10-12T15:00:00.000Z',
  isSandbox: false,
  serverUrl: 'https://review.example.com',
  profilePath: null,
  keyId: 'k1',
  databaseId: 12,
  databaseName: 'Doe v. Roe',
  datasetId: 7,
  datasetName: 'Smith production',
  sources: ['/evidence/Smith'],
  totals: {
    queued: none,
    uploading: none,
    accepted: { items: 2, bytes: 300 },
    skipped: { items: 3, bytes: 12 },
    failed: { items: 1, bytes: 50 },
    held: { items: 1, bytes: 0 },
  },
  acknowledgedBytes: 0,
  stoppedBy: null,
};
