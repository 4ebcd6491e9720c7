import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { failure, type Result } from '../../../../preload/contract/failures/failure.ts';
import { findEnclosingSource } from '../../sources/enclosing-source.ts';
import { type WriteFileOptions, writeFileAtomically } from '../../store/atomic-file.ts';
import { type FileIdentity, fileIdentity } from '../../types/source-path.ts';
import type { EngineContext } from './engine-context.ts';

/**
 * Writes a file that a person asked for, such as a receipt or a list. `write` must end the stream.
 *
 * Fails with output-in-source below a source of any upload of this store, finished or not: what was uploaded is compared
 * with its source later. A file that was found through a symbolic link isn't replaced either. Fails as `writeFileAtomically` does.
 */
export async function saveFile<T>(
  { repositories, earlier, sources }: Pick<EngineContext, 'repositories' | 'earlier' | 'sources'>,
  path: string,
  write: (file: Writable) => Promise<Result<T>>,
  options?: WriteFileOptions,
): Promise<Result<T>> {
  const stores = [repositories, earlier];
  const uploaded = [...new Set(stores.flatMap(({ uploads }) => uploads.allSources()))];
  const enclosing = await findEnclosingSource(path, uploaded, sources);
  if (enclosing !== null) return failure('output-in-source', { path, ...enclosing });
  const replaced = await stat(path, { bigint: true }).catch(() => null);
  const isFollowed = (identity: FileIdentity) => stores.some(({ items }) => items.hasFollowed(identity));
  if (replaced?.isFile() === true && isFollowed(fileIdentity(replaced)))
    return failure('output-in-source', { path, source: path, same: true });
  return writeFileAtomically(path, write, options);
}
