/**
 * Paths that a person chose in a dialog or dropped, and the sample matter. The window has an id for each and can never
 * name a path of its own.
 */
import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { SourceView } from '../../preload/contract/views.ts';

export interface PathGrants {
  grant(paths: readonly string[]): Promise<Result<SourceView[]>>;
  resolve(sourceIds: readonly string[]): Result<string[]>;
}

/** `kindsOf` examines the paths outside of main, because a share that doesn't answer would block main's own files. */
export function createPathGrants(
  kindsOf: (paths: readonly string[]) => Promise<Result<SourceView['kind'][]>>,
): PathGrants {
  const granted = new Map<string, string>();
  return {
    async grant(paths) {
      const kinds = await kindsOf(paths);
      if (!kinds.ok) return kinds;
      return success(
        kinds.value.flatMap((kind, index) => {
          const path = paths[index];
          if (path === undefined) return [];
          const sourceId = randomUUID();
          granted.set(sourceId, path);
          return [{ sourceId, path, kind }];
        }),
      );
    },
    resolve(sourceIds) {
      const paths: string[] = [];
      for (const id of sourceIds) {
        const path = granted.get(id);
        if (path === undefined) return failure('source-not-granted');
        paths.push(path);
      }
      return success(paths);
    },
  };
}
