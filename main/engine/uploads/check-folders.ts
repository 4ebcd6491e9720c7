/** Folders that Lading would write to, before it does. They must not be sources. */
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { findEnclosingSource } from '../sources/enclosing-source.ts';
import { ReaderPool } from '../sources/reader-pool.ts';
import { SourceReader } from '../sources/source-reader.ts';

/**
 * Lading would upload its own store while it changes. Fails with state-in-source. Call it before the store is opened,
 * which writes to the folder.
 */
export function checkStateFolder(stateDir: string, sources: readonly string[]): Promise<Result<undefined>> {
  return withReader((reader) => refuseStateInSource(stateDir, sources, reader));
}

export async function refuseStateInSource(
  stateDir: string,
  sources: readonly string[],
  reader: SourceReader,
): Promise<Result<undefined>> {
  const enclosing = await findEnclosingSource(stateDir, sources, reader);
  return enclosing === null
    ? success(undefined)
    : failure('state-in-source', { path: stateDir, source: enclosing.source });
}

/** A folder that a person named. Fails with output-in-source. */
export function checkOutputFolder(path: string, sources: readonly string[]): Promise<Result<undefined>> {
  return withReader(async (reader) => {
    const enclosing = await findEnclosingSource(path, sources, reader);
    return enclosing === null ? success(undefined) : failure('output-in-source', { path, ...enclosing });
  });
}

async function withReader<T>(work: (reader: SourceReader) => Promise<T>): Promise<T> {
  const readers = new ReaderPool();
  try {
    return await work(new SourceReader(readers));
  } finally {
    await readers.close();
  }
}
