/** Starts and stops the sandbox, and keeps its connection up to date. */
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { errnoOf } from '../../preload/contract/failures/errno.ts';
import {
  type Failed,
  type Failure,
  failure,
  type Result,
  success,
} from '../../preload/contract/failures/failure.ts';
import type { ConnectionView, SandboxView } from '../../preload/contract/views/views.ts';
import type { JsonStore } from '../app/json-store.ts';
import {
  deleteSandboxData,
  type Sandbox,
  type StartProcess,
  sandboxDataBytes,
  tryStartSandbox,
} from '../sandbox/index.ts';

/** The port is kept, so that an upload from an earlier session finds its server again. */
export const sandboxSettingsSchema = z.object({ port: z.int().min(0).max(65_535) });

export interface SandboxHostOptions {
  readonly dataDir: string;
  readonly store: JsonStore<z.infer<typeof sandboxSettingsSchema>>;
  readonly startProcess: StartProcess;
  readonly connect: (url: string, apiKey: string) => Promise<Result<ConnectionView>>;
  readonly disconnect: () => Promise<void>;
  readonly onState: (view: SandboxView) => void;
}

export interface SandboxHost {
  readonly view: SandboxView;
  start(): Promise<Result<SandboxView>>;
  stop(): Promise<Result<SandboxView>>;
  /** A new address for its pages, which works once. Returns null if it isn't running. */
  pageAddress(): string | null;
  /** How much disk space its data takes. */
  dataBytes(): Promise<number>;
  /** How much more it can take. Returns null where nobody can say. */
  freeBytes(): Promise<number | null>;
  /** Stops it and deletes everything that was uploaded to it. */
  deleteData(): Promise<Result<undefined>>;
}

const stopTimeoutMs = 5_000;

export function createSandboxHost(options: SandboxHostOptions): SandboxHost {
  let view: SandboxView = { kind: 'stopped' };
  let sandbox: Sandbox | null = null;
  let starting: Promise<Result<SandboxView>> | null = null;

  function setView(next: SandboxView): SandboxView {
    view = next;
    options.onState(next);
    return next;
  }

  function fail(reason: Failure): Failed {
    setView({ kind: 'failed', failure: reason });
    return { ok: false, failure: reason };
  }

  async function launch(): Promise<Result<SandboxView>> {
    setView({ kind: 'starting' });
    const { dataDir, startProcess, store } = options;
    // A utility process has no standard input to watch; it ends together with main.
    const settings = { dataDir, startProcess, withParent: false };
    let started = await tryStartSandbox({ ...settings, port: store.value.port });
    // If another program uses the port now, any port is better than no sandbox.
    if (!started.ok && store.value.port !== 0) started = await tryStartSandbox({ ...settings, port: 0 });
    if (!started.ok) return fail(started.failure);
    const running = started.value;
    sandbox = running;
    await store.set({ port: running.port });
    void running.exited.then(() => handleExit(running));
    const connected = await connect(running);
    if (!connected.ok) {
      await options.disconnect();
      await stopProcess();
      return fail(connected.failure);
    }
    return success(setView({ kind: 'running', url: running.url, connectionId: connected.value }));
  }

  /** Returns the connection's id once it is ready. */
  async function connect({ url, apiKey }: Sandbox): Promise<Result<string>> {
    const connection = await options.connect(url, apiKey);
    if (!connection.ok) return connection;
    const { id, state } = connection.value;
    return state.kind === 'failed' ? { ok: false, failure: state.failure } : success(id);
  }

  async function handleExit(exited: Sandbox): Promise<void> {
    // Otherwise it was stopped on purpose.
    if (sandbox !== exited) return;
    sandbox = null;
    await options.disconnect();
    fail(failure('sandbox-ended').failure);
  }

  async function stopProcess(): Promise<void> {
    const stopping = sandbox;
    sandbox = null;
    if (stopping === null) return;
    const timer = setTimeout(() => stopping.kill(), stopTimeoutMs);
    await stopping.stop();
    clearTimeout(timer);
  }

  async function stop(): Promise<Result<SandboxView>> {
    await starting;
    if (sandbox !== null) {
      await options.disconnect();
      await stopProcess();
    }
    return success(setView({ kind: 'stopped' }));
  }

  return {
    get view() {
      return view;
    },
    async start() {
      if (view.kind === 'running') return success(view);
      starting ??= launch().finally(() => {
        starting = null;
      });
      return starting;
    },
    stop,
    pageAddress: () => sandbox?.pageAddress() ?? null,
    dataBytes: () => sandboxDataBytes(options.dataDir),
    freeBytes: () => freeBytes(options.dataDir),
    async deleteData() {
      await stop();
      return deleteSandboxData(options.dataDir);
    },
  };
}

/** Before its first start, the folder of its data isn't there yet. */
async function freeBytes(dataDir: string): Promise<number | null> {
  for (const folder of [dataDir, dirname(dataDir)])
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    } catch (error) {
      errnoOf(error);
    }
  return null;
}
