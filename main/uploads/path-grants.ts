/**
 * Paths that a person chose in a dialog or dropped, and the sample matter. The window has an ID for each and can never
 * name a path of its own. A grant ends when its upload starts, when the window loads again, and after some hours.
 */
import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { SourceView } from '../../preload/contract/views.ts';

export interface PathGrants {
  grant(paths: readonly string[]): Promise<Result<SourceView[]>>;
  resolve(sourceIds: readonly string[]): Result<string[]>;
  /** They serve this draft from now on: the person may go back in it, change something, and scan again. */
  bind(sourceIds: readonly string[], uploadId: number): void;
  /** The draft was started. */
  revokeOf(uploadId: number): void;
  /** The page that was given the IDs is gone. */
  revokeAll(): void;
}

interface Grant {
  readonly path: string;
  readonly grantedAtMs: number;
  readonly uploadId: number | null;
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
    async grant(paths) {
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
        grants.set(sourceId, { path, grantedAtMs: nowMs(), uploadId: null });
      }
      endOldGrants();
      return success(sources);
    },
    resolve(sourceIds) {
      endOldGrants();
      const paths: string[] = [];
      for (const id of sourceIds) {
        const grant = grants.get(id);
        if (grant === undefined) return failure('source-not-granted');
        paths.push(grant.path);
      }
      return success(paths);
    },
    bind(sourceIds, uploadId) {
      for (const id of sourceIds) {
        const grant = grants.get(id);
        if (grant !== undefined) grants.set(id, { ...grant, uploadId });
      }
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
