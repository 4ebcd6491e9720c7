/** The connection of a service, which waits for what a command reports: a platform that is away, a key that is refused. */
import { setTimeout as delay } from 'node:timers/promises';
import { failure, type Result } from '../../../preload/contract/failures/failure.ts';
import { connectionRetryMs, isPassing } from '../../../preload/contract/failures/passing-failure.ts';
import { waitReason } from '../../../preload/contract/views/wait-reason.ts';
import type { WatchWait } from '../../../preload/contract/watch/watched-folder.ts';
import type { Account, Engine } from '../../engine/index.ts';
import { readApiKey } from '../api-key.ts';
import { type CliContext, connectWithNotice, resolveConnection } from '../cli-context.ts';
import type { ServerOptions } from '../options/server.ts';
import type { CliResult } from '../usage-error.ts';
import { isUsageError } from '../words/errors.ts';

export const keyCheckMs = 5_000;

export class ServiceConnection {
  readonly #context: CliContext;
  readonly #engine: Engine;
  readonly #server: string;
  readonly #options: ServerOptions;
  /** The key that was tried last. */
  #tried: string | null = null;
  #account: Account | null = null;

  constructor(context: CliContext, engine: Engine, server: string, options: ServerOptions) {
    this.#context = context;
    this.#engine = engine;
    this.#server = server;
    this.#options = options;
  }

  async connect(signal: AbortSignal): Promise<CliResult<Account>> {
    const connection = resolveConnection(this.#context, this.#server, this.#options);
    if (!connection.ok) return connection;
    this.#tried = connection.value.apiKey;
    const connected = await connectWithNotice(this.#context, this.#engine, connection.value, signal);
    if (!connected.ok) return connected;
    // Uploads must not find the connection of a key that was replaced, usually because it was refused.
    if (this.#account !== null && this.#account.keyId !== connected.value.keyId)
      this.#engine.replaceKey(this.#account);
    this.#account = connected.value;
    return connected;
  }

  /** Tells `onWait` what it waits for. Fails with what only a person can change, and with stopped. */
  async connectWhenPossible(
    signal: AbortSignal,
    onWait: (wait: WatchWait) => void,
  ): Promise<CliResult<Account>> {
    for (;;) {
      const connected = await this.connect(signal);
      if (connected.ok) return connected;
      const wait = waitFor(connected.failure);
      if (wait === null) return connected;
      onWait(wait);
      const waited = await this.#waitOut(wait, signal);
      if (!waited.ok) return waited;
    }
  }

  /** Whether there is another key than the one that was tried last. False before the first try. */
  hasNewKey(): boolean {
    const key = readApiKey(this.#options.keyFile, this.#context.env);
    return key.ok && this.#tried !== null && key.value.apiKey !== this.#tried;
  }

  async #waitOut(wait: WatchWait, signal: AbortSignal): Promise<Result<undefined>> {
    do {
      await delay(wait.kind === 'key' ? keyCheckMs : connectionRetryMs, undefined, { signal }).catch(
        () => undefined,
      );
      if (signal.aborted) return failure('stopped');
    } while (wait.kind === 'key' && !this.hasNewKey());
    return { ok: true, value: undefined };
  }
}

/** Returns null for what a wait doesn't change. */
export function waitFor(reason: (CliResult<Account> & { readonly ok: false })['failure']): WatchWait | null {
  const since = new Date().toISOString();
  if (reason.code === 'key-refused') return { kind: 'key', since };
  if (isUsageError(reason) || !isPassing(reason)) return null;
  const why = waitReason.safeParse('reason' in reason ? reason.reason : null);
  return { kind: 'platform', reason: why.data ?? null, since };
}
