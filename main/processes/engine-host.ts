/** Starts the engine's process, calls it, restarts it when it ends unexpectedly, and drains it on quit. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Failed, failure, type Result } from '../../preload/contract/failures/failure.ts';
import type { Answer, CallsAt, Parsed } from '../../preload/contract/index.ts';
import type { EngineView } from '../../preload/contract/views/views.ts';
import type {
  EngineCallName,
  EngineEvent,
  EngineMessage,
  EngineRequest,
  MainCalls,
} from '../engine/index.ts';

/** The part of a utility process that is used. */
export interface EngineProcess {
  readonly pid: number | undefined;
  postMessage(message: EngineRequest): void;
  onMessage(listener: (message: EngineMessage) => void): void;
  onExit(listener: (code: number) => void): void;
  /** SIGKILL. */
  kill(): void;
}

export interface EngineHostOptions {
  readonly start: () => EngineProcess;
  readonly onEvent: (event: EngineEvent) => void;
  readonly onState: (view: EngineView) => void;
  /** The store is open, after the first start and after each restart: connections and uploads can be resumed. */
  readonly onReady: () => void;
  readonly onCrash: (code: number) => void;
  /** Delay before a restart; tests shorten it. */
  readonly restartDelayMs?: (crashes: number) => number;
  readonly now?: () => Date;
}

export interface EngineHost {
  readonly view: EngineView;
  start(): void;
  /** Resolves once the store is open, or can't be opened. */
  whenOpen(): Promise<void>;
  call<Name extends keyof MainCalls>(
    name: Name,
    argument: MainCalls[Name]['argument'],
  ): Promise<Result<MainCalls[Name]['answer']>>;
  /** A call of the window, already parsed. */
  forward<Name extends CallsAt<'engine'>>(name: Name, argument: Parsed<Name>): Promise<Result<Answer<Name>>>;
  /** Ends the engine within the deadline. Returns the uploads that were running. */
  drain(deadlineMs: number): Promise<readonly number[]>;
}

/** After more crashes than this, each within `crashWindowMs` of a start, the engine is not restarted. */
const maxCrashes = 6;
const crashWindowMs = 60_000;
/** A store that is in use, or a full disk, may be available again later. */
const storeRetryMs = 5_000;

/** How long a killed engine is waited for. */
const exitTimeoutMs = 3_000;

/** 0.25 s, 0.5 s, 1 s … 8 s. Pure. */
export function defaultRestartDelayMs(crashes: number): number {
  return Math.min(8_000, 250 * 2 ** Math.max(0, crashes - 1));
}

export function createEngineHost(options: EngineHostOptions): EngineHost {
  const { restartDelayMs = defaultRestartDelayMs, now = () => new Date() } = options;
  let view: EngineView = { kind: 'starting' };
  let child: EngineProcess | null = null;
  /** Resolves when the engine can be called, or with why it can't. */
  let opening = Promise.withResolvers<Result<undefined>>();
  let exited = Promise.withResolvers<void>();
  let lastId = 0;
  let crashes = 0;
  let restarts = 0;
  let readyAtMs = 0;
  let isDraining = false;
  const pending = new Map<number, (result: Result<unknown>) => void>();

  function setView(next: EngineView): void {
    view = next;
    options.onState(next);
  }

  function setOpened(result: Result<undefined>): void {
    opening.resolve(result);
    // Later calls get the latest result.
    opening = Promise.withResolvers();
    opening.resolve(result);
  }

  const unavailable = (): Failed => failure(isDraining ? 'closing' : 'engine-restarting');

  function launch(): void {
    const started = options.start();
    child = started;
    exited = Promise.withResolvers();
    started.onMessage(handleMessage);
    started.onExit(handleExit);
  }

  function handleMessage(message: EngineMessage): void {
    if ('event' in message) options.onEvent(message);
    else if ('ready' in message) handleReady(message.ready);
    else {
      const resolve = pending.get(message.id);
      pending.delete(message.id);
      resolve?.(message.result);
    }
  }

  function handleReady(ready: Result<undefined>): void {
    setOpened(ready);
    if (!ready.ok) {
      setView({ kind: 'failed', failure: ready.failure });
      child?.kill();
      return;
    }
    readyAtMs = now().getTime();
    setView(
      restarts === 0 ? { kind: 'running' } : { kind: 'restarted', at: now().toISOString(), times: restarts },
    );
    options.onReady();
  }

  function handleExit(code: number): void {
    child = null;
    exited.resolve();
    for (const resolve of pending.values()) resolve(unavailable());
    pending.clear();
    if (!isDraining) void restart(code);
  }

  async function restart(code: number): Promise<void> {
    if (view.kind === 'failed') {
      // It reported why it can't run, so this isn't a crash.
      if (!isTemporary(view)) return;
      await delay(storeRetryMs);
    } else if (countCrash(code)) {
      opening = Promise.withResolvers();
      setView({ kind: 'starting' });
      await delay(restartDelayMs(crashes));
    } else {
      const gaveUp = failure('engine-crashed-repeatedly');
      setOpened(gaveUp);
      setView({ kind: 'failed', failure: gaveUp.failure });
      return;
    }
    if (!isDraining) launch();
  }

  /** Whether the engine may be started again. */
  function countCrash(code: number): boolean {
    options.onCrash(code);
    if (now().getTime() - readyAtMs > crashWindowMs) crashes = 0;
    crashes += 1;
    restarts += 1;
    return crashes <= maxCrashes;
  }

  async function post<Value>(name: EngineCallName, argument: unknown): Promise<Result<Value>> {
    const opened = await opening.promise;
    if (!opened.ok) return opened;
    if (child === null) return unavailable();
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    pending.set(lastId, resolve);
    child.postMessage({ id: lastId, name, argument });
    return resultSchema<Value>().parse(await promise);
  }

  return {
    get view() {
      return view;
    },
    start: launch,
    async whenOpen() {
      await opening.promise;
    },
    call: post,
    forward: post,
    async drain(deadlineMs) {
      isDraining = true;
      opening.resolve(failure('closing'));
      const draining = child;
      if (draining === null) return [];
      const deadline = Promise.withResolvers<null>();
      const timer = setTimeout(() => deadline.resolve(null), deadlineMs);
      const drained = await Promise.race([
        post<MainCalls['engine.drain']['answer']>('engine.drain', undefined),
        deadline.promise,
      ]);
      clearTimeout(timer);
      // Its store is closed, or the deadline has passed: what it has written is kept either way.
      draining.kill();
      // A process with a thread in a system call ends when the call does: a share that doesn't answer must not keep the app.
      const exitTimeout = new AbortController();
      const options = { signal: exitTimeout.signal };
      await Promise.race([exited.promise, delay(exitTimeoutMs, undefined, options).catch(() => undefined)]);
      exitTimeout.abort();
      return drained?.ok === true ? drained.value.uploadIds : [];
    },
  };
}

/** The engine's process is ours and written to the same types, so only the outer shape is checked. */
function resultSchema<Value>() {
  return z.custom<Result<Value>>((value) => typeof value === 'object' && value !== null && 'ok' in value);
}

function isTemporary(view: EngineView): boolean {
  return (
    view.kind === 'failed' && (view.failure.code === 'store-locked' || view.failure.code === 'disk-full')
  );
}
