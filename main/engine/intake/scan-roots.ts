import { basename, dirname, resolve, sep } from 'node:path';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { stoppedCode } from '../sources/reader-protocol.ts';
import type { SourceReader } from '../sources/source-reader.ts';
import type { RootIdentity } from '../store/folder-repository.ts';
import type { ScanRoot, ScanTotals } from './scan-types.ts';

export type ResolvedRoot = ScanRoot & { readonly identity: RootIdentity };
export type ScannedRoots = Omit<ScanTotals, 'roots'> & { readonly roots: readonly ResolvedRoot[] };

/** Finds out what the given paths are. A path that is a symbolic link is followed: it was chosen on purpose. */
export async function resolveRoots(
  given: readonly string[],
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<readonly ResolvedRoot[]>> {
  const roots: ResolvedRoot[] = [];
  const real: { given: string; path: string }[] = [];
  for (const one of given) {
    const root = await inspectRoot(one, sources, signal);
    if (!root.ok) return root;
    roots.push(root.value.root);
    real.push({ given: one, path: root.value.realPath });
  }
  const overlap = firstOverlap(real);
  return overlap ?? success(roots);
}

async function inspectRoot(
  given: string,
  sources: SourceReader,
  signal: AbortSignal,
): Promise<Result<{ root: ResolvedRoot; realPath: string }>> {
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
      return success({ root: { kind: 'folder', given, path, identity: found }, realPath });
    const folder = dirname(path);
    const identity = await sources.stat({ root: path, path: folder }, signal);
    const root = { kind: 'file', given, path: folder, name: basename(path), file: found, identity } as const;
    return success({ root, realPath });
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === stoppedCode) return failure('stopped');
    return errno === 'ENOENT' || errno === 'ENOTDIR'
      ? failure('source-missing', { path: given })
      : failure('path-unreadable', { path: given, errno });
  }
}

/** Evidence inside two roots would be sent twice. */
function firstOverlap(roots: readonly { given: string; path: string }[]): Failed | null {
  // With the separator sorted before every other character, a folder's contents follow directly after it.
  const sorted = roots
    .map(({ given, path }) => ({
      given,
      key: (path.endsWith(sep) ? path : path + sep).replaceAll(sep, '\0'),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const [index, inner] of sorted.entries()) {
    const outer = sorted[index - 1];
    if (outer === undefined || !inner.key.startsWith(outer.key)) continue;
    const same = inner.key === outer.key;
    return failure('sources-overlap', { inner: inner.given, outer: outer.given, same });
  }
  return null;
}
