/** The API key comes from the environment or a file. On the command line, other users of the computer could read it. */
import { failure, success } from '../../preload/contract/failures/failure.ts';
import type { Environment } from '../app/state-dir.ts';
import { readInputFile } from './input-file.ts';
import { type CliResult, usageError } from './usage-error.ts';
import { keyFileReadable } from './words/uploads.ts';

export interface ApiKeyInput {
  readonly apiKey: string;
  readonly warning: string | null;
}

const maxKeyFileBytes = 4096;

export function readApiKey(keyFile: string | undefined, env: Environment): CliResult<ApiKeyInput> {
  if (keyFile !== undefined) return readKeyFile(keyFile);
  const apiKey = environmentKey(env);
  return apiKey === null ? failure('key-missing') : success({ apiKey, warning: null });
}

/** Returns null for none. An empty variable counts as none. */
export function environmentKey(env: Environment): string | null {
  return env['LADING_API_KEY']?.trim() || null;
}

function readKeyFile(path: string): CliResult<ApiKeyInput> {
  const read = readInputFile('key', path, maxKeyFileBytes);
  if (!read.ok) return read;
  const apiKey = read.value.text.trim();
  if (apiKey === '') return usageError('key-file-empty', { path });
  if (/\s/.test(apiKey)) return usageError('key-file-malformed', { path });
  return success({ apiKey, warning: isReadableByOthers(read.value.mode) ? keyFileReadable(path) : null });
}

/** Windows keeps permissions elsewhere, so its mode bits say nothing. */
function isReadableByOthers(mode: number): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}
