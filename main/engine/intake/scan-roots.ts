import { access, constants, opendir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { systemCode } from './scan-problems.ts';
import type { ScanRoot } from './scan-types.ts';

/** Looks at the roots that a person gave. A root that is a symbolic link is followed: it was named on purpose. */
export async function resolveRoots(given: readonly string[]): Promise<Result<readonly ScanRoot[]>> {
  const roots: ScanRoot[] = [];
  const real: { given: string; path: string }[] = [];
  for (const one of given) {
    const root = await inspectRoot(one);
    if (!root.ok) return root;
    roots.push(root.value.root);
    real.push({ given: one, path: root.value.realPath });
  }
  const overlap = firstOverlap(real);
  return overlap === null ? success(roots) : failure('bad-input', overlap);
}

async function inspectRoot(given: string): Promise<Result<{ root: ScanRoot; realPath: string }>> {
  if (given === '') return failure('bad-input', 'A path is empty. Name the file or folder to send.');
  const path = resolve(given);
  try {
    const found = await stat(path);
    const realPath = await realpath(path);
    if (found.isDirectory()) {
      await (await opendir(path)).close();
      return success({ root: { kind: 'folder', given, path }, realPath });
    }
    if (found.isFile()) {
      await access(path, constants.R_OK);
      return success({
        root: { kind: 'file', given, path: dirname(path), name: basename(path) },
        realPath,
      });
    }
    return failure(
      'path-not-a-file',
      `"${given}" is a device, socket or pipe. Lading sends files and folders.`,
      { path: given },
    );
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return failure('path-missing', `"${given}" does not exist. Check how it is spelled.`, { path: given });
    return failure(
      'path-unreadable',
      `"${given}" cannot be read (${code}). Give yourself permission to read it, or choose another.`,
      { path: given },
    );
  }
}

/** Evidence that is reached by two roots would be sent twice. */
function firstOverlap(roots: readonly { given: string; path: string }[]): string | null {
  // With the separator sorted before every other character, what lies inside a folder follows right behind it.
  const sorted = roots
    .map(({ given, path }) => ({
      given,
      key: (path.endsWith(sep) ? path : path + sep).replaceAll(sep, '\0'),
    }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  for (const [index, inner] of sorted.entries()) {
    const outer = sorted[index - 1];
    if (outer === undefined || !inner.key.startsWith(outer.key)) continue;
    return inner.key === outer.key
      ? `"${outer.given}" and "${inner.given}" are the same. Name it once, or the same evidence would be sent twice.`
      : `"${inner.given}" lies inside "${outer.given}". Name only one of them, or the same evidence would be sent twice.`;
  }
  return null;
}
