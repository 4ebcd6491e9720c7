import { isUtf8 } from 'node:buffer';
import { dirname } from 'node:path';
import { errnoOf } from '../../../../preload/contract/errno.ts';
import { failure, type Result, success } from '../../../../preload/contract/failure.ts';
import { stoppedCode } from '../../sources/reader-protocol.ts';
import type { SourceReader } from '../../sources/source-reader.ts';

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

/** UTF-8 or UTF-16 by their byte order marks, UTF-16 by its zeros, else UTF-8, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isUtf8(bytes) && !bytes.includes(0)) return 'utf-8';
  const zeros = [0, 0];
  for (const [index, byte] of bytes.subarray(0, 4096).entries())
    if (byte === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) return odd >= even ? 'utf-16le' : 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
