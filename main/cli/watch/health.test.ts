import { expect, test } from 'vitest';
import { failure } from '../../../preload/contract/failures/failure.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { watchedFolder } from '../../../test/fixtures/watched-folder.ts';
import { exitCodeOf } from '../exit-code.ts';
import { outcomesOfHealth } from '../outcome.ts';
import { status as statusWords } from '../words/watch.ts';
import { pendingTime, type ServiceHealth, type ServiceStatus, serviceHealth } from './health.ts';

const since = '2026-11-22T02:00:00.000Z';
const nowMs = Date.parse(since);

function status(rules: readonly WatchedFolderView[], changes: Partial<ServiceStatus> = {}): ServiceStatus {
  return {
    format: 1,
    state: 'running',
    pid: 7,
    version: '1',
    server: 'https://review.example.com/',
    config: '/etc/lading/watch.json',
    limits: null,
    startedAt: since,
    updatedAt: since,
    waitingFor: null,
    refused: [],
    rules: [...rules],
    found: [],
    uploads: [],
    ...changes,
  };
}

const health = (given: ServiceStatus | null, now = nowMs, alive = true) =>
  serviceHealth(given, now, () => alive);
const withoutPasswords = {
  rule: 'Inbox',
  ...failure('password-file-unreadable', { path: '/keys.txt', errno: 'ENOENT' }),
};
const key = watchedFolder({ waitingFor: { kind: 'key', since } });
const failed = watchedFolder({ counts: { failed: 1 } });
const broken = watchedFolder({ state: 'broken' });
const away = watchedFolder({ waitingFor: { kind: 'folder', reason: { kind: 'missing' }, since } });
const scanned = (found: object) =>
  watchedFolder({ lastScan: { at: since, files: 5, durationMs: 1, ...found } });
const night = watchedFolder({ waitingFor: { kind: 'schedule', until: since } });

test.each<[string, ServiceHealth, number, ServiceStatus | null, number?, boolean?]>([
  ['every rule at work', 'healthy', 0, status([watchedFolder(), night])],
  ['a share that is away', 'waiting', 3, status([watchedFolder(), away])],
  [
    'a platform that is away since the start',
    'waiting',
    3,
    status([], { waitingFor: { kind: 'platform', reason: null, since } }),
  ],
  ['a rule that is paused', 'paused', 3, status([watchedFolder(), watchedFolder({ state: 'paused' }), away])],
  ['files that failed', 'failures', 2, status([away, failed])],
  ['files that need review', 'failures', 2, status([watchedFolder({ counts: { held: 1 } })])],
  ['a folder that cannot be read', 'not-taken', 2, status([watchedFolder(), scanned({ unreadable: 1 })])],
  [
    'a file that keeps a temporary name',
    'not-taken',
    2,
    status([away, scanned({ temporary: 2, overdue: 1 })]),
  ],
  [
    'a file that is being written',
    'healthy',
    0,
    status([scanned({ temporary: 2, overdue: 0, unreadable: 0 })]),
  ],
  ['a refused key', 'key-refused', 4, status([failed, key])],
  [
    'a key that was refused at the start',
    'key-refused',
    4,
    status([], { waitingFor: { kind: 'key', since } }),
  ],
  ['a refused key, beside a broken rule', 'key-refused', 4, status([broken, key])],
  ['a broken rule', 'broken', 1, status([failed, broken])],
  [
    'a rule whose password file is missing at the start',
    'waiting',
    3,
    status([], { refused: [withoutPasswords] }),
  ],
  [
    'a rule that was refused',
    'broken',
    1,
    status([], { refused: [{ rule: 'Inbox', failure: { code: 'path-missing', path: '/x' } }] }),
  ],
  ['no file', 'not-running', 1, null],
  ['a clean stop', 'not-running', 1, status([], { state: 'stopped' })],
  ['a kill', 'not-running', 1, status([]), nowMs, false],
  ['a process that hangs', 'not-responding', 1, status([]), nowMs + 60_001],
  ['a clock that was set back', 'healthy', 0, status([]), nowMs - 3_600_000],
])('%s is %s, exit code %i', (_what, expected, code, given, now, alive) => {
  expect(health(given, now, alive)).toBe(expected);
  expect(exitCodeOf(outcomesOfHealth[expected])).toBe(code);
});

test('says how long sending takes: of what waits as it was forecast, of what is being sent as its upload measures it', () => {
  const bound = { kind: 'bandwidth-limit', bytesPerSecond: 50e6, isScheduled: false } as const;
  const waits = {
    measurements: 3,
    times: [{ low: 3600, likely: 3900, high: 4200, bound, lineBytesPerSecond: 2e8 }],
  };
  const folder = watchedFolder({
    time: { ...waits, at: since },
    uploadId: 4,
    counts: { settled: 2, sending: 5 },
  });
  const sending = { ...folder, counts: { ...folder.counts, settled: 0 } };
  const left = { low: 600, likely: 660, high: 720, bound: { kind: 'line' } } as const;
  const given = status([folder], { uploads: [{ uploadId: 4, left, at: since }] });
  const clock = { nowMs: nowMs + 60_000, timeZone: 'UTC' };
  const shown = (view: WatchedFolderView, found = given) =>
    statusWords.rule(view, pendingTime(found, view, clock))[1]?.trim();
  expect(shown(folder)).toBe('Time to send: 1 h to 1 h 10 min, until about 03:10 UTC (limit 50 MB/s)');
  expect(shown(sending)).toBe('Time to send: 9 to 15 min left, until about 02:15 UTC');
  expect(shown(sending, status([sending]))).toMatch(/^Time to send: .*limit/);
  expect(shown({ ...sending, time: null }, status([]))).toBeUndefined();
});
