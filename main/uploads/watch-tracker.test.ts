import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadId, watchRuleId } from '../../preload/contract/views/ids.ts';
import type { WatchedFolderView, WatchWait } from '../../preload/contract/watch/watched-folder.ts';
import { watchedFolder } from '../../test/fixtures/watched-folder.ts';
import { createWatchTracker, type RaisedAlert, type WatchActivity } from './watch-tracker.ts';

const since = '2026-11-14T02:11:00.000Z';
const awayMs = 900_000;
const collectMs = 3_000;

function createTracker() {
  const alerts: (readonly RaisedAlert[])[] = [];
  const activities: WatchActivity[] = [];
  const refused: string[] = [];
  const tracker = createWatchTracker({
    onActivity: (activity) => activities.push(activity),
    onAlerts: (raised) => alerts.push(raised),
    onKeyRefused: (connectionId) => refused.push(connectionId),
    awayMs,
    collectMs,
  });
  const change = (given: Partial<WatchedFolderView>) => {
    const id = given.id ?? 1;
    tracker.handleEvent({ event: 'watch.changed', data: watchedFolder({ ...given, id }, `Rule ${id}`) });
  };
  return { tracker, alerts, activities, refused, change };
}

const away = { waitingFor: { kind: 'folder', reason: { kind: 'missing' }, since } } as const;
const key = { waitingFor: { kind: 'key', since } } as const;

describe('a person hears of watched folders', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('once for all that happens together', () => {
    const { alerts, change } = createTracker();
    change(key);
    change({ id: watchRuleId.parse(2), ...key });
    change({ id: watchRuleId.parse(3), state: 'broken' });
    vi.advanceTimersByTime(collectMs);
    expect(alerts).toEqual([
      [
        { ruleName: 'Rule 1', alert: 'key-refused' },
        { ruleName: 'Rule 2', alert: 'key-refused' },
        { ruleName: 'Rule 3', alert: 'broken' },
      ],
    ]);
  });

  it.each<[RaisedAlert['alert'], WatchWait]>([
    ['store-refuses', { kind: 'store', failure: { code: 'store-read-only', path: '/data' }, since }],
    ['broken', { kind: 'store', failure: { code: 'bug', where: 'watch' }, since }],
    ['broken', { kind: 'upload', uploadId: uploadId.parse(7), failure: null }],
  ])('as %s, by the health of what it waits for: %j', (alert, waitingFor) => {
    const { alerts, change } = createTracker();
    change({ waitingFor });
    vi.advanceTimersByTime(collectMs);
    expect(alerts).toEqual([[{ ruleName: 'Rule 1', alert }]]);
  });

  it('and the connection of a refused key asks for another, at most once a minute', () => {
    const { refused, change } = createTracker();
    for (const id of [1, 2]) change({ id: watchRuleId.parse(id), connectionId: 'c', ...key });
    change({ id: watchRuleId.parse(3), connectionId: 'd', state: 'broken' });
    vi.advanceTimersByTime(collectMs);
    expect(refused).toEqual(['c']);
    const refuseAgain = () => {
      change({ connectionId: 'c' });
      change({ connectionId: 'c', ...key });
      vi.advanceTimersByTime(collectMs);
    };
    refuseAgain();
    expect(refused).toEqual(['c']);
    vi.advanceTimersByTime(60_000);
    refuseAgain();
    expect(refused).toEqual(['c', 'c']);
  });

  it('not again while the same trouble lasts, and again when it comes back', () => {
    const { alerts, change } = createTracker();
    change(key);
    vi.advanceTimersByTime(collectMs);
    change({ ...key, lastTakenAt: since });
    vi.advanceTimersByTime(collectMs);
    expect(alerts).toHaveLength(1);
    change({});
    change(key);
    vi.advanceTimersByTime(collectMs);
    expect(alerts).toHaveLength(2);
  });

  it('of a folder that is away only if it stays away', () => {
    const { alerts, change } = createTracker();
    change(away);
    vi.advanceTimersByTime(awayMs - 1);
    change({});
    vi.advanceTimersByTime(awayMs);
    expect(alerts).toEqual([]);
    change(away);
    vi.advanceTimersByTime(awayMs - 1);
    // Another event about it doesn't start the time again.
    change({ ...away, lastTakenAt: since });
    vi.advanceTimersByTime(1 + collectMs);
    expect(alerts).toEqual([[{ ruleName: 'Rule 1', alert: 'folder-away' }]]);
  });

  it('not of what waits for its hours, for the platform, or was paused', () => {
    const { alerts, change } = createTracker();
    change({ waitingFor: { kind: 'schedule', until: since } });
    change({ waitingFor: { kind: 'platform', reason: null, since } });
    change({ state: 'paused', ...key });
    vi.advanceTimersByTime(awayMs + collectMs);
    expect(alerts).toEqual([]);
  });

  it('not of trouble that was there when Lading started', () => {
    const { alerts, tracker, change } = createTracker();
    tracker.reset([watchedFolder({ state: 'broken' })]);
    change({ state: 'broken' });
    vi.advanceTimersByTime(collectMs);
    expect(alerts).toEqual([]);
  });

  it('not of a folder that was removed', () => {
    const { alerts, tracker, change } = createTracker();
    change(away);
    tracker.handleEvent({ event: 'watch.removed', data: { ruleId: watchRuleId.parse(1) } });
    vi.advanceTimersByTime(awayMs + collectMs);
    expect(alerts).toEqual([]);
  });
});

describe('main knows', () => {
  it('how many folders are watched, wait, and need a person', () => {
    const { activities, tracker, change } = createTracker();
    tracker.reset([watchedFolder(), watchedFolder({ id: 2, state: 'paused' })]);
    change({ counts: { ...watchedFolder().counts, failed: 2 } });
    change({ counts: { ...watchedFolder().counts, failed: 3 } });
    change({ id: watchRuleId.parse(3), ...away });
    change({ id: watchRuleId.parse(4), waitingFor: { kind: 'schedule', until: since } });
    tracker.reset([]);
    expect(activities).toEqual([
      { active: 1, needPerson: 0, waiting: 0 },
      { active: 1, needPerson: 1, waiting: 0 },
      { active: 2, needPerson: 1, waiting: 1 },
      { active: 3, needPerson: 1, waiting: 1 },
      { active: 0, needPerson: 0, waiting: 0 },
    ]);
  });
});
