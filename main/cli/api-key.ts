/** The API key: from the environment or a file, never from the command line, where every user of the machine reads it. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import type { Environment } from '../app/state-dir.ts';

export interface ApiKeyInput {
  readonly apiKey: string;
  /** Said to the person, who goes on. */
  readonly warning: string | null;
}

const largestKeyFileBytes = 4096;

export function readApiKey(keyFile: string | undefined, env: Environment): Result<ApiKeyInput> {
  if (keyFile !== undefined) return readKeyFile(keyFile);
  const apiKey = env['LADING_API_KEY']?.trim() ?? '';
  if (apiKey === '') {
    return failure(
      'key-missing',
      'No API key: set LADING_API_KEY, or put the key into a file of its own and give --key-file FILE.',
    );
  }
  return success({ apiKey, warning: null });
}

function readKeyFile(path: string): Result<ApiKeyInput> {
  let text: string;
  let mode: number;
  try {
    // Non-blocking: a named pipe given by mistake must not hang.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = fstatSync(file);
      if (!stat.isFile()) return failure('path-not-a-file', `The key file ${path} is not a file.`, { path });
      mode = stat.mode;
      const buffer = Buffer.alloc(largestKeyFileBytes + 1);
      const length = readSync(file, buffer, 0, buffer.length, 0);
      if (length > largestKeyFileBytes) {
        return failure(
          'key-malformed',
          `${path} is too large for a key file: it must hold the key and nothing else.`,
          { path },
        );
      }
      text = buffer.toString('utf8', 0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? failure('path-missing', `There is no key file at ${path}.`, { path })
      : failure('path-unreadable', `The key file ${path} cannot be read (${code || 'unknown error'}).`, {
          path,
        });
  }
  const apiKey = text.replace(/^\uFEFF/, '').trim();
  if (apiKey === '') return failure('key-missing', `The key file ${path} is empty.`, { path });
  if (/\s/.test(apiKey)) {
    return failure(
      'key-malformed',
      `${path} holds more than a key: it must hold the key on one line and nothing else.`,
      { path },
    );
  }
  return success({
    apiKey,
    warning: openToOthers(mode) ? `Others on this computer can read ${path}: chmod 600 it.` : null,
  });
}

/** Windows keeps rights elsewhere; its mode bits say nothing. */
function openToOthers(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}
