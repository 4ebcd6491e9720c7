/** What main knows about watched folders: what the tray shows, and when a person has to hear of one. */
import { isHeldUp, needsPerson, waitHealth } from '../../preload/contract/watch/watch-text.ts';
import type { WatchedFolderView } from '../../preload/contract/watch/watched-folder.ts';
import type { EngineEvent } from '../engine/index.ts';

export interface WatchActivity {
  /** How many folders are watched. */
  readonly active: number;
  readonly needPerson: number;
  /** How many of the others wait for their folder, the platform, or space: not those that wait for their hours. */
  readonly waiting: number;
}

/** Why a watched folder needs attention. Names no file. */
export type WatchAlert = 'broken' | 'key-refused' | 'disk-full' | 'store-refuses' | 'folder-away';

export interface RaisedAlert {
  readonly ruleName: string;
  readonly alert: WatchAlert;
}

export interface WatchTracker {
  readonly activity: WatchActivity;
  all(): readonly WatchedFolderView[];
  /** Replaces everything with the engine's list, and tells nobody: an empty one after it has ended. */
  reset(folders: readonly WatchedFolderView[]): void;
  handleEvent(event: EngineEvent): void;
  stop(): void;
}

export interface WatchTrackerOptions {
  readonly onActivity: (activity: WatchActivity) => void;
  /** Several at once, where several folders have the same trouble. */
  readonly onAlerts: (alerts: readonly RaisedAlert[]) => void;
  /** The connection has to ask for another key. */
  readonly onKeyRefused: (connectionId: string) => void;
  /** How long a folder may be away before an alert is raised. */
  readonly awayMs?: number;
  /** How long alerts are collected. */
  readonly collectMs?: number;
}

/** A key that some calls accept and others refuse isn't checked all the time. */
const recheckMs = 60_000;

/** A share is back after a restart of its server, or of the network. */
const defaultAwayMs = 15 * 60_000;

export function createWatchTracker({
  onActivity,
  onAlerts,
  onKeyRefused,
  awayMs = defaultAwayMs,
  collectMs = 3_000,
}: WatchTrackerOptions): WatchTracker {
  const folders = new Map<number, WatchedFolderView>();
  /** What a person was told last of each folder, and still holds. */
  const raised = new Map<number, WatchAlert>();
  const awayTimers = new Map<number, NodeJS.Timeout>();
  const checkedAtMs = new Map<string, number>();
  const refusedConnections = new Set<string>();
  let collected: RaisedAlert[] = [];
  let collecting: NodeJS.Timeout | null = null;
  let activity: WatchActivity = { active: 0, needPerson: 0, waiting: 0 };

  function publish(): void {
    const all = [...folders.values()];
    const next = {
      active: all.filter(({ state }) => state === 'active').length,
      needPerson: all.filter(needsPerson).length,
      waiting: all.filter((folder) => isHeldUp(folder) && !needsPerson(folder)).length,
    };
    if (
      next.active === activity.active &&
      next.needPerson === activity.needPerson &&
      next.waiting === activity.waiting
    )
      return;
    activity = next;
    onActivity(next);
  }

  function raise(folder: WatchedFolderView, alert: WatchAlert): void {
    if (raised.get(folder.id) === alert) return;
    raised.set(folder.id, alert);
    collected.push({ ruleName: folder.rule.name, alert });
    if (alert === 'key-refused' && folder.connectionId !== null) refusedConnections.add(folder.connectionId);
    collecting ??= setTimeout(() => {
      collecting = null;
      const alerts = collected;
      collected = [];
      onAlerts(alerts);
      checkConnections();
    }, collectMs).unref();
  }

  function checkConnections(): void {
    const nowMs = performance.now();
    for (const connectionId of refusedConnections) {
      if (nowMs - (checkedAtMs.get(connectionId) ?? Number.NEGATIVE_INFINITY) < recheckMs) continue;
      checkedAtMs.set(connectionId, nowMs);
      onKeyRefused(connectionId);
    }
    refusedConnections.clear();
  }

  function clearAway(ruleId: number): void {
    clearTimeout(awayTimers.get(ruleId));
    awayTimers.delete(ruleId);
  }

  function handleChange(folder: WatchedFolderView): void {
    folders.set(folder.id, folder);
    const alert = alertOf(folder);
    if (alert !== 'folder-away') clearAway(folder.id);
    if (alert === null) raised.delete(folder.id);
    else if (alert !== 'folder-away') raise(folder, alert);
    else if (!awayTimers.has(folder.id)) {
      const timer = setTimeout(() => {
        const latest = folders.get(folder.id);
        if (latest !== undefined && alertOf(latest) === 'folder-away') raise(latest, 'folder-away');
      }, awayMs).unref();
      awayTimers.set(folder.id, timer);
    }
    publish();
  }

  return {
    get activity() {
      return activity;
    },
    all: () => [...folders.values()],
    reset(found) {
      for (const ruleId of awayTimers.keys()) clearAway(ruleId);
      folders.clear();
      for (const folder of found) {
        folders.set(folder.id, folder);
        const alert = alertOf(folder);
        if (alert !== null && alert !== 'folder-away') raised.set(folder.id, alert);
      }
      publish();
    },
    handleEvent(event) {
      if (event.event === 'watch.changed') handleChange(event.data);
      if (event.event !== 'watch.removed') return;
      folders.delete(event.data.ruleId);
      raised.delete(event.data.ruleId);
      clearAway(event.data.ruleId);
      publish();
    },
    stop() {
      for (const ruleId of awayTimers.keys()) clearAway(ruleId);
      if (collecting !== null) clearTimeout(collecting);
    },
  };
}

/** Returns null while all is well, or while what it waits for is elsewhere and passes. */
function alertOf({ state, waitingFor }: WatchedFolderView): WatchAlert | null {
  if (state === 'broken') return 'broken';
  if (state !== 'active') return null;
  const health = waitHealth(waitingFor);
  if (health === 'broken' || health === 'key-refused') return health;
  switch (waitingFor?.kind) {
    case 'store':
      return 'store-refuses';
    case 'disk-full':
      return 'disk-full';
    case 'folder':
      return 'folder-away';
    default:
      return null;
  }
}
