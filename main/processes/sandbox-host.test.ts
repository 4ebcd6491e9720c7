import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import type { SandboxView } from '../../preload/contract/views/views.ts';
import { memoryStore } from '../../test/fakes/memory-store.ts';
import { deleteSandboxData } from '../sandbox/index.ts';
import { createSandboxHost } from './sandbox-host.ts';

let dataDir = '';
const folders: string[] = [];
const newFolder = (): void => {
  dataDir = mkdtempSync(join(tmpdir(), 'lading-sandbox-'));
  folders.push(dataDir);
};
beforeAll(newFolder);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The real sandbox in a process without standard input, like a utility process. */
function createHost(store: { value: { port: number } }) {
  const states: SandboxView[] = [];
  const opened: { url: string; apiKey: string }[] = [];
  const children: ReturnType<typeof spawn>[] = [];
  let disconnects = 0;
  let connects = true;
  const failedState = Promise.withResolvers<void>();
  const host = createSandboxHost({
    dataDir,
    store: Object.assign(memoryStore(store.value), store),
    startProcess: (entry, args) => {
      const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      children.push(child);
      return child;
    },
    connect: async (url, apiKey) => {
      opened.push({ url, apiKey });
      return success({
        id: 'p',
        name: 'Sandbox',
        serverUrl: url,
        keyId: null,
        profileName: null,
        isSandbox: true,
        directoryId: null,
        form: null,
        state: connects
          ? { kind: 'ready', userName: 'Admin' }
          : { kind: 'failed', failure: failure('key-malformed').failure },
      });
    },
    disconnect: async () => {
      disconnects += 1;
    },
    onState: (view) => {
      states.push(view);
      if (view.kind === 'failed') failedState.resolve();
    },
  });
  return {
    host,
    states,
    opened,
    children,
    disconnects: () => disconnects,
    failed: failedState.promise,
    refuseConnection: () => {
      connects = false;
    },
  };
}

describe('the sandbox host', () => {
  it('starts the sandbox, connects with its key, and uses the same address again', async () => {
    const store = memoryStore({ port: 0 });
    const { host, states, opened, children, disconnects } = createHost(store);
    const [first, second] = await Promise.all([host.start(), host.start()]);
    expect(first).toEqual(second);
    expect(children).toHaveLength(1);
    const [{ url, apiKey } = { url: '', apiKey: '' }] = opened;
    expect((await fetch(url)).status).toBe(403);
    const page = host.pageAddress() ?? '';
    expect(page.startsWith(`${url}/?token=`)).toBe(true);
    expect((await fetch(page, { redirect: 'manual' })).status).toBe(303);
    expect((await fetch(page, { redirect: 'manual' })).status).toBe(403);
    expect(apiKey).toMatch(/^sandbox\./);
    expect(first).toEqual(success({ kind: 'running', url, connectionId: 'p' }));
    expect(JSON.stringify(states)).not.toContain(apiKey);
    expect(JSON.stringify(states)).not.toContain('token');
    expect(await host.stop()).toEqual(success({ kind: 'stopped' }));
    expect(disconnects()).toBe(1);
    expect(host.pageAddress()).toBeNull();

    const later = createHost(memoryStore({ port: Number(new URL(url).port) }));
    await later.host.start();
    expect(later.opened[0]).toEqual({ url, apiKey });
    await later.host.stop();
    expect(later.states.map(({ kind }) => kind)).toEqual(['starting', 'running', 'stopped']);
  });

  it('uses another address when the previous port is taken', async () => {
    const first = createHost(memoryStore({ port: 0 }));
    await first.host.start();
    const port = Number(new URL(first.opened[0]?.url ?? '').port);
    newFolder();
    const other = createHost(memoryStore({ port }));
    expect(await other.host.start()).toMatchObject({ ok: true });
    expect(other.opened[0]?.url).not.toBe(first.opened[0]?.url);
    await Promise.all([first.host.stop(), other.host.stop()]);
  });

  it('reports an unexpected end, and can start again', async () => {
    const { host, children, failed, disconnects } = createHost(memoryStore({ port: 0 }));
    await host.start();
    children[0]?.kill('SIGKILL');
    await failed;
    expect(host.view).toMatchObject({ kind: 'failed', failure: { code: 'sandbox-ended' } });
    expect(disconnects()).toBe(1);
    expect(await host.start()).toMatchObject({ ok: true });
    await host.stop();
  });

  it('stops before its data is deleted, and starts empty afterwards', async () => {
    newFolder();
    const { host } = createHost(memoryStore({ port: 0 }));
    await host.start();
    writeFileSync(join(dataDir, 'files', '400001'), Buffer.alloc(5_000_000, 1));
    expect(await host.dataBytes()).toBeGreaterThanOrEqual(5_000_000);
    expect(await host.freeBytes()).toBeGreaterThan(0);
    // Another sandbox on the same data can be running: one of the command line.
    expect(await deleteSandboxData(dataDir)).toEqual(failure('sandbox-data-in-use', { path: dataDir }));
    expect(await host.deleteData()).toEqual(success(undefined));
    expect(host.view.kind).toBe('stopped');
    expect(existsSync(dataDir)).toBe(false);
    expect(await host.dataBytes()).toBe(0);
    expect(await host.start()).toMatchObject({ ok: true });
    expect(await host.dataBytes()).toBeLessThan(5_000_000);
    await host.stop();
  });

  it('leaves no process behind when the connection fails', async () => {
    const { host, children, refuseConnection } = createHost(memoryStore({ port: 0 }));
    refuseConnection();
    expect(await host.start()).toMatchObject({ ok: false, failure: { code: 'key-malformed' } });
    expect(host.view.kind).toBe('failed');
    expect(children[0]?.exitCode ?? children[0]?.signalCode).not.toBeNull();
  });
});
