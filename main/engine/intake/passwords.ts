import { readFile } from 'node:fs/promises';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';

/** One password a line, UTF-8; spaces are part of a password, empty lines are none. */
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
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return failure(
      'bad-input',
      `The password file ${path} cannot be read (${code}). It is needed as long as the upload is not finished: put it back, or start a new upload without it.`,
      { path },
    );
  }
}
