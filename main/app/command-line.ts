/**
 * How a person calls the command line where this process runs. Every hint of the command line, the window and the sandbox
 * is made here, so that it can be pasted.
 */
import type { Environment } from './state-dir.ts';

/** What `lading watch` calls itself to a second process that wants the data folder. It runs until it is stopped. */
export const watchService = 'lading watch';

/** In a checkout, npm starts the command and the window; elsewhere, Lading is installed under its own name. Pure. */
export function programName(env: Environment): string {
  return env['npm_command'] === undefined ? 'lading' : 'npx lading';
}

/** Until a process says how it was called, it was called as installed. */
let call: { readonly program: string; readonly dataFolder: readonly string[] } = {
  program: programName({}),
  dataFolder: [],
};

/** `args`: those of this run. A later command finds the same data folder if it gets the same `--state`. */
export function setCall(env: Environment, args: readonly string[] = []): void {
  const state = stateArgument(args);
  call = { program: programName(env), dataFolder: state === undefined ? [] : ['--state', state] };
}

/** The program alone, for examples that name no data folder. */
export function calledAs(): string {
  return call.program;
}

/** A command to copy, for the data folder of this run: `lading api` alone has none. */
export function formatCommand(...words: readonly string[]): string {
  const dataFolder = words[0] === 'api' ? [] : call.dataFolder;
  return [call.program, ...[...words, ...dataFolder].map(shellQuote)].join(' ');
}

export function shellQuote(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Read from the raw arguments: what needs it can happen before they are parsed. */
export function stateArgument(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => arg === '--state' || arg.startsWith('--state='));
  if (at < 0) return undefined;
  return args[at] === '--state' ? args[at + 1] : args[at]?.slice('--state='.length);
}
