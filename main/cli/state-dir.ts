/** Where the store, the sandbox and crash reports live, and nothing else of the person's. */
import { mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { failure, type Result, success } from '../../preload/contract/failure.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The application data folder that each system has for this. Pure. */
export function defaultStateDir(platform: NodeJS.Platform, env: Environment, home: string): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Lading');
    case 'win32':
      return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Lading');
    default: {
      // The XDG base directory rule: a relative path there is invalid and ignored.
      const xdg = env['XDG_STATE_HOME'] ?? '';
      return join(xdg.startsWith('/') ? xdg : join(home, '.local', 'state'), 'lading');
    }
  }
}

export function resolveStateDir(given: string | undefined, env: Environment): string {
  return given === undefined ? defaultStateDir(process.platform, env, homedir()) : resolve(given);
}

/** Read from the bare arguments: a bug may strike before they are parsed. */
export function crashDirFromArgs(args: readonly string[], env: Environment): string {
  const at = args.findIndex((arg) => arg === '--state' || arg.startsWith('--state='));
  const given =
    at < 0 ? undefined : args[at] === '--state' ? args[at + 1] : args[at]?.slice('--state='.length);
  return resolveStateDir(given, env);
}

/** For this person alone: it names clients' evidence. */
export function makePrivateDir(path: string): Result<string> {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return success(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const advice = 'Choose another folder with --state.';
    if (code === 'ENOSPC') return failure('disk-full', `The disk is full: ${path} cannot be made.`, { path });
    if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
      return failure(
        'store-read-only',
        `The folder ${path} cannot be made: no right to write there. ${advice}`,
        { path },
      );
    }
    return failure(
      'bad-input',
      `${path} cannot be used as a folder (${code || 'unknown error'}). ${advice}`,
      { path },
    );
  }
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
