import { type FileHandle, open, stat } from 'node:fs/promises';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import { fileIdentity } from '../intake/scan-paths.ts';
import { displayPath, type Item } from '../store/items.ts';
import { changeOf } from './source-identity.ts';

/** The file of an item, open for reading, if it is still what was inventoried. */
export async function openSource(
  path: string | Buffer,
  item: Item,
  freshInventory: boolean,
): Promise<Result<FileHandle>> {
  const shown = displayPath(item);
  let file: FileHandle | null = null;
  try {
    // Looked at before it is opened: opening a pipe that took the file's place would wait for ever.
    if (!(await stat(path)).isFile())
      return failure('path-not-a-file', `${shown} is no longer a file.`, { path: shown });
    file = await open(path, 'r');
    const change = changeOf(item, fileIdentity(await file.stat({ bigint: true })), freshInventory);
    if (change === null) return success(file);
    await file.close();
    return { ok: false, failure: changedFailure(shown, change) };
  } catch (error) {
    await file?.close();
    return { ok: false, failure: openFailure(error, shown) };
  }
}

export function changedFailure(shown: string, change: string): Failure {
  return {
    code: 'file-changed',
    path: shown,
    message: `${shown} changed since it was inventoried: ${change}. It was not sent as a mixture; send it again with “resume --retry-failed” once nobody writes to it.`,
  };
}

export function openFailure(error: unknown, shown: string): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'path-missing', path: shown, message: `${shown} is no longer there.` };
    case 'EACCES':
    case 'EPERM':
      return {
        code: 'path-unreadable',
        path: shown,
        message: `${shown} may not be read by this user. Allow it, then “resume --retry-failed”.`,
      };
    default:
      return {
        code: 'path-unreadable',
        path: shown,
        message: `${shown} cannot be read (${code}). Check the medium or share, then “resume --retry-failed”.`,
      };
  }
}
