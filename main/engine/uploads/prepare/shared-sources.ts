/** Sources that another unfinished upload has too: their files would be sent twice. */

import type { SharedSources } from '../../../../preload/contract/calls/source-calls.ts';
import { overlaps } from '../../../../preload/contract/views/source-overlap.ts';
import { isUnfinished } from '../../../../preload/contract/views/upload-stage.ts';
import { type FolderAbove, foldersAboveOnDisk, ownKeys } from '../../sources/folders-above.ts';
import type { UploadId } from '../../types/ids.ts';
import type { EngineContext } from '../context/engine-context.ts';

/**
 * The unfinished uploads, drafts among them, that have one of these files or folders, or one inside or around it: by
 * their paths, and by device and file ID where the disk answers. `exceptId`: the upload itself, or the draft that is replaced.
 */
export async function findSharedSources(
  { repositories, sources: reader }: Pick<EngineContext, 'repositories' | 'sources'>,
  sources: readonly string[],
  exceptId: UploadId | null,
  signal: AbortSignal,
): Promise<SharedSources[]> {
  const others = repositories.uploads
    .all()
    .filter((upload) => upload.id !== exceptId && isUnfinished(upload));
  const paths = [...new Set([...sources, ...others.flatMap((other) => other.sources)])];
  const onDisk = new Map(
    others.length === 0
      ? []
      : await Promise.all(
          paths.map(async (path) => [path, await foldersAboveOnDisk(path, reader, signal)] as const),
        ),
  );
  const isShared = (one: string, other: string): boolean =>
    overlaps(one, other, process.platform) ||
    isInside(onDisk.get(one) ?? [], onDisk.get(other) ?? []) ||
    isInside(onDisk.get(other) ?? [], onDisk.get(one) ?? []);
  return others.flatMap((other) => {
    const shared = sources.filter((source) => other.sources.some((one) => isShared(source, one)));
    return shared.length === 0 ? [] : [{ uploadId: other.id, sources: shared }];
  });
}

function isInside(inner: readonly FolderAbove[], outer: readonly FolderAbove[]): boolean {
  const keys = ownKeys(outer);
  return inner.some(({ key }) => keys.has(key));
}
