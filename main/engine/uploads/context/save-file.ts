import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { type Failed, failure, type Result } from '../../../../preload/contract/failures/failure.ts';
import { findEnclosingSource } from '../../sources/enclosing-source.ts';
import { ReaderPool } from '../../sources/reader-pool.ts';
import { SourceReader } from '../../sources/source-reader.ts';
import {
  checkTarget,
  removeAbandoned,
  type WriteFileOptions,
  writeFileAtomically,
} from '../../store/files/atomic-file.ts';
import { refuseOwnFile } from '../../store/files/data-folder.ts';
import { openReadOnly } from '../../store/open.ts';
import { createRepositories, type Repositories } from '../../store/repositories.ts';
import { type FileIdentity, fileIdentity } from '../../types/source-path.ts';
import type { EngineContext } from './engine-context.ts';

const answerMs = 2_000;

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
  const enclosing = await findEnclosingSource(path, uploadedSources(stores), sources);
  if (enclosing !== null) return failure('output-in-source', { path, ...enclosing });
  const replaced = await stat(path, { bigint: true }).catch(() => null);
  const isFollowed = (identity: FileIdentity) => stores.some(({ items }) => items.hasFollowed(identity));
  if (replaced?.isFile() === true && isFollowed(fileIdentity(replaced)))
    return failure('output-in-source', { path, source: path, same: true });
  return writeBesideStores(path, write, options);
}

/** The first of these folders that can be read and isn't below a source, so that a file can be saved in it; null if none is. */
export async function findSaveFolder(
  { repositories, earlier, sources }: Pick<EngineContext, 'repositories' | 'earlier' | 'sources'>,
  folders: readonly string[],
): Promise<string | null> {
  const uploaded = uploadedSources([repositories, earlier]);
  for (const folder of folders) {
    // A share that doesn't answer would hold back the dialog.
    const found = await sources
      .stat({ root: folder, path: folder }, AbortSignal.timeout(answerMs))
      .catch(() => null);
    if (found?.kind !== 'folder') continue;
    if ((await findEnclosingSource(folder, uploaded, sources)) === null) return folder;
  }
  return null;
}

const uploadedSources = (stores: readonly Pick<Repositories, 'uploads'>[]): readonly string[] => [
  ...new Set(stores.flatMap(({ uploads }) => uploads.allSources())),
];

/** Before anything is written: why a person's file can't have this name, also where an earlier one is replaced. */
export async function checkNewFile(path: string): Promise<Failed | null> {
  return refuseOwnFile(path) ?? (await checkTarget(path, true));
}

/** Where there is no store of uploads to ask. Fails with write-failed for a file that Lading keeps itself. */
async function writeBesideStores<T>(
  path: string,
  write: (file: Writable) => Promise<Result<T>>,
  options?: WriteFileOptions,
): Promise<Result<T>> {
  const own = refuseOwnFile(path);
  if (own !== null) return own;
  const written = await writeFileAtomically(path, write, options);
  // The file is there, whatever else can't be removed.
  if (written.ok) await removeAbandoned(path).catch(() => undefined);
  return written;
}

/** As `saveFile`, beside the engine that has the store. */
export async function saveFileBeside<T>(
  stateDir: string,
  path: string,
  write: (file: Writable) => Promise<Result<T>>,
  options?: WriteFileOptions,
): Promise<Result<T>> {
  const opened = openReadOnly(stateDir);
  if (!opened.ok) return opened;
  const db = opened.value;
  // Without a store nothing was uploaded.
  if (db === null) return writeBesideStores(path, write, options);
  const readers = new ReaderPool();
  try {
    const repositories = createRepositories(db);
    const sources = new SourceReader(readers);
    return await saveFile({ repositories, earlier: repositories, sources }, path, write, options);
  } finally {
    await readers.close();
    db.close();
  }
}
