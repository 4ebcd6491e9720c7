/** The folder of the store, the sandbox and crash reports. */
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import { errnoOf } from './errno.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder that each operating system has for application data. Pure. */
export function defaultStateDir(platform: NodeJS.Platform, env: Environment, home: string): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Lading');
    case 'win32':
      return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Lading');
    default: {
      // The XDG base directory specification says to ignore a relative path.
      const xdg = env['XDG_STATE_HOME'] ?? '';
      return join(xdg.startsWith('/') ? xdg : join(home, '.local', 'state'), 'lading');
    }
  }
}

export function resolveStateDir(given: string | undefined, env: Environment): string {
  return given === undefined ? defaultStateDir(process.platform, env, homedir()) : resolve(given);
}

/** From the raw arguments: a bug may strike before they are parsed. */
export function crashDirFromArgs(args: readonly string[], env: Environment): string {
  const at = args.findIndex((arg) => arg === '--state' || arg.startsWith('--state='));
  const given =
    at < 0 ? undefined : args[at] === '--state' ? args[at + 1] : args[at]?.slice('--state='.length);
  return resolveStateDir(given, env);
}

/** Readable by this user only, because it names clients' evidence. */
export function makePrivateDir(path: string): Result<string> {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return success(path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOSPC') return failure('disk-full', { path });
    return errno === 'EROFS' || errno === 'EACCES' || errno === 'EPERM'
      ? failure('store-read-only', { path, errno })
      : failure('store-cannot-open', { path, errno });
  }
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
