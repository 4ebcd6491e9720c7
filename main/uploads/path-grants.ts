/** What a dialog, a drop or the practice handed out. The window holds an id and never names a path. */
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { SourceView } from '../../preload/contract/views.ts';

export interface Sources {
  add(paths: readonly string[]): Promise<Result<SourceView[]>>;
  paths(sourceIds: readonly string[]): Result<string[]>;
}

export function createSources(): Sources {
  const known = new Map<string, string>();
  return {
    async add(paths) {
      const views: SourceView[] = [];
      for (const path of paths) {
        const kind = await kindAt(path);
        if (!kind.ok) return kind;
        const sourceId = randomUUID();
        known.set(sourceId, path);
        views.push({ sourceId, path, kind: kind.value });
      }
      return success(views);
    },
    paths(sourceIds) {
      const paths: string[] = [];
      for (const id of sourceIds) {
        const path = known.get(id);
        if (path === undefined) {
          return failure('bad-input', 'A chosen folder or file is no longer known. Choose it again.');
        }
        paths.push(path);
      }
      return success(paths);
    },
  };
}

async function kindAt(path: string): Promise<Result<SourceView['kind']>> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return success('folder');
    if (found.isFile()) return success('file');
    return failure('path-not-a-file', `${path} is neither a file nor a folder.`, { path });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return code === 'ENOENT'
      ? failure('path-missing', `${path} is not there any more.`, { path })
      : failure('path-unreadable', `${path} cannot be read (${code}).`, { path });
  }
}
