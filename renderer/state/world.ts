import type { WindowEvent } from '../../preload/contract/index.ts';
import type { Snapshot, UploadView } from '../../preload/contract/views.ts';

type Progress = Snapshot['progress'][number];

/** What the window knows, as of one revision. Long lists are not here: they are asked for in pages. */
export interface World {
  readonly revision: number;
  readonly app: Snapshot['app'];
  readonly engine: Snapshot['engine'];
  readonly sandbox: Snapshot['sandbox'];
  readonly connections: Snapshot['connections'];
  readonly uploads: ReadonlyMap<number, UploadView>;
  /** Only of uploads that move. */
  readonly progress: ReadonlyMap<number, Progress>;
}

export interface Mirror {
  readonly world: World | null;
  /** Events that came before the snapshot they follow on, by revision. */
  readonly ahead: readonly WindowEvent[];
  /** An event is missing: nothing is applied until a new snapshot is in. */
  readonly needsSnapshot: boolean;
}

export const emptyMirror: Mirror = { world: null, ahead: [], needsSnapshot: true };

export function receive(mirror: Mirror, event: WindowEvent): Mirror {
  const { world } = mirror;
  if (world === null) return { ...mirror, ahead: [...mirror.ahead, event] };
  if (event.revision <= world.revision) return mirror;
  if (mirror.needsSnapshot || event.revision > world.revision + 1) {
    return { ...mirror, ahead: [...mirror.ahead, event], needsSnapshot: true };
  }
  return { ...mirror, world: apply(world, event) };
}

/** Takes a snapshot, then whatever came ahead of it; a hole among those asks for another snapshot. */
export function takeSnapshot(mirror: Mirror, snapshot: Snapshot): Mirror {
  const ahead = mirror.ahead
    .filter((event) => event.revision > snapshot.revision)
    .toSorted((a, b) => a.revision - b.revision);
  // A snapshot that was overtaken while it travelled must not take the window back in time.
  const older = mirror.world !== null && !mirror.needsSnapshot && mirror.world.revision >= snapshot.revision;
  if (older) return mirror;
  const start: Mirror = { world: worldOf(snapshot), ahead: [], needsSnapshot: false };
  return ahead.reduce(receive, start);
}

export function worldOf(snapshot: Snapshot): World {
  return {
    revision: snapshot.revision,
    app: snapshot.app,
    engine: snapshot.engine,
    sandbox: snapshot.sandbox,
    connections: snapshot.connections,
    uploads: new Map(snapshot.uploads.map((upload) => [upload.id, upload])),
    progress: new Map(snapshot.progress.filter(moves).map((each) => [each.uploadId, each])),
  };
}

function apply(before: World, event: WindowEvent): World {
  const world = { ...before, revision: event.revision };
  switch (event.name) {
    case 'app.changed':
      return { ...world, app: event.data };
    case 'engine.changed':
      return { ...world, engine: event.data };
    case 'sandbox.changed':
      return { ...world, sandbox: event.data };
    case 'connections.changed':
      return { ...world, connections: event.data };
    case 'upload.changed':
      return {
        ...world,
        uploads: with_(world.uploads, event.data.id, event.data),
        progress: moves(event.data) ? world.progress : without(world.progress, event.data.id),
      };
    case 'upload.removed':
      return {
        ...world,
        uploads: without(world.uploads, event.data.uploadId),
        progress: without(world.progress, event.data.uploadId),
      };
    case 'progress':
      return withProgress(world, event.data);
    case 'menu':
      return world;
  }
}

/** Progress carries the newest totals and state; the upload takes them over, so that no screen has to choose. */
function withProgress(world: World, progress: Progress): World {
  const upload = world.uploads.get(progress.uploadId);
  if (upload === undefined) return world;
  const { state, totals, acknowledgedBytes } = progress;
  return {
    ...world,
    uploads: with_(world.uploads, upload.id, { ...upload, state, totals, acknowledgedBytes }),
    progress: moves(progress)
      ? with_(world.progress, upload.id, progress)
      : without(world.progress, upload.id),
  };
}

function moves(of: { readonly state: UploadView['state'] }): boolean {
  return of.state === 'uploading' || of.state === 'scanning';
}

function with_<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value);
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
