import { statSync } from 'node:fs';
import { type Environment, resolveStateDir } from '../app/state-dir.ts';

/** Read from the bare arguments: a bug may strike before they are parsed. */
export function crashDirFromArgs(args: readonly string[], env: Environment): string {
  const at = args.findIndex((arg) => arg === '--state' || arg.startsWith('--state='));
  const given =
    at < 0 ? undefined : args[at] === '--state' ? args[at + 1] : args[at]?.slice('--state='.length);
  return resolveStateDir(given, env);
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
