/** What is asked of an upload that was started. */
import { success } from '../../../preload/contract/failures/failure.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { totals } from '../../fixtures/views.ts';
import { itemAt, page } from './items.ts';
import type { Handlers, MockApp } from './mock-app.ts';
import { upload } from './uploads.ts';

export interface MockUploads {
  find(uploadId: number): UploadView;
  change(uploadId: number, how: Partial<UploadView>): UploadView;
}

type Calls = Extract<keyof Handlers, `uploads.${string}`>;

const ok = success(undefined);
const eventTypes = [
  'item-completed',
  'part-acknowledged',
  'item-skipped',
  'item-failed',
  'settings-decided',
] as const;

const logHead = '9f3ac21e'.repeat(8);
export const signingFingerprint = '5b0d77e1'.repeat(8);
const signingKey = { fingerprint: signingFingerprint, storage: 'keychain' as const, replaces: null };

export function uploadsOf(app: MockApp): MockUploads {
  const { state } = app;

  const find = (uploadId: number): UploadView =>
    state.uploads.find((each) => each.id === uploadId) ??
    upload({
      id: uploadId,
      name: '',
      state: 'cancelled',
      createdAt: '2026-11-01T00:00:00.000Z',
      totals: totals({}),
    });

  function change(uploadId: number, how: Partial<UploadView>): UploadView {
    const after = { ...find(uploadId), ...how };
    state.uploads = state.uploads.map((each) => (each.id === uploadId ? after : each));
    if (after.state !== 'uploading')
      state.progress = state.progress.filter((each) => each.uploadId !== uploadId);
    app.emit({ name: 'upload.changed', data: after });
    return after;
  }

  return { find, change };
}

export function uploadHandlers(app: MockApp, { find, change }: MockUploads): Pick<Handlers, Calls> {
  const { state } = app;
  return {
    'uploads.packing': () => success({ packs: 3, files: 12_400 }),
    'uploads.start': ({ uploadId }) => {
      const started = change(uploadId, { state: 'uploading', stoppedBy: null });
      state.progress = [
        ...state.progress.filter((each) => each.uploadId !== uploadId),
        {
          uploadId: started.id,
          state: 'uploading',
          totals: started.totals,
          cancelled: started.cancelled,
          acknowledgedBytes: started.acknowledgedBytes,
          bytesPerSecond: 0,
          timeLeft: null,
          concurrency: 8,
          active: [],
          partsUnderWay: { sentBytes: 0, secondsLeft: 0, isFinishing: false },
          waiting: null,
          unavailableSources: [],
          inspection: null,
        },
      ];
      return success({ left: 0, kept: 0 });
    },
    'uploads.pause': ({ uploadId, finishParts }) => {
      if (finishParts)
        state.progress = state.progress.map((each) =>
          each.uploadId === uploadId
            ? { ...each, partsUnderWay: { ...each.partsUnderWay, isFinishing: true } }
            : each,
        );
      else change(uploadId, { state: 'paused' });
      return ok;
    },
    'uploads.failUnavailableSources': () => ok,
    'uploads.removeLimits': ({ uploadId }) => {
      change(uploadId, { limits: {} });
      return ok;
    },
    'uploads.cancel': ({ uploadId }) => {
      change(uploadId, { state: 'cancelled', finishedAt: new Date().toISOString() });
      return ok;
    },
    'uploads.retryFailed': ({ uploadId }) => {
      const before = find(uploadId).totals;
      change(uploadId, {
        state: 'uploading',
        totals: {
          ...before,
          failed: { items: 0, bytes: 0 },
          queued: {
            items: before.queued.items + before.failed.items,
            bytes: before.queued.bytes + before.failed.bytes,
          },
        },
      });
      return success({ items: before.failed.items, chosenAgain: 0, left: 0, failed: 0 });
    },
    'uploads.items': (query) =>
      success(page({ ...find(query.uploadId), uploadId: query.uploadId, hasHeldLinks: true }, query)),
    'uploads.parts': ({ uploadId, itemId }) => {
      const index = itemId - uploadId * 10_000_000;
      const item = itemAt({ ...find(uploadId), uploadId, hasHeldLinks: true }, index);
      const partCount = item.partCount ?? 0;
      const active = state.progress.flatMap((each) => each.active).find((each) => each.itemId === itemId);
      const acknowledged = active?.parts.done ?? item.partsDone;
      return success({
        partSizeBytes: Math.min(50_000_000, item.sizeBytes ?? 0),
        partCount,
        done: acknowledged === 0 ? [] : [[1, acknowledged]],
        inFlight:
          active === undefined
            ? []
            : Array.from({ length: active.partsInFlight }, (_, k) => acknowledged + 1 + k),
        retried: acknowledged > 40 ? [17, acknowledged + 2] : [],
      });
    },
    'uploads.part': ({ itemId, number }) =>
      success({ etag: `"${(itemId * 7919 + number).toString(16).padStart(32, '4')}"` }),
    'uploads.speed': ({ uploadId }) => {
      const moves = state.progress.some((each) => each.uploadId === uploadId && each.waiting === null);
      return success({
        everyMs: 10_000,
        endMs: Date.now(),
        bytesPerSecond: Array.from({ length: 720 }, (_, index) =>
          !moves && index > 600
            ? 0
            : index > 420 && index < 462
              ? 0
              : 88e6 + 9e6 * Math.sin(index / 23) + 4e6 * Math.sin(index * 1.7),
        ),
      });
    },
    'uploads.log': ({ uploadId, offset, limit }) => {
      const total = 5_000;
      const events = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, k) => {
        const seq = offset + k + 1;
        const item = itemAt({ ...find(uploadId), uploadId, hasHeldLinks: true }, seq);
        return {
          seq,
          at: new Date(Date.parse('2026-11-14T14:02:11Z') + seq * 1731).toISOString(),
          type: eventTypes[seq % eventTypes.length] ?? 'item-completed',
          data: { path: item.path, sizeBytes: item.sizeBytes, sourceFileId: item.sourceFileId },
        };
      });
      return success({ total, events });
    },
    'uploads.saveReceipt': () =>
      success({
        head: logHead,
        signedWith: success(signingKey),
        timestamp: null,
        problems: [],
        profileChange: null,
      }),
    'uploads.saveLogHead': () => success(true),
  };
}
