/** What the commands of one run share. */

import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { KnownSecrets } from '../../preload/contract/texts/known-secrets.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import { type Environment, resolveStateDir } from '../app/state-dir.ts';
import type { Account, Connection, Engine, EngineOptions, UploadReader } from '../engine/index.ts';
import { environmentKey, readApiKey } from './api-key.ts';
import type { Outcome } from './exit-code.ts';
import type { CommonOptions } from './options/common.ts';
import type { ServerOptions } from './options/server.ts';
import { outcomeOfFailure } from './outcome.ts';
import type { Output } from './terminal/output.ts';
import type { CliFailed, CliResult } from './usage-error.ts';
import { isUsageError } from './words/errors.ts';
import { noAnswerYet, rateLimitNotShared } from './words/uploads.ts';

export interface CliContext {
  readonly output: Output;
  readonly env: Environment;
  readonly version: string;
  /** Removed from everything that is printed or written to a crash report. */
  readonly secrets: KnownSecrets;
  /** The command that resumes the running upload, in case of a crash. */
  readonly activeUpload: {
    resume: string | null;
    /** Lets the parts under way arrive, then stops. Returns false where they aren't worth it. */
    finish: (() => boolean) | null;
    /** No other upload starts after this one. */
    isFinishing: boolean;
    /** An upload, or the rules of watched folders, were begun: what a stop leaves can be resumed. */
    hasBegun: boolean;
  };
}

/** Prints the failure; the result is the exit code. */
export function reportFailure({ output }: CliContext, failure: CliFailed['failure']): Outcome {
  output.fail(failure);
  return isUsageError(failure) ? 'refused' : outcomeOfFailure(failure);
}

/** Loads the engine on demand: `--help` must not wait for it. */
export async function withEngine(
  context: CliContext,
  options: CommonOptions,
  command: string,
  work: (engine: Engine) => Promise<Outcome>,
): Promise<Outcome> {
  const engine = await openEngineAs(context, options, command);
  if (!engine.ok) return reportFailure(context, engine.failure);
  return runAndClose(engine.value, work);
}

/** Fails as the engine does: with store-locked while another process has the store, or with folder-not-lading. */
export async function openEngineAs(
  context: CliContext,
  options: CommonOptions,
  command: string,
): Promise<Result<Engine>> {
  const { openEngine } = await import('../engine/index.ts');
  return openEngine({ command, ...(await engineOptions(context, options)) });
}

/** With the limits that were set in the window. */
export async function engineOptions(
  { env, version }: CliContext,
  { state }: CommonOptions,
): Promise<Omit<EngineOptions, 'command'>> {
  const { readSavedLimits } = await import('../app/saved-limits.ts');
  const stateDir = resolveStateDir(state, env);
  return { stateDir, version, usualLimits: await readSavedLimits(stateDir) };
}

export async function runAndClose<E extends Pick<Engine, 'close'>, T>(
  engine: E,
  work: (engine: E) => Promise<T>,
): Promise<T> {
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

/** Reads the store, also while an engine is working on it. */
export async function withReader<T>(
  context: CliContext,
  options: CommonOptions,
  read: (reader: UploadReader) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { openReader } = await import('../engine/index.ts');
  const reader = openReader(resolveStateDir(options.state, context.env));
  if (!reader.ok) return reader;
  try {
    return await read(reader.value);
  } finally {
    reader.value.close();
  }
}

/** Without a server or a key, a dry run and a check of rules look only at what is on the disk. */
export function isConnectionGiven(options: ServerOptions, env: Environment): boolean {
  return (
    resolveServer(options, env) !== null && (options.keyFile !== undefined || environmentKey(env) !== null)
  );
}

/** Fails with server-url-missing, and as `resolveConnection`. */
export function requireConnection(context: CliContext, options: ServerOptions): CliResult<Connection> {
  const server = requireServer(options, context.env);
  return server.ok ? resolveConnection(context, server.value, options) : server;
}

export function resolveConnection(
  context: CliContext,
  serverUrl: string,
  options: ServerOptions,
  profilePath = options.profile ?? null,
): CliResult<Connection> {
  const key = readApiKey(options.keyFile, context.env);
  if (!key.ok) return key;
  context.secrets.add([key.value.apiKey]);
  if (key.value.warning !== null) context.output.warn(key.value.warning);
  return success({ serverUrl, apiKey: key.value.apiKey, profilePath, form: options.form ?? null });
}

export function resolveServer(options: ServerOptions, env: Environment): string | null {
  return options.server ?? (env['LADING_SERVER']?.trim() || null);
}

export function requireServer(options: ServerOptions, env: Environment): Result<string> {
  const server = resolveServer(options, env);
  return server === null ? failure('server-url-missing') : success(server);
}

/** The flags with which a later command finds the same key, and reads the platform in the same way. */
export function keyFlags(options: ServerOptions): readonly string[] {
  return [
    ...(options.keyFile === undefined ? [] : ['--key-file', options.keyFile]),
    ...(options.form === undefined ? [] : ['--form', options.form]),
  ];
}

const noticeAfterMs = 3000;

/** Connects to the platform. Ctrl-C ends the wait at once; a slow server is reported after three seconds. */
export async function connectWithNotice(
  { output }: CliContext,
  engine: Pick<Engine, 'connect' | 'unsharedRateLimitFile'>,
  connection: Connection,
  signal: AbortSignal,
): Promise<Result<Account>> {
  const { promise: aborted, resolve } = Promise.withResolvers<Result<Account>>();
  const onAbort = () => resolve(failure('stopped'));
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => output.print(noAnswerYet(printable(connection.serverUrl))), noticeAfterMs);
  try {
    const connected = await Promise.race([engine.connect(connection), aborted]);
    const unshared = engine.unsharedRateLimitFile();
    if (unshared !== null) output.warn(rateLimitNotShared(unshared));
    return connected;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
