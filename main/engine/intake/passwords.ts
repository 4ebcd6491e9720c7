import { readFile } from 'node:fs/promises';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';

/** One password per line, UTF-8. Spaces belong to a password; empty lines are ignored. Fails with password-file-unreadable. */
export async function readPasswords(path: string | null): Promise<Result<readonly string[]>> {
  if (path === null) return success([]);
  try {
    const text = await readFile(path, 'utf8');
    return success(
      text
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/)
        .filter((line) => line !== ''),
    );
  } catch (error) {
    return failure('password-file-unreadable', { path, errno: errnoOf(error) });
  }
}
