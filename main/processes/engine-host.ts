/** Starts the engine's process, asks it, starts it again when it ends by itself, and drains it on quit. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type Failure, failure, type Result } from '../../preload/contract/failure.ts';
import type { Answer, CallsAt, Parsed } from '../../preload/contract/index.ts';
import type { EngineView } from '../../preload/contract/views.ts';
import type { DeskCallName, DeskEvent, FromEngine, HostCalls, ToEngine } from '../engine/index.ts';

/** The part of a utility process that is used. */
export interface EngineProcess {
  readonly pid: number | undefined;
  postMessage(message: ToEngine): void;
  onMessage(listener: (message: FromEngine) => void): void;
  /** However it came about. */
  onExit(listener: (code: number) => void): void;
  /** SIGKILL: it had its chance. */
  kill(): void;
}

export interface EngineHostOptions {
  readonly start: () => EngineProcess;
  readonly onEvent: (event: DeskEvent) => void;
  readonly onState: (view: EngineView) => void;
  /** The store is open: connections and uploads are to be taken up. Also after each restart. */
  readonly onReady: () => void;
  readonly onCrash: (code: number) => void;
  /** Waits between two starts; tests make it short. */
  readonly pauseMs?: (crashes: number) => number;
  readonly now?: () => Date;
}

export interface EngineHost {
  readonly view: EngineView;
  start(): void;
  /** Resolves once the store is open, or cannot be. */
  settled(): Promise<void>;
  ask<Name extends keyof HostCalls>(
    name: Name,
    argument: HostCalls[Name]['argument'],
  ): Promise<Result<HostCalls[Name]['answer']>>;
  /** The window's own calls, handed on as they were parsed. */
  pass<Name extends CallsAt<'engine'>>(name: Name, argument: Parsed<Name>): Promise<Result<Answer<Name>>>;
  /** Ends it within the deadline, and tells which uploads were being sent. */
  drain(deadlineMs: number): Promise<readonly number[]>;
}

/** More ends than this without a quiet minute, and the engine is left alone until Lading is started again. */
const mostCrashes = 6;
const quietMs = 60_000;
/** A store that another Lading holds, or a full disk, may be there again in a while. */
const storeRetryMs = 5_000;

/** 0.25 s, 0.5 s, 1 s … 8 s. Pure. */
export function restartPauseMs(crashes: number): number {
  return Math.min(8_000, 250 * 2 ** Math.max(0, crashes - 1));
}

type Settle = (result: Result<unknown>) => void;

const ended: Failure = {
  code: 'stopped',
  message: 'The engine ended in the middle of this and is being started again. Try again in a moment.',
};
const quitting: Failure = { code: 'stopped', message: 'Lading is being quit.' };

export function createEngineHost(options: EngineHostOptions): EngineHost {
  const { pauseMs = restartPauseMs, now = () => new Date() } = options;
  let view: EngineView = { kind: 'starting' };
  let child: EngineProcess | null = null;
  /** Settles when the engine can be asked, or why it cannot. */
  let usable = Promise.withResolvers<Result<undefined>>();
  let exited = Promise.withResolvers<void>();
  let lastId = 0;
  let crashes = 0;
  let restarts = 0;
  let readyAtMs = 0;
  let isDraining = false;
  const pending = new Map<number, Settle>();

  function show(next: EngineView): void {
    view = next;
    options.onState(next);
  }

  function settle(result: Result<undefined>): void {
    usable.resolve(result);
    // Later askers find the newest state.
    usable = Promise.withResolvers();
    usable.resolve(result);
  }

  function launch(): void {
    const started = options.start();
    child = started;
    exited = Promise.withResolvers();
    started.onMessage((message) => hear(message));
    started.onExit((code) => gone(code));
  }

  function hear(message: FromEngine): void {
    if ('event' in message) options.onEvent(message);
    else if ('ready' in message) opened(message.ready);
    else {
      const waiting = pending.get(message.id);
      pending.delete(message.id);
      waiting?.(message.result);
    }
  }

  function opened(ready: Result<undefined>): void {
    if (!ready.ok) {
      settle(ready);
      show({ kind: 'failed', failure: ready.failure });
      child?.kill();
      return;
    }
    readyAtMs = now().getTime();
    settle(ready);
    show(
      restarts === 0 ? { kind: 'running' } : { kind: 'restarted', at: now().toISOString(), times: restarts },
    );
    options.onReady();
  }

  function gone(code: number): void {
    child = null;
    exited.resolve();
    const failure = isDraining ? quitting : ended;
    for (const waiting of pending.values()) waiting({ ok: false, failure });
    pending.clear();
    if (isDraining) return;
    void restart(code);
  }

  async function restart(code: number): Promise<void> {
    const wasRefused = view.kind === 'failed';
    if (wasRefused) {
      // It said why and ended in order: that is no crash.
      if (!mayPass(view)) return;
      await delay(storeRetryMs);
    } else {
      options.onCrash(code);
      if (now().getTime() - readyAtMs > quietMs) crashes = 0;
      crashes += 1;
      restarts += 1;
      if (crashes > mostCrashes) {
        const found = failure(
          'stopped',
          'The engine ended several times in a row and is not started again by itself. Nothing that was sent is lost. Quit Lading and start it again.',
        );
        settle(found);
        show({ kind: 'failed', failure: found.failure });
        return;
      }
      usable = Promise.withResolvers();
      show({ kind: 'starting' });
      await delay(pauseMs(crashes));
    }
    if (!isDraining) launch();
  }

  async function post<Value>(name: DeskCallName, argument: unknown): Promise<Result<Value>> {
    const open = await usable.promise;
    if (!open.ok) return open;
    if (child === null) return { ok: false, failure: isDraining ? quitting : ended };
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
    pending.set(lastId, resolve);
    child.postMessage({ id: lastId, name, argument });
    return answerSchema<Value>().parse(await promise);
  }

  return {
    get view() {
      return view;
    },
    start: launch,
    async settled() {
      await usable.promise;
    },
    ask: (name, argument) => post(name, argument),
    pass: (name, argument) => post(name, argument),
    async drain(deadlineMs) {
      isDraining = true;
      usable.resolve({ ok: false, failure: quitting });
      const last = child;
      if (last === null) return [];
      const late = Promise.withResolvers<null>();
      const deadline = setTimeout(() => late.resolve(null), deadlineMs);
      const drained = await Promise.race([
        post<HostCalls['engine.drain']['answer']>('engine.drain', undefined),
        late.promise,
      ]);
      clearTimeout(deadline);
      // Its store is closed, or it had its time: what it had written down is kept either way.
      last.kill();
      await exited.promise;
      return drained?.ok === true ? drained.value.uploadIds : [];
    },
  };
}

/** The engine is ours and its process is written to the same types; what is checked is that this is an answer at all. */
function answerSchema<Value>() {
  return z.custom<Result<Value>>((value) => typeof value === 'object' && value !== null && 'ok' in value);
}

function mayPass(view: EngineView): boolean {
  return (
    view.kind === 'failed' && (view.failure.code === 'store-locked' || view.failure.code === 'disk-full')
  );
}
