/** Utility processes as plain Node processes with process.parentPort. */
import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onExit } from './app.ts';
import { failOnMissing } from './event.ts';
import { observed } from './observed.ts';

interface ForkOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
  readonly cwd?: string;
  readonly stdio?: 'pipe' | 'ignore' | 'inherit' | readonly ('pipe' | 'ignore' | 'inherit')[];
  readonly serviceName?: string;
}

const parentPort = fileURLToPath(new URL('./parent-port.ts', import.meta.url));
const living = new Set<ChildProcess>();

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  #isThere = true;

  constructor(entry: string, args: readonly string[], options: ForkOptions) {
    super();
    const { stdio = 'inherit', serviceName = 'Node Utility Process' } = options;
    const kinds = typeof stdio === 'string' ? (['ignore', stdio, stdio] as const) : stdio;
    const execArgv = options.execArgv ?? [];
    const child = spawn(process.execPath, [...execArgv, '--import', parentPort, entry, ...args], {
      // Electron's have no standard input either.
      stdio: ['ignore', kinds[1] ?? 'inherit', kinds[2] ?? 'inherit', 'ipc'],
      serialization: 'advanced',
      // Electron takes no options from the environment. Here they load what the tests need in every process.
      env: {
        NODE_OPTIONS: process.env['NODE_OPTIONS'],
        TESTS_HOME: process.env['TESTS_HOME'],
        ...(options.env ?? process.env),
      },
      cwd: options.cwd,
    });
    this.#child = child;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    living.add(child);
    child.on('spawn', () => {
      observed.processes.push({ name: serviceName, pid: child.pid ?? 0 });
      this.emit('spawn');
    });
    child.on('message', (message) => this.emit('message', message));
    child.on('error', (error) => this.emit('error', 'FatalError', '', String(error)));
    child.on('exit', (code, signal) => {
      this.#isThere = false;
      living.delete(child);
      observed.processes = observed.processes.filter(({ pid }) => pid !== child.pid);
      this.emit('exit', code ?? signalCodes[signal ?? ''] ?? 1);
    });
  }

  get pid(): number | undefined {
    return this.#isThere ? this.#child.pid : undefined;
  }
  postMessage(message: Serializable): void {
    if (this.#isThere && this.#child.connected) this.#child.send(message);
  }
  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }
}

const signalCodes: Readonly<Record<string, number | undefined>> = { SIGKILL: 9, SIGTERM: 15, SIGSEGV: 11 };

export const utilityProcess = {
  fork(entry: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess {
    return failOnMissing('UtilityProcess', new UtilityProcess(entry, args, options));
  },
};

onExit.push(() => {
  for (const child of living) child.kill('SIGKILL');
});
