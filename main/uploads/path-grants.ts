/**
 * Paths that a person chose in a dialog or dropped, and the sample matter. The window has an id for each and can never
 * name a path of its own.
 */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { errnoOf } from '../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { SourceView } from '../../preload/contract/views.ts';

export interface PathGrants {
  grant(paths: readonly string[]): Promise<Result<SourceView[]>>;
  resolve(sourceIds: readonly string[]): Result<string[]>;
}

export function createPathGrants(): PathGrants {
  const granted = new Map<string, string>();
  return {
    async grant(paths) {
      const views: SourceView[] = [];
      for (const path of paths) {
        const kind = await kindOf(path);
        if (!kind.ok) return kind;
        const sourceId = randomUUID();
        granted.set(sourceId, path);
        views.push({ sourceId, path, kind: kind.value });
      }
      return success(views);
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

async function kindOf(path: string): Promise<Result<SourceView['kind']>> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return success('folder');
    if (stats.isFile()) return success('file');
    return failure('path-not-a-file', { path, found: 'special-file' });
  } catch (error) {
    const errno = errnoOf(error);
    return errno === 'ENOENT'
      ? failure('path-missing', { path })
      : failure('path-unreadable', { path, errno });
  }
}
