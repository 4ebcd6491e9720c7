import { describe, expect, it } from 'vitest';
import { type Failure, failure } from '../../preload/contract/failures/failure.ts';
import { uploadId } from '../../preload/contract/views/ids.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import { memoryStore } from '../../test/fakes/memory-store.ts';
import { progress, totals, upload } from '../../test/fixtures/views.ts';
import { createUploadTracker, isWorthTelling } from './upload-tracker.ts';

const createTracker = (uploadIds: number[] = []) => {
  const running = memoryStore({ uploadIds });
  return { running, tracker: createUploadTracker(running, () => undefined) };
};
const changed = (data: UploadView) => ({ event: 'upload.changed', data }) as const;
const paused = (id: number, stoppedBy: Failure | null = null): UploadView =>
  upload({ id, state: 'paused', stoppedBy });

describe('the activity of all uploads', () => {
  it('is how many are uploading, how far, and whether all of them wait', () => {
    const { tracker } = createTracker();
    const counts = totals({
      accepted: { items: 1, bytes: 100 },
      uploading: { items: 1, bytes: 200 },
      queued: { items: 1, bytes: 100 },
    });
    tracker.handleEvent(changed(upload({ totals: counts, acknowledgedBytes: 100 })));
    expect(tracker.activity).toEqual({ uploading: 1, fraction: 0.25, isWaiting: false });
    const waiting = progress({
      totals: counts,
      acknowledgedBytes: 300,
      waiting: {
        reason: { kind: 'network', fault: 'connection-refused', code: 'ECONNREFUSED' },
        path: null,
        retryAtMs: 0,
      },
    });
    tracker.handleEvent({ event: 'progress', data: waiting });
    // Every byte of two of the three files: the third counts as a file too.
    expect(tracker.activity).toEqual({ uploading: 1, fraction: 2 / 3, isWaiting: true });
    tracker.handleEvent({ event: 'progress', data: { ...waiting, bytesPerSecond: 5_000 } });
    expect(tracker.activity).toMatchObject({ isWaiting: false });
    const source = { path: '/mnt/ev', reason: { kind: 'missing' as const }, since: '2026-11-14T14:02:11Z' };
    const away = progress({
      totals: counts,
      acknowledgedBytes: 300,
      unavailableSources: [source],
      active: [],
    });
    tracker.handleEvent({ event: 'progress', data: away });
    expect(tracker.activity).toEqual({ uploading: 1, fraction: 2 / 3, isWaiting: true });
    tracker.handleEvent(changed(upload({ state: 'finished' })));
    expect(tracker.activity).toEqual({ uploading: 0, fraction: null, isWaiting: false });
  });
});

describe('interrupted uploads', () => {
  it('are remembered from the first progress on, even before the state changes', () => {
    const { tracker, running } = createTracker();
    tracker.reset([upload({ state: 'ready' })]);
    tracker.handleEvent({ event: 'progress', data: progress() });
    expect(tracker.activity.uploading).toBe(1);
    expect(running.value.uploadIds).toEqual([1]);
  });

  it('are those that were uploading when Lading was killed, not those a person paused', () => {
    const before = createTracker();
    for (const id of [1, 2, 3]) before.tracker.handleEvent(changed(upload({ id })));
    before.tracker.handleEvent(changed(paused(2)));
    before.tracker.handleEvent(changed(upload({ id: 3, state: 'finished' })));
    const after = createTracker(before.running.value.uploadIds);
    after.tracker.reset([1, 2, 3].map((id) => paused(id)));
    expect(after.tracker.interrupted().map(({ id }) => id)).toEqual([1]);
  });

  it('include those of a sandbox that was stopped, but not one that a person paused', () => {
    const { tracker } = createTracker();
    for (const id of [1, 2]) tracker.handleEvent(changed(upload({ id, isSandbox: true })));
    tracker.handleEvent(changed(upload({ id: 1, isSandbox: true, state: 'paused' })));
    tracker.handleEvent(changed(upload({ id: 2, isSandbox: true, state: 'paused', connectionId: null })));
    expect(tracker.interrupted().map(({ id }) => id)).toEqual([2]);
  });

  it('include those paused by draining', () => {
    const { tracker, running } = createTracker();
    tracker.handleEvent(changed(upload()));
    tracker.freeze();
    tracker.handleEvent(changed(paused(1)));
    expect(running.value.uploadIds).toEqual([1]);
  });

  it('include those that the engine was running when it crashed', () => {
    const { tracker } = createTracker();
    tracker.handleEvent(changed(upload()));
    tracker.reset([]);
    expect(tracker.activity.uploading).toBe(0);
    // The restarted engine reports what it found.
    tracker.handleEvent(changed(paused(1)));
    expect(tracker.interrupted()).toHaveLength(1);
  });

  it('include those stopped by the network, a sign-in page, or a full disk, not those cancelled, refused or removed', () => {
    const { tracker, running } = createTracker();
    for (const id of [1, 2, 3, 4, 5, 6]) tracker.handleEvent(changed(upload({ id })));
    const reason = { kind: 'network', fault: 'connection-reset', code: 'ECONNRESET' } as const;
    const unreachable = failure('unreachable', { host: 'h', operation: 'PostSourceFilePart', reason });
    const refused = failure('key-refused', { operation: 'PostSourceFilePart', status: 401 });
    tracker.handleEvent(changed(paused(1, unreachable.failure)));
    tracker.handleEvent(changed(paused(2, refused.failure)));
    tracker.handleEvent(changed(upload({ id: 3, state: 'cancelled' })));
    tracker.handleEvent({ event: 'upload.removed', data: { uploadId: uploadId.parse(4) } });
    tracker.handleEvent(changed(paused(5, failure('disk-full', { path: '/data' }).failure)));
    const signIn = { operation: 'GetDatabase', reason: { kind: 'sign-in-required', status: 511 } } as const;
    tracker.handleEvent(changed(paused(6, failure('unexpected-answer', signIn).failure)));
    expect(running.value.uploadIds).toEqual([1, 5, 6]);
  });
});

it('tells of an upload of a watched folder only if it needs a person, however short it was', () => {
  const watched = upload({ state: 'finished', watchRuleId: 3 });
  expect([isWorthTelling(watched, false), isWorthTelling(watched, true)]).toEqual([false, true]);
  expect(isWorthTelling(upload({ state: 'finished' }), false)).toBe(true);
});
