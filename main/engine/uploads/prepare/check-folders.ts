/** Folders that Lading would write to, before it does. They must not be sources. */
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { findEnclosingSource } from '../../sources/enclosing-source.ts';
import { ReaderPool } from '../../sources/reader-pool.ts';
import { SourceReader } from '../../sources/source-reader.ts';
import { ownPaths } from '../../store/files/data-folder.ts';
import { checkNewFile } from '../context/save-file.ts';

/**
 * Lading would upload its own store while it changes. Fails with state-in-source or source-in-state. Call it before the store
 * is opened, which writes to the folder.
 */
export function checkStateFolder(stateDir: string, sources: readonly string[]): Promise<Result<undefined>> {
  return withReader((reader) => refuseOwnFiles(stateDir, sources, reader));
}

export async function refuseOwnFiles(
  stateDir: string,
  sources: readonly string[],
  reader: SourceReader,
): Promise<Result<undefined>> {
  const enclosing = await findEnclosingSource(stateDir, sources, reader);
  if (enclosing !== null) return failure('state-in-source', { path: stateDir, source: enclosing.source });
  const own = ownPaths(stateDir);
  for (const source of sources) {
    const found = await findEnclosingSource(source, own, reader);
    if (found !== null) return failure('source-in-state', { path: source, own: found.source });
  }
  return success(undefined);
}

/** A folder or a file that a person named to write to. Fails with output-in-source. */
export function checkOutputFolder(path: string, sources: readonly string[]): Promise<Result<undefined>> {
  return withReader(async (reader) => {
    const enclosing = await findEnclosingSource(path, sources, reader);
    return enclosing === null ? success(undefined) : failure('output-in-source', { path, ...enclosing });
  });
}

/**
 * A file that a person named to write after work, before that work: what refuses it later refuses it now. Fails as
 * `checkOutputFolder`, and with write-failed.
 */
export async function checkOutputFile(path: string, sources: readonly string[]): Promise<Result<undefined>> {
  const outside = await checkOutputFolder(path, sources);
  return outside.ok ? ((await checkNewFile(path)) ?? outside) : outside;
}

async function withReader<T>(work: (reader: SourceReader) => Promise<T>): Promise<T> {
  const readers = new ReaderPool();
  try {
    return await work(new SourceReader(readers));
  } finally {
    await readers.close();
  }
}
