import { expect, test } from 'vitest';
import type { WatchBatchView, WatchedFolderView } from '../../../preload/contract/watched-folder.ts';
import { runningProgress } from '../../../test/fixtures/progress.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import type { UploadState } from '../../engine/index.ts';
import { RuleEvents } from './rule-events.ts';

const { totals } = runningProgress;
const rule = 'Inbox';
const at = '2026-11-22T02:00:00.000Z';
const scan = (files: number) => ({ at, files, durationMs: 12.4 });

function follow(first: WatchedFolderView = watchedFolder()) {
  const batches: WatchBatchView[] = [];
  const uploads = new Map<number, UploadState>();
  const events = new RuleEvents({
    lastBatch: () => batches.at(-1)?.id ?? 0,
    batchesAfter: (_, id) => batches.filter((batch) => batch.id > id),
    upload: (id) => {
      const state = uploads.get(id);
      return state === undefined ? null : { state, totals };
    },
  });
  events.update([first], 0);
  return {
    batches,
    uploads,
    update: (changes: Parameters<typeof watchedFolder>[0], nowMs: number) =>
      events.update([watchedFolder(changes)], nowMs),
  };
}

const batch = (id: number): WatchBatchView => ({
  id,
  closedAt: at,
  files: 3,
  bytes: 30,
  datasetName: 'inbox',
  uploadId: id + 10,
});

test('a rule is introduced with its state, once', () => {
  const events = new RuleEvents({ lastBatch: () => 0, batchesAfter: () => [], upload: () => null });
  expect(events.update([watchedFolder()], 0)).toEqual([
    { event: 'rule', rule, path: '/evidence/inbox', state: 'active', failure: null },
  ]);
  expect(events.update([watchedFolder()], 1)).toEqual([]);
});

test('a rule that breaks says why', () => {
  const failure = { code: 'database-not-found', databaseId: 77 } as const;
  expect(follow().update({ state: 'broken', failure }, 1)).toEqual([
    { event: 'rule', rule, path: '/evidence/inbox', state: 'broken', failure },
  ]);
});

test('a scan is an event if it found more or fewer files than the one before', () => {
  const { update } = follow();
  expect(update({ lastScan: scan(5) }, 1)).toEqual([{ event: 'scan', rule, files: 5, durationMs: 12 }]);
  expect(update({ lastScan: { ...scan(5), at: '2026-11-22T02:01:00.000Z' } }, 2)).toEqual([]);
  expect(update({ lastScan: scan(4) }, 3)).toMatchObject([{ event: 'scan', files: 4 }]);
});

test('counts that change all the time are told every ten seconds, and the last ones in the end', () => {
  const { update } = follow();
  const told = Array.from({ length: 31 }, (_, second) =>
    update({ counts: { settling: Math.min(second, 25) } }, second * 1000),
  ).flat();
  expect(told).toMatchObject([10, 20, 25].map((settling) => ({ event: 'files', counts: { settling } })));
});

test('a wait is told when it begins, when it becomes another, and when it ends', () => {
  const { update } = follow();
  const key = { kind: 'key', since: at } as const;
  expect(update({ waitingFor: key }, 1)).toEqual([{ event: 'waiting', rule, waitingFor: key }]);
  expect(update({ waitingFor: key }, 2)).toEqual([]);
  const folder = { kind: 'folder', reason: { kind: 'missing' }, since: at } as const;
  expect(update({ waitingFor: folder }, 3)).toEqual([{ event: 'waiting', rule, waitingFor: folder }]);
  expect(update({}, 4)).toEqual([{ event: 'waiting', rule, waitingFor: null }]);
});

test('an upload that started and ended between two looks is told with both', () => {
  const { batches, uploads, update } = follow();
  batches.push(batch(1), batch(2));
  uploads.set(11, 'finished').set(12, 'uploading');
  expect(update({ uploadId: 12 }, 1).map(({ event }) => event)).toEqual([
    'upload-started',
    'upload-started',
    'upload-finished',
  ]);
  expect(update({ uploadId: 12 }, 2)).toEqual([]);
  uploads.set(12, 'finished');
  expect(update({}, 3)).toEqual([{ event: 'upload-finished', rule, upload: 12, state: 'finished', totals }]);
  expect(update({}, 4)).toEqual([]);
});

test('an upload of an earlier run is told when it ends', () => {
  const { uploads, update } = follow(watchedFolder({ uploadId: 7 }));
  uploads.set(7, 'finished');
  expect(update({}, 1)).toMatchObject([{ event: 'upload-finished', upload: 7 }]);
});
