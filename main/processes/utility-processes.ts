/** The engine and the sandbox as Electron's utility processes. They end when main ends. */
import { type UtilityProcess, utilityProcess } from 'electron';
import type { FromEngine } from '../engine/index.ts';
import type { SandboxProcess } from '../sandbox/index.ts';
import type { EngineProcess } from './engine-host.ts';

export function startEngine(
  entry: string,
  args: readonly string[],
  onWords: (text: string) => void,
): EngineProcess {
  const child = utilityProcess.fork(entry, [...args], {
    serviceName: 'Lading engine',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr?.on('data', (chunk: Buffer) => onWords(chunk.toString()));
  return {
    get pid() {
      return child.pid;
    },
    postMessage: (message) => child.postMessage(message),
    onMessage(listener) {
      child.on('message', (message: FromEngine) => listener(message));
    },
    onExit(listener) {
      child.once('exit', listener);
    },
    kill: () => endNow(child),
  };
}

export function startSandboxProcess(entry: string, args: readonly string[]): SandboxProcess {
  const child = utilityProcess.fork(entry, [...args], {
    serviceName: 'Lading practice platform',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    get stdout() {
      return child.stdout;
    },
    get stderr() {
      return child.stderr;
    },
    once(event, listener) {
      if (event === 'exit') child.once('exit', () => listener());
      else child.once('error', () => listener());
    },
    kill(signal) {
      if (signal === 'SIGKILL') endNow(child);
      else child.kill();
    },
  };
}

/** UtilityProcess.kill asks; what does not listen has to be ended. */
function endNow(child: UtilityProcess): void {
  if (child.pid === undefined) {
    // Not started yet, or gone already: the first is ended as soon as it can be, the second starts no more.
    child.once('spawn', () => endNow(child));
    return;
  }
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // It was gone already.
  }
}
