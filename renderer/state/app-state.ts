import type { WindowEvent } from '../../preload/contract/index.ts';
import type { Snapshot, UploadView } from '../../preload/contract/views/views.ts';
import type { WatchedFolderView } from '../../preload/contract/watch/watched-folder.ts';

type Progress = Snapshot['progress'][number];

/** What the window knows, as of one revision. Long lists are not part of it: they are fetched in pages. */
export interface AppState {
  readonly revision: number;
  readonly app: Snapshot['app'];
  readonly engine: Snapshot['engine'];
  readonly sandbox: Snapshot['sandbox'];
  readonly connections: Snapshot['connections'];
  readonly uploads: ReadonlyMap<number, UploadView>;
  /** The progress of active uploads only. */
  readonly progress: ReadonlyMap<number, Progress>;
  readonly watchedFolders: ReadonlyMap<number, WatchedFolderView>;
}

export interface SyncState {
  readonly state: AppState | null;
  /** Events that arrived before the snapshot they build on. */
  readonly earlyEvents: readonly WindowEvent[];
  /** An event is missing, so nothing is applied until the next snapshot. */
  readonly needsSnapshot: boolean;
}

export const initialSyncState: SyncState = { state: null, earlyEvents: [], needsSnapshot: true };

export function receiveEvent(sync: SyncState, event: WindowEvent): SyncState {
  const { state } = sync;
  if (state === null) return { ...sync, earlyEvents: [...sync.earlyEvents, event] };
  if (event.revision <= state.revision) return sync;
  if (sync.needsSnapshot || event.revision > state.revision + 1) {
    return { ...sync, earlyEvents: [...sync.earlyEvents, event], needsSnapshot: true };
  }
  return { ...sync, state: applyEvent(state, event) };
}

/** Applies a snapshot, then the events that arrived before it. A gap between them requires another snapshot. */
export function receiveSnapshot(sync: SyncState, snapshot: Snapshot): SyncState {
  const pending = sync.earlyEvents
    .filter((event) => event.revision > snapshot.revision)
    .toSorted((a, b) => a.revision - b.revision);
  // A snapshot that events have overtaken must not move the window back in time.
  const isOutdated = sync.state !== null && !sync.needsSnapshot && sync.state.revision >= snapshot.revision;
  if (isOutdated) return sync;
  const start: SyncState = { state: appStateFrom(snapshot), earlyEvents: [], needsSnapshot: false };
  return pending.reduce(receiveEvent, start);
}

export function appStateFrom(snapshot: Snapshot): AppState {
  return {
    revision: snapshot.revision,
    app: snapshot.app,
    engine: snapshot.engine,
    sandbox: snapshot.sandbox,
    connections: snapshot.connections,
    uploads: new Map(snapshot.uploads.map((upload) => [upload.id, upload])),
    progress: new Map(snapshot.progress.filter(isActive).map((each) => [each.uploadId, each])),
    watchedFolders: new Map(snapshot.watchedFolders.map((folder) => [folder.id, folder])),
  };
}

function applyEvent(before: AppState, event: WindowEvent): AppState {
  const state = { ...before, revision: event.revision };
  switch (event.name) {
    case 'app.changed':
      return { ...state, app: event.data };
    case 'engine.changed':
      return { ...state, engine: event.data };
    case 'sandbox.changed':
      return { ...state, sandbox: event.data };
    case 'connections.changed':
      return { ...state, connections: event.data };
    case 'upload.changed':
      return {
        ...state,
        uploads: withEntry(state.uploads, event.data.id, event.data),
        // A scan that is under way says so again; one that was interrupted doesn't.
        progress:
          event.data.state === 'uploading' ? state.progress : withoutEntry(state.progress, event.data.id),
      };
    case 'upload.removed':
      return {
        ...state,
        uploads: withoutEntry(state.uploads, event.data.uploadId),
        progress: withoutEntry(state.progress, event.data.uploadId),
      };
    case 'progress':
      return withProgress(state, event.data);
    case 'watch.changed':
      return { ...state, watchedFolders: withEntry(state.watchedFolders, event.data.id, event.data) };
    case 'watch.removed':
      return { ...state, watchedFolders: withoutEntry(state.watchedFolders, event.data.ruleId) };
    case 'receipts.progress':
    case 'directories.progress':
    case 'menu':
      return state;
  }
}

/** Progress carries the newest totals and state. They are copied into the upload, so screens read them in one place. */
function withProgress(before: AppState, progress: Progress): AppState {
  const upload = before.uploads.get(progress.uploadId);
  if (upload === undefined) return before;
  const { state, totals, acknowledgedBytes } = progress;
  // What was found in files is counted with the whole upload; what failed since then is known here.
  const exceptions = { ...upload.exceptions, failed: totals.failed.items, held: totals.held.items };
  return {
    ...before,
    uploads: withEntry(before.uploads, upload.id, {
      ...upload,
      state,
      totals,
      acknowledgedBytes,
      exceptions,
    }),
    progress: isActive(progress)
      ? withEntry(before.progress, upload.id, progress)
      : withoutEntry(before.progress, upload.id),
  };
}

function isActive(of: { readonly state: UploadView['state'] }): boolean {
  return of.state === 'uploading' || of.state === 'scanning';
}

function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
