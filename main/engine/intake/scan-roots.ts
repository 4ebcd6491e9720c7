import { access, constants, opendir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { type Failed, failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { RootIdentity } from '../store/folder-repository.ts';
import { fileIdentity } from '../types/source-path.ts';
import type { ScanRoot } from './scan-types.ts';

export type ResolvedRoot = ScanRoot & { readonly identity: RootIdentity };

/** Finds out what the given paths are. A path that is a symbolic link is followed: it was chosen on purpose. */
export async function resolveRoots(given: readonly string[]): Promise<Result<readonly ResolvedRoot[]>> {
  const roots: ResolvedRoot[] = [];
  const real: { given: string; path: string }[] = [];
  for (const one of given) {
    const root = await inspectRoot(one);
    if (!root.ok) return root;
    roots.push(root.value.root);
    real.push({ given: one, path: root.value.realPath });
  }
  const overlap = firstOverlap(real);
  return overlap ?? success(roots);
}

async function inspectRoot(given: string): Promise<Result<{ root: ResolvedRoot; realPath: string }>> {
  if (given === '') return failure('source-path-empty');
  const path = resolve(given);
  try {
    const found = await stat(path, { bigint: true });
    // Raw (source-path.ts): a link may lead to a name that is not Unicode.
    const realPath = await realpath(path, { encoding: 'latin1' });
    if (found.isDirectory()) {
      await (await opendir(path)).close();
      return success({ root: { kind: 'folder', given, path, identity: fileIdentity(found) }, realPath });
    }
    if (found.isFile()) {
      await access(path, constants.R_OK);
      return success({
        root: {
          kind: 'file',
          given,
          path: dirname(path),
          name: basename(path),
          identity: fileIdentity(await stat(dirname(path), { bigint: true })),
        },
        realPath,
      });
    }
    return failure('path-not-a-file', { path: given, found: 'special-file' });
  } catch (error) {
    const errno = errnoOf(error);
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
