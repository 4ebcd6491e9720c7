import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { success } from '../../preload/contract/failure.ts';
import type { SandboxView } from '../../preload/contract/views.ts';
import { memoryFile } from '../../test/fakes/main-state.ts';
import { createSandboxHost } from './sandbox-host.ts';

let dataDir = '';
const folders: string[] = [];
const newFolder = (): void => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-practice-'));
  folders.push(dataDir);
};
beforeAll(newFolder);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The sandbox itself, as another process without standard input, the way a utility process runs it. */
function stage(file: { value: { port: number } }) {
  const states: SandboxView[] = [];
  const practised: { url: string; apiKey: string }[] = [];
  const children: ReturnType<typeof spawn>[] = [];
  let endedCount = 0;
  let connects = true;
  const failedState = Promise.withResolvers<void>();
  const host = createSandboxHost({
    dataDir,
    file: Object.assign(memoryFile(file.value), file),
    startProcess: (entry, args) => {
      const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      children.push(child);
      return child;
    },
    practise: async (url, apiKey) => {
      practised.push({ url, apiKey });
      return success({
        id: 'p',
        name: 'Practice',
        serverUrl: url,
        keyId: null,
        profileName: null,
        isSandbox: true,
        state: connects
          ? { kind: 'ready', userName: 'Admin' }
          : { kind: 'failed', failure: { code: 'unreachable', message: 'No answer.' } },
      });
    },
    onEnded: async () => {
      endedCount += 1;
    },
    onState: (view) => {
      states.push(view);
      if (view.kind === 'failed') failedState.resolve();
    },
  });
  return {
    host,
    states,
    practised,
    children,
    endedCount: () => endedCount,
    failed: failedState.promise,
    refuseConnection: () => {
      connects = false;
    },
  };
}

describe('practising on this computer', () => {
  it('starts the platform, connects with its key, and finds the same address again', async () => {
    const file = memoryFile({ port: 0 });
    const { host, states, practised, children, endedCount } = stage(file);
    const [first, second] = await Promise.all([host.start(), host.start()]);
    expect(first).toEqual(second);
    expect(children).toHaveLength(1);
    const [{ url, apiKey } = { url: '', apiKey: '' }] = practised;
    expect((await fetch(url)).status).toBe(200);
    expect(apiKey).toMatch(/^sandbox\./);
    expect(first).toEqual(success({ kind: 'running', url, connectionId: 'p' }));
    expect(JSON.stringify(states)).not.toContain(apiKey);
    expect(await host.stop()).toEqual(success({ kind: 'stopped' }));
    expect(endedCount()).toBe(1);

    const later = stage(memoryFile({ port: Number(new URL(url).port) }));
    await later.host.start();
    expect(later.practised[0]).toEqual({ url, apiKey });
    await later.host.stop();
    expect(later.states.map(({ kind }) => kind)).toEqual(['starting', 'running', 'stopped']);
  });

  it('takes another address when somebody else has the old one', async () => {
    const busy = stage(memoryFile({ port: 0 }));
    await busy.host.start();
    const port = Number(new URL(busy.practised[0]?.url ?? '').port);
    newFolder();
    const other = stage(memoryFile({ port }));
    expect(await other.host.start()).toMatchObject({ ok: true });
    expect(other.practised[0]?.url).not.toBe(busy.practised[0]?.url);
    await Promise.all([busy.host.stop(), other.host.stop()]);
  });

  it('says so when the platform ends by itself, and can be started again', async () => {
    const { host, children, failed, endedCount } = stage(memoryFile({ port: 0 }));
    await host.start();
    children[0]?.kill('SIGKILL');
    await failed;
    expect(host.view).toMatchObject({ kind: 'failed', failure: { code: 'stopped' } });
    expect(endedCount()).toBe(1);
    expect(await host.start()).toMatchObject({ ok: true });
    await host.stop();
  });

  it('leaves no process behind when the engine cannot connect to it', async () => {
    const { host, children, refuseConnection } = stage(memoryFile({ port: 0 }));
    refuseConnection();
    expect(await host.start()).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
    expect(host.view.kind).toBe('failed');
    expect(children[0]?.exitCode ?? children[0]?.signalCode).not.toBeNull();
  });
});
