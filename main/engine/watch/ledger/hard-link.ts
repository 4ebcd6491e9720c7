import { errnoOf, isMissing } from '../../../../preload/contract/failures/errno.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import { hasSameNumbers } from '../../types/source-path.ts';

const slash = 0x2f;

export interface LinkContext {
  readonly rootPath: string;
  readonly sources: SourceReader;
  readonly signal: AbortSignal;
}

/**
 * What an earlier path of a file leads to. there: to the file, which has another hard link. same-entry: to the very entry that
 * was found under another path, through a link to the folder, or where case or the composition of letters is ignored.
 */
export type EarlierPath = 'there' | 'same-entry' | 'gone';

/**
 * Looks at the path of a row, or the one that its file was moved to after it was sent. What can't be told counts as there, so
 * that the file is sent.
 */
export async function lookAtEarlier(
  earlier: LedgerFile,
  found: LedgerFile,
  { rootPath: root, sources, signal }: LinkContext,
): Promise<EarlierPath> {
  const [path, pathNow] = [currentPath(earlier), currentPath(found)];
  // A name that isn't Unicode can't be read back from the text.
  if (path === null || pathNow === null) return 'there';
  if (path.equals(pathNow)) return 'same-entry';
  try {
    if (!hasSameNumbers(await sources.lstat({ root, path }, signal), found)) return 'gone';
    const [folder, name] = split(path);
    const [folderNow, nameNow] = split(pathNow);
    const stats = await sources.stat({ root, path: folder }, signal);
    if (!hasSameNumbers(stats, await sources.stat({ root, path: folderNow }, signal))) return 'there';
    if (name.equals(nameNow)) return 'same-entry';
    const entries = await sources.list({ root, path: folder }, signal);
    return entries.some((entry) => name.equals(entry.name)) ? 'there' : 'same-entry';
  } catch (error) {
    return isMissing(errnoOf(error)) ? 'gone' : 'there';
  }
}

/** The folder and the name of an absolute path. */
function split(path: Buffer): readonly [folder: Buffer, name: Buffer] {
  const end = path.lastIndexOf(slash);
  return [path.subarray(0, Math.max(1, end)), path.subarray(end + 1)];
}

/** Where a file of the ledger is: at its own path, or where its rule moved it. Null if the text of the latter doesn't tell. */
function currentPath(file: LedgerFile): Buffer | null {
  const { folder, folderBytes, name, nameBytes, movedTo } = file;
  const place = Buffer.from(file.place);
  if (movedTo === null) return below(place, Buffer.from(nameBytes ?? name));
  if (folderBytes !== null || nameBytes !== null) return null;
  const root = folder === '' ? place : place.subarray(0, place.length - Buffer.byteLength(folder) - 1);
  return below(root, Buffer.from(movedTo));
}

function below(folder: Buffer, name: Buffer): Buffer {
  return folder.at(-1) === slash
    ? Buffer.concat([folder, name])
    : Buffer.concat([folder, Buffer.from('/'), name]);
}
