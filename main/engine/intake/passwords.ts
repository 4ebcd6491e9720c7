import { dirname } from 'node:path';
import { errnoOf } from '../../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { knownSecrets } from '../../../preload/contract/known-secrets.ts';
import { stoppedCode } from '../sources/reader-protocol.ts';
import type { SourceReader } from '../sources/source-reader.ts';

/** One password per line, UTF-8. Spaces belong to a password; empty lines are ignored. Fails with password-file-unreadable. */
export async function readPasswords(
  path: string | null,
  sources: Pick<SourceReader, 'readText'>,
  signal: AbortSignal,
): Promise<Result<readonly string[]>> {
  if (path === null) return success([]);
  try {
    const text = await sources.readText({ root: dirname(path), path }, signal);
    const passwords = text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .filter((line) => line !== '');
    // One by one: a list may be longer than a call can have arguments.
    for (const password of passwords) knownSecrets.add(password);
    return success(passwords);
  } catch (error) {
    const errno = errnoOf(error);
    return errno === stoppedCode ? failure('stopped') : failure('password-file-unreadable', { path, errno });
  }
}
