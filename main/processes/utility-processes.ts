/** The engine and the sandbox as Electron utility processes, which end together with main. */
import { type UtilityProcess, utilityProcess } from 'electron';
import { childEnvironment } from '../../preload/contract/environment.ts';
import type { EngineMessage } from '../engine/index.ts';
import type { SandboxProcess } from '../sandbox/index.ts';
import type { EngineProcess } from './engine-host.ts';

export function startEngineProcess(
  entry: string,
  args: readonly string[],
  onStderr: (text: string) => void,
): EngineProcess {
  const child = utilityProcess.fork(entry, [...args], {
    env: childEnvironment(process.platform, process.env),
    serviceName: 'Lading engine',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr?.on('data', (chunk: Buffer) => onStderr(chunk.toString()));
  return {
    get pid() {
      return child.pid;
    },
    postMessage: (message) => child.postMessage(message),
    onMessage(listener) {
      child.on('message', (message: EngineMessage) => listener(message));
    },
    onExit(listener) {
      child.once('exit', listener);
    },
    kill: () => forceKill(child),
  };
}

export function startSandboxProcess(entry: string, args: readonly string[]): SandboxProcess {
  const child = utilityProcess.fork(entry, [...args], {
    env: childEnvironment(process.platform, process.env),
    serviceName: 'Lading sandbox',
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
      if (signal === 'SIGKILL') forceKill(child);
      else child.kill();
    },
  };
}

/** UtilityProcess.kill only asks the process to end. */
function forceKill(child: UtilityProcess): void {
  if (child.pid === undefined) {
    // Not spawned yet: it is killed as soon as it is. Already gone: this listener is never called.
    child.once('spawn', () => forceKill(child));
    return;
  }
  try {
    process.kill(child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
