/** Which folders a folder or file is in. The same folder may be reached by several paths, so the disk is asked too. */
import { relative, resolve, sep } from 'node:path';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { decodeRaw } from '../types/source-path.ts';
import { upwards } from './enclosing-source.ts';
import type { SourceReader } from './source-reader.ts';

export interface FolderAbove {
  /** Its path, or its device and file ID. */
  readonly key: string;
  /** From there to the folder or file that was asked about, with '/'; '' for that itself. */
  readonly below: string;
}

/** A share that doesn't answer is compared by its path alone. */
const patienceMs = 5_000;

/** An absolute path, and every folder above it. */
export function foldersAbove(path: string): readonly FolderAbove[] {
  return upwards(path).map((key) => ({ key, below: relative(key, path).replaceAll(sep, '/') }));
}

/** As `foldersAbove`, by device and file ID, with links followed. Empty where the disk doesn't answer. */
export async function foldersAboveOnDisk(
  path: string,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<readonly FolderAbove[]> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  const root = resolve(path);
  try {
    const real = await sources.realpath({ root, path: root }, stop);
    return await Promise.all(
      upwards(real).map(async (folder): Promise<FolderAbove> => {
        const at = { root, path: Buffer.from(folder, 'latin1') };
        const key = await sources.keyOf(at, stop);
        return { key, below: decodeRaw(relative(folder, real).replaceAll(sep, '/')).text };
      }),
    );
  } catch (error) {
    errnoOf(error);
    return [];
  }
}

/** The keys of the folder or file itself. */
export function ownKeys(folders: readonly FolderAbove[]): ReadonlySet<string> {
  return new Set(folders.flatMap(({ key, below }) => (below === '' ? [key] : [])));
}
