import { basename, dirname, resolve } from 'node:path';
import { errnoOf, isMissing } from '../../../preload/contract/failures/errno.ts';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { upwards } from '../sources/enclosing-source.ts';
import { rootIdentity } from '../sources/file-stats.ts';
import { stoppedCode } from '../sources/reader-protocol.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import type { RootIdentity } from '../store/items/folder-repository.ts';
import { identityKey } from '../types/source-path.ts';
import type { ScanRoot, ScanTotals } from './scan-types.ts';

export type ResolvedRoot = ScanRoot & { readonly identity: RootIdentity };
export type ScannedRoots = Omit<ScanTotals, 'roots'> & { readonly roots: readonly ResolvedRoot[] };

interface InspectedRoot {
  readonly root: ResolvedRoot;
  /** Raw (source-path.ts). */
  readonly realPath: string;
}

/** Finds out what the given paths are. A path that is a symbolic link is followed: it was chosen on purpose. */
export async function resolveRoots(
  given: readonly string[],
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<readonly ResolvedRoot[]>> {
  const inspected: InspectedRoot[] = [];
  for (const one of given) {
    const root = await inspectRoot(one, sources, signal);
    if (!root.ok) return root;
    inspected.push(root.value);
  }
  const overlap = given.length === 1 ? null : await firstOverlap(inspected, sources, signal);
  return overlap ?? success(inspected.map(({ root }) => root));
}

async function inspectRoot(
  given: string,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<InspectedRoot>> {
  if (given === '') return failure('source-path-empty');
  const path = resolve(given);
  const at = { root: path, path };
  try {
    const found = await sources.stat(at, signal);
    const realPath = await sources.realpath(at, signal);
    if (found.kind !== 'folder' && found.kind !== 'file')
      return failure('path-not-a-file', { path: given, found: 'special-file' });
    await sources.checkReadable(at, signal);
    if (found.kind === 'folder')
      return success({ root: { kind: 'folder', given, path, identity: rootIdentity(found) }, realPath });
    const folder = dirname(path);
    const identity = rootIdentity(await sources.stat({ root: path, path: folder }, signal));
    const root = { kind: 'file', given, path: folder, name: basename(path), file: found, identity } as const;
    return success({ root, realPath });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === stoppedCode) return failure('stopped');
    return isMissing(errno)
      ? failure('source-missing', { path: given })
      : failure('path-unreadable', { path: given, errno });
  }
}

/**
 * Evidence inside two roots would be sent twice. One folder may have several paths, as where a volume is mounted, so folders
 * are compared by device and file ID as well. The scan finds those that no path leads up to (scan-walk.ts).
 */
async function firstOverlap(
  roots: readonly InspectedRoot[],
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Failed | null> {
  const identities = new Map<string, Promise<string | null>>();
  const keysOf = async (root: string, folder: string): Promise<readonly string[]> => {
    const identity = identities.get(folder) ?? identityOf(root, folder, sources, signal);
    identities.set(folder, identity);
    return [folder, (await identity) ?? folder];
  };
  const owners = new Map<string, string>();
  const inside: { given: string; keys: readonly string[] }[] = [];
  for (const { root, realPath } of roots) {
    const [top = realPath, ...above] = upwards(realPath);
    const keys: string[] = [];
    for (const folder of above) keys.push(...(await keysOf(root.path, folder)));
    // A hard link is a path of its own: what makes a file the same is its folder and its name.
    const own =
      root.kind === 'folder'
        ? await keysOf(root.path, top)
        : (await keysOf(root.path, dirname(top))).map((folder) => `${folder}/${basename(top)}`);
    const same = own.map((key) => owners.get(key)).find((owner) => owner !== undefined);
    if (same !== undefined) return failure('sources-overlap', { inner: root.given, outer: same, same: true });
    for (const key of own) owners.set(key, root.given);
    inside.push({ given: root.given, keys });
  }
  for (const { given, keys } of inside) {
    const outer = keys.map((key) => owners.get(key)).find((owner) => owner !== undefined);
    if (outer !== undefined) return failure('sources-overlap', { inner: given, outer, same: false });
  }
  return null;
}

/** A folder's identity, by its raw path, or null where the system doesn't say. */
async function identityOf(
  root: string,
  folder: string,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<string | null> {
  const path = Buffer.from(folder, 'latin1');
  return await sources.stat({ root, path }, signal).then(identityKey, () => null);
}
