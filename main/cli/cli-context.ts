/** One run of the command line: what its commands share. */
import { type Failure, failure, type Result, success } from '../../preload/contract/failure.ts';
import { type Environment, makePrivateDir, resolveStateDir } from '../app/state-dir.ts';
import type { Account, Connection, Engine, Reader } from '../engine/index.ts';
import { readApiKey } from './api-key.ts';
import { type ExitCode, exitCodeForFailure } from './exit-code.ts';
import type { CommonOptions, ServerOptions } from './options.ts';
import type { Output } from './output.ts';
import { printable } from './table.ts';

export interface CliContext {
  readonly output: Output;
  readonly env: Environment;
  readonly version: string;
  /** What must never reach a crash report. */
  readonly secrets: Set<string>;
  /** While an upload is being sent: how it is gone on with, should Lading fail in the middle of it. */
  readonly activeUpload: { resume: string | null };
}

export function reportFailure({ output }: CliContext, failure: Failure, begun = false): ExitCode {
  output.fail(failure);
  return exitCodeForFailure(failure, begun);
}

/** The engine is loaded only by the commands that need it: `--help` must not wait for it. */
export async function withEngine(
  context: CliContext,
  options: CommonOptions,
  command: string,
  work: (engine: Engine) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stateDir = makePrivateDir(resolveStateDir(options.state, context.env));
  if (!stateDir.ok) return reportFailure(context, stateDir.failure);
  const { openEngine } = await import('../engine/index.ts');
  const engine = openEngine({ stateDir: stateDir.value, command, version: context.version });
  if (!engine.ok) return reportFailure(context, engine.failure);
  try {
    return await work(engine.value);
  } finally {
    await engine.value.close();
  }
}

/** Looks into the store beside whatever engine works on it. */
export async function withReader<T>(
  context: CliContext,
  options: CommonOptions,
  look: (reader: Reader) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { openReader } = await import('../engine/index.ts');
  const reader = openReader(resolveStateDir(options.state, context.env));
  if (!reader.ok) return reader;
  try {
    return await look(reader.value);
  } finally {
    reader.value.close();
  }
}

export function resolveConnection(
  context: CliContext,
  serverUrl: string,
  options: ServerOptions,
  profilePath = options.profile ?? null,
): Result<Connection> {
  const key = readApiKey(options.keyFile, context.env);
  if (!key.ok) return key;
  context.secrets.add(key.value.apiKey);
  if (key.value.warning !== null) context.output.warn(key.value.warning);
  return success({ serverUrl, apiKey: key.value.apiKey, profilePath });
}

export function resolveServer(options: ServerOptions, env: Environment): string | null {
  return options.server ?? (env['LADING_SERVER']?.trim() || null);
}

export function requireServer(options: ServerOptions, env: Environment): Result<string> {
  const server = resolveServer(options, env);
  return server === null
    ? failure('bad-input', 'No server: give --server URL, or set LADING_SERVER.')
    : success(server);
}

/** How this is called again: by npx in a checkout, by its name where it is installed. */
export function formatCommand(env: Environment, ...words: readonly string[]): string {
  return [env['npm_command'] === undefined ? 'lading' : 'npx lading', ...words.map(shellQuote)].join(' ');
}

/** The words that a later command needs to find the same store and key. */
export function storeFlags(options: ServerOptions): readonly string[] {
  return [
    ...(options.state === undefined ? [] : ['--state', options.state]),
    ...(options.keyFile === undefined ? [] : ['--key-file', options.keyFile]),
  ];
}

function shellQuote(word: string): string {
  if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}

const silenceMs = 3000;

/** Asks the platform who the key belongs to; not longer than the person waits, and not without a word. */
export async function connect(
  { output }: CliContext,
  engine: Engine,
  connection: Connection,
  signal: AbortSignal,
): Promise<Result<Account>> {
  const { promise, resolve } = Promise.withResolvers<Result<Account>>();
  const stopped = () => resolve(failure('stopped', 'Stopped before anything was sent.'));
  if (signal.aborted) stopped();
  signal.addEventListener('abort', stopped, { once: true });
  const timer = setTimeout(() => {
    output.print(`No answer from ${printable(connection.serverUrl)} yet; asking again for some time.`);
  }, silenceMs);
  try {
    return await Promise.race([engine.connect(connection), promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stopped);
  }
}
