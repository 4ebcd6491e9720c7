import { isUtf8 } from 'node:buffer';
import { dirname } from 'node:path';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { stoppedCode } from '../../sources/reader-protocol.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import { unicodeEncodingOf } from '../../types/text-encoding.ts';

/** One password per line, in any encoding that editors save. Who uses them adds them to the known secrets. Fails with password-file-unreadable. */
export async function readPasswords(
  path: string | null,
  sources: Pick<SourceReader, 'readFile'>,
  signal: AbortSignal,
): Promise<Result<readonly string[]>> {
  if (path === null) return success([]);
  try {
    const bytes = await sources.readFile({ root: dirname(path), path }, signal);
    return success(passwordLines(decodeText(bytes)));
  } catch (error) {
    const errno = errnoOf(error);
    return errno === stoppedCode ? failure('stopped') : failure('password-file-unreadable', { path, errno });
  }
}

/** Spaces belong to a password. Empty lines are ignored, and so are passwords that were there before. */
export function passwordLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
  return [...new Set(lines)];
}

/** What is neither Unicode by its mark or its zeros, nor UTF-8, is Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(unicodeEncodingOf(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')).decode(
    bytes,
  );
}
