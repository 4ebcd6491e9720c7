import { errnoOf, isMissing } from '../../../preload/contract/failures/errno.ts';
import type { Failure } from '../../../preload/contract/failures/failure.ts';
import type { RootIdentity } from '../store/items/folder-repository.ts';
import type { Item } from '../store/items/item-repository.ts';
import { absolutePath, type FileIdentity, rawOf } from '../types/source-path.ts';
import { type FileChange, identityChange } from './file-version.ts';
import { NotAFileError, noAnswerCode } from './reader-protocol.ts';
import {
  compareRoots,
  type FileFact,
  isUnsteady,
  judgeRoot,
  type OtherFile,
  type RootVerdict,
} from './root-availability.ts';
import { followsLink, type SourceOptions } from './source-handle.ts';
import type { SourceReader } from './source-reader.ts';

/** What examining a file needs to know of it. */
export type ExaminedFile = FileIdentity &
  Pick<Item, 'root' | 'folder' | 'folderBytes' | 'name' | 'nameBytes'>;

export interface RootProbe {
  readonly item: Item;
  readonly file: FileFact;
  /** The root's at the scan. */
  readonly scanned: RootIdentity | null;
  /** Other files that were found on the same root. Called only if they matter. */
  readonly neighbors: () => readonly ExaminedFile[];
  /** Which symbolic links are followed. */
  readonly links: SourceOptions;
}

/** Examines the root of a file that could not be read. */
export async function probeRoot(
  { item, file, scanned, neighbors, links }: RootProbe,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<RootVerdict> {
  const { root } = item;
  const found = await orErrno(sources.stat({ root, path: root }, signal));
  const facts = {
    rootErrno: null,
    root: null,
    isSameDevice: false,
    file,
    others: [],
  };
  if (typeof found === 'string') return judgeRoot({ ...facts, rootErrno: found });
  const others: OtherFile[] = [];
  // The file itself may be there again, or be readable in another place.
  const itself = file.errno === null || isUnsteady(file.errno) ? [item] : [];
  for (const other of [...itself, ...neighbors()]) {
    others.push(await examineFile(other, links, sources, signal));
    // Examining each file of a share that hangs takes long.
    const isHung = file.errno === noAnswerCode && others.length >= 2;
    if (others.at(-1) === 'as-scanned' || isHung) break;
  }
  return judgeRoot({
    ...facts,
    root: scanned === null ? null : compareRoots(scanned, found),
    isSameDevice: (await deviceAbove(item, sources, signal)) === item.device,
    others,
  });
}

const comparedChanges: ReadonlySet<FileChange['kind']> = new Set(['sent-part-differs', 'touched']);

/** Returns null if the failure isn't about reading the file. */
export function fileFactOf(failure: Failure): FileFact | null {
  switch (failure.code) {
    case 'path-unreadable':
      return { errno: failure.errno };
    case 'path-missing':
    case 'path-not-a-file':
      return { errno: null };
    case 'file-changed':
      // Another volume may have a file of the same name. What was read and compared is this one.
      return comparedChanges.has(failure.change.kind) ? null : { errno: null };
    default:
      return null;
  }
}

/** Reads a byte at a random place, because a volume that is gone still answers from the system's cache. */
async function examineFile(
  item: ExaminedFile,
  links: SourceOptions,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<OtherFile> {
  const { root, folder, folderBytes, name, nameBytes, sizeBytes } = item;
  const at = { root, path: absolutePath(root, folder, folderBytes, name, nameBytes) };
  try {
    const file = await sources.open(at, signal, followsLink(at.path, links));
    try {
      if (identityChange(item, file.opened, false) !== null) return 'missing';
      await file.read(new ArrayBuffer(1), 1, Math.floor(Math.random() * sizeBytes), signal);
    } finally {
      file.close();
    }
    return 'as-scanned';
  } catch (error) {
    return error instanceof NotAFileError || isMissing(errnoOf(error)) ? 'missing' : 'unreadable';
  }
}

/** The device of the nearest folder above the file that exists. */
async function deviceAbove(
  { root, folder, folderBytes }: Item,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<bigint | null> {
  for (let names = rawOf(folder, folderBytes).split('/'); names.length > 0; names = names.slice(0, -1)) {
    const above = Buffer.from(names.join('/'), 'latin1');
    const found = await orErrno(
      sources.stat({ root, path: absolutePath(root, '', above, '', null) }, signal),
    );
    if (typeof found !== 'string') return found.device;
  }
  const found = await orErrno(sources.stat({ root, path: root }, signal));
  return typeof found === 'string' ? null : found.device;
}

async function orErrno<T>(answer: Promise<T>): Promise<T | string> {
  try {
    return await answer;
  } catch (error) {
    return errnoOf(error);
  }
}
