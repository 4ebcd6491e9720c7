/** Small files that a person names on the command line: settings, passwords, faults, the API key. */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errnoOf, isMissing } from '../../preload/contract/failures/errno.ts';
import { success } from '../../preload/contract/failures/failure.ts';
import { type CliResult, usageError } from './usage-error.ts';
import type { InputFile } from './words/errors.ts';

export interface InputText {
  readonly text: string;
  /** Otherwise, some characters were replaced. */
  readonly isUtf8: boolean;
  /** Permission bits. */
  readonly mode: number;
}

const maxBytes = 1_000_000;

export function readInputFile(file: InputFile, path: string, limitBytes = maxBytes): CliResult<InputText> {
  try {
    // Non-blocking, so that a named pipe given by mistake doesn't hang.
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = fstatSync(handle);
      if (!stat.isFile()) return usageError('not-a-file', { file, path });
      const buffer = Buffer.alloc(limitBytes + 1);
      const length = readSync(handle, buffer, 0, buffer.length, 0);
      if (length > limitBytes) return usageError('input-too-large', { file, path });
      const bytes = buffer.subarray(0, length);
      const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
      return success({ text, isUtf8: isUtf8(bytes), mode: stat.mode });
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const errno = errnoOf(error);
    return isMissing(errno)
      ? usageError('file-missing', { file, path })
      : usageError('file-unreadable', { file, path, errno });
  }
}
