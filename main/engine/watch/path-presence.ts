import { errnoOf } from '../../../preload/contract/errno.ts';
import { isMissing } from '../sources/root-availability.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import type { FileIdentity } from '../types/source-path.ts';
import { currentPath } from './current-path.ts';

const slash = 0x2f;

export interface PresenceContext {
  readonly rootPath: string;
  readonly sources: SourceReader;
  readonly signal: AbortSignal;
  /** Whether another version at its path, of the same size, has its content. */
  readonly hasContent: (file: LedgerFile, found: FileIdentity) => Promise<boolean | 'unclear'>;
}

/**
 * Whether a file of the ledger is at a path. `away`: its volume is away, or refuses to say. `unclear`: what is there now may
 * have its content, which isn't known yet.
 */
export type Presence = boolean | 'away' | 'unclear';

/**
 * Whether a file of the ledger is still at its path, or where it was moved after it was sent.
 *
 * `now` was just read, so its volume is there. On file systems that ignore case, or how letters with accents are composed,
 * the earlier path of a renamed file still leads to it. If the file has several names, those in its folders tell.
 */
export async function isAtPath(
  file: LedgerFile,
  now: LedgerFile,
  { rootPath: root, sources, signal, hasContent }: PresenceContext,
): Promise<Presence> {
  const path = currentPath(file);
  // A name that isn't Unicode can't be read back from the text.
  if (path === null) return true;
  try {
    const found = await sources.lstat({ root, path }, signal);
    if (found.kind !== 'file' || found.sizeBytes !== file.sizeBytes) return false;
    const pathNow = currentPath(now) ?? path;
    const isOther = !path.equals(pathNow);
    // One name, and two paths that lead to it: a link to a folder, a folder that is mounted twice, or the same name in another
    // case.
    if (isOther && isSameFile(found, now) && found.linkCount === 1) return false;
    if (isOther && found.fileId === now.fileId)
      return await isListed(path, pathNow, (folder) => sources.list({ root, path: folder }, signal));
    return found.mtimeNs === file.mtimeNs || (await hasContent(file, found));
  } catch (error) {
    if (!isMissing(errnoOf(error))) return 'away';
  }
  const device = await deviceAbove(path, root, sources, signal);
  return device === now.device || device === file.device ? false : 'away';
}

const isSameFile = (one: FileIdentity, other: FileIdentity): boolean =>
  one.fileId === other.fileId && one.device === other.device;

/** Whether every name of a path is exactly one that its folder lists. What it shares with the other path is known to be. */
async function isListed(
  path: Buffer,
  other: Buffer,
  list: (folder: Buffer) => Promise<readonly { readonly name: Uint8Array }[]>,
): Promise<boolean> {
  const names = path.toString('latin1').split('/');
  const otherNames = other.toString('latin1').split('/');
  for (const [index, name] of names.entries()) {
    if (name === otherNames[index]) continue;
    const folder = Buffer.from(names.slice(0, index).join('/') || '/', 'latin1');
    const isFolded = foldedPart(name) === foldedPart(otherNames[index] ?? '');
    if (!isFolded) return true;
    const entries = await list(folder);
    if (!entries.some((entry) => Buffer.from(entry.name).toString('latin1') === name)) return false;
  }
  return true;
}

/** As file systems that ignore case and composition compare names. */
function foldedPart(raw: string): string {
  return Buffer.from(raw, 'latin1').toString('utf8').normalize('NFC').toUpperCase();
}

/** The device of the nearest folder above a path that exists. */
async function deviceAbove(
  path: Buffer,
  root: string,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<bigint | null> {
  for (let end = path.lastIndexOf(slash); end >= 0; end = path.lastIndexOf(slash, end - 1)) {
    try {
      return (await sources.stat({ root, path: path.subarray(0, Math.max(1, end)) }, signal)).device;
    } catch (error) {
      if (!isMissing(errnoOf(error))) return null;
    }
    if (end === 0) return null;
  }
  return null;
}
