/** The engine's process as main starts it, without Electron. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EngineMessage } from '../../main/engine/index.ts';
import type { EngineProcess } from '../../main/processes/engine-host.ts';

const entry = fileURLToPath(new URL('../../main/engine/rpc/process.ts', import.meta.url));
/** Electron's parentPort of a utility process, over a child process's own channel. */
const parentPort = `data:text/javascript,${encodeURIComponent(`
  process.parentPort = {
    on: (event, listener) => process.on('message', (data) => listener({ data })),
    postMessage: (message) => process.send(message),
  };
`)}`;

export function forkEngine(stateDir: string): {
  readonly process: EngineProcess;
  readonly child: ChildProcess;
} {
  const child = fork(entry, ['--state', stateDir, '--version', '0'], {
    execArgv: ['--import', parentPort],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const process: EngineProcess = {
    get pid() {
      return child.pid;
    },
    postMessage: (message) => {
      child.send(message);
    },
    onMessage: (listener) => {
      child.on('message', (message: EngineMessage) => listener(message));
    },
    onExit: (listener) => {
      child.once('exit', (code) => listener(code ?? 0));
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
  return { process, child };
}
