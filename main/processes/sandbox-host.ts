/** The practice platform on this computer, started and stopped by a person. */
import { z } from 'zod';
import { type Failure, failure, type Result, success } from '../../preload/contract/failure.ts';
import type { ConnectionView, SandboxView } from '../../preload/contract/views.ts';
import type { JsonFile } from '../app/json-store.ts';
import { type Sandbox, type StartProcess, tryStartSandbox } from '../sandbox/index.ts';

/** The port stays the same: an upload that was begun yesterday finds its server again. */
export const practiceSchema = z.object({ port: z.int().min(0).max(65_535) });

export interface SandboxHostOptions {
  readonly dataDir: string;
  readonly file: JsonFile<z.infer<typeof practiceSchema>>;
  readonly startProcess: StartProcess;
  readonly practise: (url: string, apiKey: string) => Promise<Result<ConnectionView>>;
  readonly onEnded: () => Promise<void>;
  readonly onState: (view: SandboxView) => void;
}

export interface SandboxHost {
  readonly view: SandboxView;
  start(): Promise<Result<SandboxView>>;
  stop(): Promise<Result<SandboxView>>;
}

const stopMs = 5_000;

export function createSandboxHost(options: SandboxHostOptions): SandboxHost {
  let view: SandboxView = { kind: 'stopped' };
  let sandbox: Sandbox | null = null;
  let starting: Promise<Result<SandboxView>> | null = null;

  function show(next: SandboxView): SandboxView {
    view = next;
    options.onState(next);
    return next;
  }

  function failed(why: Failure): { readonly ok: false; readonly failure: Failure } {
    show({ kind: 'failed', failure: why });
    return { ok: false, failure: why };
  }

  async function begin(): Promise<Result<SandboxView>> {
    show({ kind: 'starting' });
    const { dataDir, startProcess, file } = options;
    // A utility process has no standard input to watch; it ends with main by itself.
    const settings = { dataDir, startProcess, withParent: false };
    let started = await tryStartSandbox({ ...settings, port: file.value.port });
    // Somebody else took the port meanwhile; practising matters more than yesterday's address.
    if (!started.ok && file.value.port !== 0) started = await tryStartSandbox({ ...settings, port: 0 });
    if (!started.ok) return failed(started.failure);
    const running = started.value;
    sandbox = running;
    await file.set({ port: running.port });
    void running.exited.then(() => ended(running));
    const connection = await options.practise(running.url, running.apiKey);
    const connected = connection.ok ? readyIn(connection.value) : connection;
    if (!connected.ok) {
      await options.onEnded();
      await halt();
      return failed(connected.failure);
    }
    return success(show({ kind: 'running', url: running.url, connectionId: connected.value }));
  }

  async function ended(which: Sandbox): Promise<void> {
    if (sandbox !== which) return;
    sandbox = null;
    await options.onEnded();
    failed(
      failure(
        'stopped',
        'The practice platform ended by itself. What was uploaded to it is kept; start it again.',
      ).failure,
    );
  }

  async function halt(): Promise<void> {
    const running = sandbox;
    sandbox = null;
    if (running === null) return;
    const late = setTimeout(() => running.kill(), stopMs);
    await running.stop();
    clearTimeout(late);
  }

  return {
    get view() {
      return view;
    },
    async start() {
      if (view.kind === 'running') return success(view);
      starting ??= begin().finally(() => {
        starting = null;
      });
      return starting;
    },
    async stop() {
      await starting;
      if (sandbox === null) return success(show({ kind: 'stopped' }));
      await options.onEnded();
      await halt();
      return success(show({ kind: 'stopped' }));
    },
  };
}

/** The connection's id, where it came about. */
function readyIn({ id, state }: ConnectionView): Result<string> {
  return state.kind === 'failed' ? failure(state.failure.code, state.failure.message) : success(id);
}
