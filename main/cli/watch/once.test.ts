import { expect, test } from 'vitest';
import { uploadId } from '../../../preload/contract/views/ids.ts';
import { watchHealth } from '../../../preload/contract/watch/watch-text.ts';
import type { WatchWait } from '../../../preload/contract/watch/watched-folder.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { exitCodeOf } from '../exit-code.ts';
import { outcomesOfHealth } from '../outcome.ts';
import { service } from '../words/watch.ts';
import { type OnceRule, onceOutcome } from './once.ts';

const since = '2026-11-22T02:00:00.000Z';
function codeOf(rules: readonly OnceRule[]): number | null {
  const outcome = onceOutcome(rules);
  return outcome === null ? null : exitCodeOf(outcome);
}

type Changes = Parameters<typeof watchedFolder>[0];

function exitCode(changes: Changes, isScanned = true, unchangedMs = 0) {
  return codeOf([{ view: watchedFolder(changes), isScanned, unchangedMs }]);
}

const waits = (waitingFor: WatchWait, counts = {}): Changes => ({ waitingFor, counts });

const scanned = (found: object) => ({ lastScan: { at: since, files: 5, durationMs: 1, ...found } });

test.each<[string, Changes, boolean, number, number | null]>([
  ['before the first scan ended', {}, false, 999_999, null],
  ['an empty folder', {}, true, 0, 0],
  ['everything sent', { counts: { sent: 4, renamed: 1, skipped: 2 } }, true, 0, 0],
  ['a file that settles', { counts: { settling: 1 } }, true, 59_999, null],
  ['a file that never settles', { counts: { settling: 1 } }, true, 90_000, 3],
  [
    'a file that never settles beside one that failed',
    { counts: { settling: 1, failed: 1 } },
    true,
    90_000,
    2,
  ],
  ['settled files that wait for their batch', { counts: { settled: 1 } }, true, 999_999, null],
  ['an upload that takes hours', { counts: { sending: 1 } }, true, 999_999, null],
  ['sent files that are still to be moved', { counts: { sent: 4 }, isMoving: true }, true, 999_999, null],
  ['a file that failed', { counts: { sent: 1, failed: 1 } }, true, 0, 2],
  [
    'everything sent, as the last scan saw it',
    scanned({ temporary: 0, overdue: 0, unreadable: 0 }),
    true,
    0,
    0,
  ],
  ['a folder that could not be read', { ...scanned({ unreadable: 1 }), counts: { sent: 4 } }, true, 0, 2],
  ['a file with a fresh temporary name', scanned({ temporary: 1, overdue: 0 }), true, 0, 3],
  [
    'a file that has kept a temporary name: it is not waited for',
    { ...scanned({ temporary: 1, overdue: 1 }), counts: { settling: 1 } },
    true,
    0,
    2,
  ],
  [
    'a file that settles beside one that has kept a temporary name',
    { ...scanned({ temporary: 1, overdue: 1 }), counts: { settling: 2 } },
    true,
    59_999,
    null,
  ],
  ['unreadable and temporary', scanned({ temporary: 1, overdue: 0, unreadable: 1 }), true, 0, 2],
  ['a file that needs review', { counts: { held: 1 } }, true, 0, 2],
  ['a broken rule', { state: 'broken' }, false, 0, 1],
  ['a refused key', waits({ kind: 'key', since }), false, 0, 4],
  [
    'an upload that needs review',
    waits({ kind: 'upload', uploadId: uploadId.parse(7), failure: null }),
    true,
    0,
    1,
  ],
  ['a share that is away', waits({ kind: 'folder', reason: { kind: 'missing' }, since }), false, 0, 3],
  [
    'a data folder that is read-only by now, before the first scan ended',
    waits({ kind: 'store', failure: { code: 'store-read-only', path: '/data' }, since }, { settling: 1 }),
    false,
    0,
    3,
  ],
  ['a full disk', waits({ kind: 'disk-full', since }), true, 0, 3],
  ['a platform that is busy', waits({ kind: 'platform', reason: null, since }), true, 59_999, null],
  [
    'a platform that is away, nothing begun',
    waits({ kind: 'platform', reason: null, since }),
    true,
    60_000,
    5,
  ],
  [
    'a platform that is away amid an upload',
    waits({ kind: 'platform', reason: null, since }, { sending: 1 }),
    true,
    60_000,
    3,
  ],
  ['files outside their hours', waits({ kind: 'schedule', until: since }, { settled: 1 }), true, 0, 3],
  [
    'files that settle outside their hours',
    waits({ kind: 'schedule', until: since }, { settling: 1 }),
    true,
    0,
    null,
  ],
])('%s', (_what, changes, isScanned, unchangedMs, expected) => {
  expect(exitCode(changes, isScanned, unchangedMs)).toBe(expected);
});

test.each<[Changes]>([
  [{ counts: { failed: 1 } }],
  [{ counts: { held: 1 } }],
  [scanned({ unreadable: 1 })],
  [scanned({ temporary: 1, overdue: 1 })],
])('where nothing more happens, it ends as --status does: %j', (changes) => {
  expect(exitCode(changes)).toBe(exitCodeOf(outcomesOfHealth[watchHealth(watchedFolder(changes))]));
});

test('of several rules, all have to be done, and the worst decides', () => {
  const done = { view: watchedFolder(), isScanned: true, unchangedMs: 0 };
  const failed = { ...done, view: watchedFolder({ counts: { failed: 1 } }) };
  const pending = { ...done, isScanned: false };
  expect(codeOf([done, failed])).toBe(2);
  expect(codeOf([failed, done])).toBe(2);
  expect(codeOf([failed, pending])).toBe(null);
});

test('what earlier uploads left is named with the command that helps: a retry for what failed, a decision for the rest', () => {
  const { earlierProblems } = service;
  expect(earlierProblems('Inbox', { failed: 0, held: 0 }, true)).toEqual([]);
  const [failed, held, ...more] = earlierProblems('Inbox', { failed: 1, held: 2 }, false);
  expect(failed).toMatch(/^Inbox: 1 file of earlier uploads failed\. .*--retry-failed/);
  expect(held).toMatch(
    /^Inbox: 2 files need review\. .*--needs-review retry to upload, or --needs-review skip; with --review-only GLOB, only those that match/,
  );
  expect([held, more]).toEqual([expect.not.stringContaining('--retry-failed'), []]);
  expect(earlierProblems('Inbox', { failed: 0, held: 1 }, true)).toEqual([
    expect.stringContaining('Copies that wait because of sameContent'),
  ]);
});
