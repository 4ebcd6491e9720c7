import { expect, test } from 'vitest';
import { noExceptions } from '../../../preload/contract/views/exception.ts';
import { uploadId, watchBatchId } from '../../../preload/contract/views/ids.ts';
import type { WatchBatchView } from '../../../preload/contract/watch/watch-batch.ts';
import { runningProgress } from '../../../test/fixtures/progress.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import type { UploadState } from '../../engine/index.ts';
import { ruleEvent } from '../words/watch.ts';
import { type FollowedUpload, RuleEvents } from './rule-events.ts';

const { totals } = runningProgress;
const zeroed = { path: 'Doe/a.pst', issue: 'damaged', finding: 'Only zeros' } as const;
const rule = 'Inbox';
const at = '2026-11-22T02:00:00.000Z';
const scan = (files: number) => ({ at, files, durationMs: 12.4 });

/** `earlier`: batches before the first look, with what became of their uploads. */
function follow(earlier: readonly (readonly [WatchBatchView, FollowedUpload])[] = []) {
  const batches = earlier.map(([each]) => each);
  const uploads = new Map<number, FollowedUpload>(
    earlier.map(([{ uploadId }, upload]) => [uploadId, upload]),
  );
  const events = new RuleEvents({
    recentBatches: () => batches.toReversed(),
    batchesAfter: (_, id) => batches.filter((batch) => batch.id > id),
    upload: (id) => uploads.get(id) ?? null,
    foundFiles: () => [zeroed],
  });
  events.update([watchedFolder()], 0);
  return {
    batches,
    uploads,
    update: (changes: Parameters<typeof watchedFolder>[0], nowMs: number) =>
      events.update([watchedFolder(changes)], nowMs),
  };
}

const batch = (id: number): WatchBatchView => ({
  id: watchBatchId.parse(id),
  closedAt: at,
  files: 3,
  bytes: 30,
  datasetName: 'inbox',
  uploadId: uploadId.parse(id + 10),
});

const upload = (state: UploadState, finishedAt: string | null = null, failed = 0): FollowedUpload => ({
  state,
  finishedAt,
  totals: { ...totals, failed: { items: failed, bytes: 0 }, held: { items: 0, bytes: 0 } },
  exceptions: noExceptions,
});

test('a rule is introduced with its state, once', () => {
  const events = new RuleEvents({
    recentBatches: () => [],
    batchesAfter: () => [],
    upload: () => null,
    foundFiles: () => [],
  });
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

test('a scan is an event if it found more or fewer files than the one before, or could take more or fewer of them', () => {
  const { update } = follow();
  const examples = { temporary: [], unreadable: [] };
  const found = { temporary: 0, overdue: 0, unreadable: 0, examples };
  expect(update({ lastScan: scan(5) }, 1)).toEqual([
    { event: 'scan', rule, files: 5, durationMs: 12, ...found },
  ]);
  expect(update({ lastScan: { ...scan(5), at: '2026-11-22T02:01:00.000Z' } }, 2)).toEqual([]);
  expect(update({ lastScan: scan(4) }, 3)).toMatchObject([{ event: 'scan', files: 4 }]);
  // As many files, of which fewer can be taken.
  const locked = { temporary: [], unreadable: [{ path: 'locked', errno: 'EACCES' }] };
  expect(update({ lastScan: { ...scan(4), unreadable: 1, examples: locked } }, 4)).toMatchObject([
    { event: 'scan', files: 4, unreadable: 1, examples: locked },
  ]);
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
  uploads.set(11, upload('finished', at)).set(12, upload('uploading'));
  expect(update({ uploadId: 12 }, 1).map(({ event }) => event)).toEqual([
    'upload-started',
    'upload-started',
    'upload-finished',
  ]);
  expect(update({ uploadId: 12 }, 2)).toEqual([]);
  const ended = upload('finished', at);
  uploads.set(12, ended);
  expect(update({}, 3)).toEqual([
    {
      ...{ event: 'upload-finished', rule, upload: 12, state: 'finished', totals: ended.totals },
      ...{ exceptions: noExceptions, found: [] },
    },
  ]);
  expect(update({}, 4)).toEqual([]);
});

test('an upload that ends names the files that were sent although something was found of them', () => {
  const { batches, uploads, update } = follow();
  batches.push(batch(1));
  const exceptions = { ...noExceptions, damaged: 3 };
  uploads.set(11, { ...upload('finished', at), exceptions });
  const [, finished] = update({}, 1);
  expect(finished).toMatchObject({ event: 'upload-finished', exceptions, found: [zeroed] });
  expect(finished === undefined ? '' : ruleEvent(finished)).toMatch(
    /\. 3 damaged or unrecognized: Doe\/a\.pst \(only zeros\), and 2 more$/,
  );
});

test('an upload of an earlier run is told when it ends, and not if it had ended', () => {
  const { uploads, update } = follow([
    [batch(1), upload('finished', at, 2)],
    [batch(2), upload('uploading')],
  ]);
  expect(update({}, 1)).toEqual([]);
  uploads.set(12, upload('finished', at));
  expect(update({}, 2)).toMatchObject([{ event: 'upload-finished', upload: 12 }]);
});

test('an upload that ends once more after a retry is told again, however fast that was, also after a restart', () => {
  const later = '2026-11-22T02:10:00.000Z';
  const { batches, uploads, update } = follow([[batch(1), upload('finished', at, 1)]]);
  batches.push(batch(2));
  uploads.set(12, upload('finished', at, 3));
  expect(update({}, 1).map(({ event }) => event)).toEqual(['upload-started', 'upload-finished']);
  expect(update({}, 2)).toEqual([]);
  uploads.set(11, upload('finished', later)).set(12, upload('uploading', null, 0));
  expect(update({}, 3)).toMatchObject([{ event: 'upload-finished', upload: 11 }]);
  uploads.set(12, upload('finished', later, 1));
  expect(update({}, 4)).toMatchObject([{ event: 'upload-finished', upload: 12 }]);
  expect(update({}, 5)).toEqual([]);
});

test('a canceled upload has ended once its files are closed', () => {
  const { batches, uploads, update } = follow();
  batches.push(batch(1));
  const cancelled = upload('cancelled');
  const none = { items: 0, bytes: 0 };
  uploads.set(11, { ...cancelled, totals: { ...totals, queued: none, uploading: { items: 1, bytes: 1 } } });
  expect(update({}, 1).map(({ event }) => event)).toEqual(['upload-started']);
  uploads.set(11, { ...cancelled, totals: { ...totals, queued: none, uploading: none } });
  expect(update({}, 2)).toMatchObject([{ event: 'upload-finished', upload: 11, state: 'cancelled' }]);
});
