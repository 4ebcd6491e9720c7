import { dirname } from 'node:path';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { SourceView } from '../../../preload/contract/views/views.ts';
import type { SourceReader } from '../sources/source-reader.ts';

/** What a person chose. Fails with path-missing, path-unreadable or path-not-a-file for the first that can't be a source. */
export async function sourceKinds(
  paths: readonly string[],
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<SourceView['kind'][]>> {
  const kinds: SourceView['kind'][] = [];
  for (const path of paths) {
    try {
      const { kind } = await sources.stat({ root: dirname(path), path }, signal);
      if (kind !== 'folder' && kind !== 'file')
        return failure('path-not-a-file', { path, found: 'special-file' });
      kinds.push(kind);
    } catch (error) {
      const errno = errnoOf(error);
      return errno === 'ENOENT'
        ? failure('path-missing', { path })
        : failure('path-unreadable', { path, errno });
    }
  }
  return success(kinds);
}
