/** One run of the command line: what its commands share. */

import { type Failure, failure, type Result, success } from '../../preload/contract/failure.ts';
import { failureText } from '../../preload/contract/failure-text.ts';
import type { Account, Connection, Engine, UploadReader } from '../engine/index.ts';
import { type ExitCode, exitCodeOf } from './exit-code.ts';
import { readKey } from './key.ts';
import type { CommonOptions, ServerOptions } from './options.ts';
import type { Screen } from './screen.ts';
import { type Environment, makePrivateDir, stateDirOf } from './state-dir.ts';
import { printable } from './text.ts';

export interface Invocation {
  readonly screen: Screen;
  readonly env: Environment;
  readonly version: string;
  /** What must never reach a crash report. */
  readonly secrets: Set<string>;
  /** While an upload is being sent: how it is gone on with, should Lading fail in the middle of it. */
  readonly sending: { resume: string | null };
}

export function refuse({ screen }: Invocation, failure: Failure, begun = false): ExitCode {
  screen.fail({ ...failure, message: failureText(failure) });
  return exitCodeOf(failure, begun);
}

/** The engine is loaded only by the commands that need it: `--help` must not wait for it. */
export async function withEngine(
  invocation: Invocation,
  options: CommonOptions,
  command: string,
  work: (engine: Engine) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stateDir = makePrivateDir(stateDirOf(options.state, invocation.env));
  if (!stateDir.ok) return refuse(invocation, stateDir.failure);
  const { openEngine } = await import('../engine/index.ts');
  const engine = openEngine({ stateDir: stateDir.value, command, version: invocation.version });
  if (!engine.ok) return refuse(invocation, engine.failure);
  try {
    return await work(engine.value);
  } finally {
    await engine.value.close();
  }
}

/** Looks into the store beside whatever engine works on it. */
export async function withReader<T>(
  invocation: Invocation,
  options: CommonOptions,
  look: (reader: UploadReader) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { openReader } = await import('../engine/index.ts');
  const reader = openReader(stateDirOf(options.state, invocation.env));
  if (!reader.ok) return reader;
  try {
    return await look(reader.value);
  } finally {
    reader.value.close();
  }
}

export function connectionOf(
  invocation: Invocation,
  serverUrl: string,
  options: ServerOptions,
  profilePath = options.profile ?? null,
): Result<Connection> {
  const key = readKey(options.keyFile, invocation.env);
  if (!key.ok) return key;
  invocation.secrets.add(key.value.apiKey);
  if (key.value.warning !== null) invocation.screen.warn(key.value.warning);
  return success({ serverUrl, apiKey: key.value.apiKey, profilePath });
}

export function serverOf(options: ServerOptions, env: Environment): string | null {
  return options.server ?? (env['LADING_SERVER']?.trim() || null);
}

export function requireServer(options: ServerOptions, env: Environment): Result<string> {
  const server = serverOf(options, env);
  return server === null
    ? failure('bad-input', 'No server: give --server URL, or set LADING_SERVER.')
    : success(server);
}

/** How this is called again: by npx in a checkout, by its name where it is installed. */
export function commandLine(env: Environment, ...words: readonly string[]): string {
  return [env['npm_command'] === undefined ? 'lading' : 'npx lading', ...words.map(quoted)].join(' ');
}

/** The words that a later command needs to find the same store and key. */
export function sameStore(options: ServerOptions): readonly string[] {
  return [
    ...(options.state === undefined ? [] : ['--state', options.state]),
    ...(options.keyFile === undefined ? [] : ['--key-file', options.keyFile]),
  ];
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}

const silenceMs = 3000;

/** Asks the platform who the key belongs to; not longer than the person waits, and not without a word. */
export async function connectTo(
  { screen }: Invocation,
  engine: Engine,
  connection: Connection,
  signal: AbortSignal,
): Promise<Result<Account>> {
  const { promise, resolve } = Promise.withResolvers<Result<Account>>();
  const stopped = () => resolve(failure('stopped', 'Stopped before anything was sent.'));
  if (signal.aborted) stopped();
  signal.addEventListener('abort', stopped, { once: true });
  const timer = setTimeout(() => {
    screen.say(`No answer from ${printable(connection.serverUrl)} yet; asking again for some time.`);
  }, silenceMs);
  try {
    return await Promise.race([engine.connect(connection), promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stopped);
  }
}
