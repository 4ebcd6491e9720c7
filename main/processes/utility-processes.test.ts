import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';

const child = Object.assign(new EventEmitter(), { pid: undefined as number | undefined, stderr: null });
vi.mock('electron', () => ({ utilityProcess: { fork: () => child } }));
const { startEngineProcess } = await import('./utility-processes.ts');

describe('the process of the engine', () => {
  it('is killed even if kill is called before it has spawned', async () => {
    const engine = startEngineProcess('engine.js', [], () => undefined);
    engine.kill();
    const real = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const ended = once(real, 'exit');
    child.pid = real.pid;
    child.emit('spawn');
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
});
