/**
 * Paths that a person chose in a dialog or dropped, and the sample matter. The window has an ID for each, for one purpose, and can
 * never name a path of its own. A grant ends when its upload starts, when the window loads again, and after some hours.
 */
import { randomUUID } from 'node:crypto';
import {
  Granted,
  type PathPurpose,
  type SavePlace,
  type SavePurpose,
  savePurposes,
} from '../../preload/contract/calls/paths.ts';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { SourceView } from '../../preload/contract/views/views.ts';

export interface PathGrants {
  grant(purpose: PathPurpose, paths: readonly string[]): Promise<Result<SourceView[]>>;
  /** A place to save that a person chose. */
  grantPlace(purpose: SavePurpose, path: string): SavePlace;
  /** The argument of a call with the path of each grant. A place to save is granted once. Fails with source-not-granted. */
  withPaths(argument: unknown): Result<unknown>;
  /** They serve this draft from now on: the person may go back in it, change something, and scan again. */
  bind(sources: readonly string[], uploadId: number): void;
  /** The draft was started. */
  revokeOf(uploadId: number): void;
  /** The page that was given the IDs is gone. */
  revokeAll(): void;
}

interface Grant {
  readonly path: string;
  readonly grantedAtMs: number;
  readonly uploadId: number | null;
  readonly purpose: PathPurpose;
}

/** A person may be called away while filling in a form, but not for days. */
export const grantLifetimeMs = 4 * 60 * 60 * 1000;
/** Far more than a person chooses for one upload. Beyond it, the oldest end. */
export const maxGrants = 5000;

/** `kindsOf` examines the paths outside of main, because a share that doesn't answer would block main's own files. */
export function createPathGrants(
  kindsOf: (paths: readonly string[]) => Promise<Result<SourceView['kind'][]>>,
  nowMs: () => number = () => performance.now(),
): PathGrants {
  /** In the order in which they were granted. */
  const grants = new Map<string, Grant>();
  let pageNumber = 0;

  function endOldGrants(): void {
    for (const [id, { grantedAtMs }] of grants) {
      const isExpired = nowMs() - grantedAtMs >= grantLifetimeMs;
      if (!isExpired && grants.size <= maxGrants) return;
      grants.delete(id);
    }
  }

  return {
    async grant(purpose, paths) {
      const grantedTo = pageNumber;
      const kinds = await kindsOf(paths);
      if (!kinds.ok) return kinds;
      // The page that asked was replaced while the paths were examined.
      if (grantedTo !== pageNumber) return failure('source-not-granted');
      const sources = kinds.value.flatMap((kind, index) => {
        const path = paths[index];
        return path === undefined ? [] : [{ sourceId: randomUUID(), path, kind }];
      });
      for (const { sourceId, path } of sources) {
        grants.set(sourceId, { path, grantedAtMs: nowMs(), uploadId: null, purpose });
      }
      endOldGrants();
      return success(sources);
    },
    grantPlace(purpose, path) {
      const id = randomUUID();
      grants.set(id, { path, grantedAtMs: nowMs(), uploadId: null, purpose });
      endOldGrants();
      return { id, path };
    },
    withPaths(argument) {
      endOldGrants();
      const refused: Granted[] = [];
      const places: string[] = [];
      const replaced = replaceGrants(argument, (granted) => {
        const grant = grants.get(granted.id);
        if (grant === undefined || !granted.purposes.includes(grant.purpose)) {
          refused.push(granted);
          return '';
        }
        if (isPlace(grant.purpose)) places.push(granted.id);
        return grant.path;
      });
      if (refused.length > 0) return failure('source-not-granted');
      for (const id of places) grants.delete(id);
      return success(replaced);
    },
    bind(sources, uploadId) {
      for (const [id, grant] of grants)
        if (sources.includes(grant.path) && !isPlace(grant.purpose)) grants.set(id, { ...grant, uploadId });
    },
    revokeOf(uploadId) {
      for (const [id, grant] of grants) if (grant.uploadId === uploadId) grants.delete(id);
    },
    revokeAll() {
      pageNumber += 1;
      grants.clear();
    },
  };
}

const isPlace = (purpose: PathPurpose): boolean => savePurposes.some((each) => each === purpose);

/** Arguments are parsed: plain objects and lists, and a `Granted` where the schema has one. */
function replaceGrants(value: unknown, pathOf: (granted: Granted) => string): unknown {
  if (value instanceof Granted) return pathOf(value);
  if (Array.isArray(value)) return value.map((each) => replaceGrants(each, pathOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceGrants(each, pathOf)]));
}
