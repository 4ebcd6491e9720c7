import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJsonFile } from '../../main/app/json-store.ts';
import { keysSchema, openSecrets } from '../../main/app/keychain.ts';
import { connectionsSchema, createConnections } from '../../main/connections/connections.ts';
import type { DeskEvent, FromEngine } from '../../main/engine/index.ts';
import { createEngineHost, type EngineProcess } from '../../main/processes/engine-host.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { createGoingOn } from '../../main/uploads/auto-resume.ts';
import { createActivity, runningSchema } from '../../main/uploads/upload-tracker.ts';
import { success } from '../../preload/contract/failure.ts';
import type { EngineView, UploadView } from '../../preload/contract/views.ts';
import { uploadView } from '../../preload/contract/views.ts';

const entry = fileURLToPath(new URL('../../main/engine/rpc/process.ts', import.meta.url));
/** What Electron gives a utility process, over a child process's own channel. */
const parentPort = `data:text/javascript,${encodeURIComponent(`
  process.parentPort = {
    on: (event, listener) => process.on('message', (data) => listener({ data })),
    postMessage: (message) => process.send(message),
  };
`)}`;

let folder = '';
let sandbox: Sandbox | null = null;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-host-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function startProcess(): EngineProcess {
  const child = fork(entry, ['--state', join(folder, 'state'), '--version', '0'], {
    execArgv: ['--import', parentPort],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return {
    get pid() {
      return child.pid;
    },
    postMessage: (message) => {
      child.send(message);
    },
    onMessage: (listener) => {
      child.on('message', (message: FromEngine) => listener(message));
    },
    onExit: (listener) => {
      child.once('exit', (code) => listener(code ?? 0));
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

/** Main's parts that need no Electron, over the real engine. */
async function openDesk(server: Sandbox) {
  const file = (name: string) => ({
    path: join(folder, name),
    onDamaged: (words: string) => expect(words).toBe(''),
  });
  const running = await openJsonFile({
    ...file('running.json'),
    schema: runningSchema,
    fallback: { uploadIds: [] },
  });
  const list = await openJsonFile({
    ...file('connections.json'),
    schema: connectionsSchema,
    fallback: { connections: [] },
  });
  const secrets = await openSecrets(
    {
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text) => Buffer.from(`v11${text}`),
      decryptStringAsync: async (kept) => ({ shouldReEncrypt: false, result: kept.toString().slice(3) }),
      getSelectedStorageBackend: () => 'gnome_libsecret',
      setUsePlainTextEncryption: () => undefined,
    },
    await openJsonFile({ ...file('keys.json'), schema: keysSchema, fallback: { keys: {} } }),
    'linux',
  );
  const changes = new EventEmitter();
  const states: EngineView['kind'][] = [];
  const notes: string[] = [];
  const activity = createActivity(running, () => undefined);
  const engine = createEngineHost({
    start: startProcess,
    onEvent: (event: DeskEvent) => {
      activity.see(event);
      if (event.event === 'upload.changed') uploadView.parse(event.data);
      changes.emit('change');
    },
    onState: (view) => {
      states.push(view.kind);
      changes.emit('change');
    },
    onReady: () => void goingOn.engineReady(),
    onCrash: () => activity.reset([]),
    pauseMs: () => 10,
  });
  const connections = createConnections({
    file: list,
    secrets,
    connect: (connection) => engine.ask('connections.open', connection),
    disconnect: (connectionId) => engine.ask('connections.close', { connectionId }),
    networkTo: async () => success({ proxyUrl: null, caPem: null }),
    onChange: () => changes.emit('change'),
    onReady: (id, key) => void goingOn.connectionReady(id, key),
  });
  const goingOn = createGoingOn({
    engine,
    activity,
    connections,
    sandbox: { view: { kind: 'stopped' }, start: async () => success({ kind: 'stopped' }) },
    tellPreferences: () =>
      engine.ask('limits.set', { bytesPerSecond: 1_500_000, schedule: null, concurrency: 4 }),
    note: (words) => notes.push(words),
  });
  engine.start();
  await engine.settled();
  if (connections.views().length === 0) {
    const added = await connections.add({
      name: 'Sandbox',
      serverUrl: server.url,
      apiKey: server.apiKey,
      acceptPlaintext: false,
    });
    expect(added).toMatchObject({ ok: true });
  }
  const until = async (holds: (upload: UploadView) => boolean, uploadId: number): Promise<UploadView> => {
    for (;;) {
      const upload = activity.upload(uploadId);
      if (upload !== undefined && holds(upload)) return upload;
      await once(changes, 'change');
    }
  };
  return { engine, connections, activity, states, notes, running, until };
}

function evidence(): string {
  const source = join(folder, 'evidence');
  mkdirSync(source);
  for (let index = 0; index < 6; index += 1)
    writeFileSync(join(source, `file-${index}.bin`), Buffer.alloc(1_000_000, index));
  return source;
}

describe('main over the real engine', () => {
  it('an upload under way goes on after its engine is killed, and after Lading was quit', async () => {
    sandbox = await startSandbox({ dataDir: join(folder, 'sandbox'), port: 0 });
    const first = await openDesk(sandbox);
    const [connection] = first.connections.views();
    const draft = await first.engine.ask('drafts.scan', {
      connectionId: connection?.id ?? '',
      databaseId: sandbox.databaseId,
      dataset: { name: 'Laptop', description: null },
      sources: [evidence()],
      links: [],
      followSymlinks: false,
    });
    if (!draft.ok) throw new Error(draft.failure.message);
    const { id } = draft.value;
    const isSending = ({ state }: UploadView): boolean => state === 'uploading';
    expect(await first.engine.ask('uploads.run', { uploadId: id, links: [], held: 'ask' })).toEqual(
      success(undefined),
    );
    await first.until(isSending, id);
    children.at(-1)?.kill('SIGKILL');
    await first.until((upload) => isSending(upload) && first.states.includes('restarted'), id);
    expect(first.states).toEqual(['running', 'starting', 'restarted']);

    first.activity.freeze();
    first.connections.stop();
    expect(await first.engine.drain(10_000)).toEqual([id]);
    expect(first.running.value.uploadIds).toEqual([id]);

    const second = await openDesk(sandbox);
    await second.until(isSending, id);
    const finished = await second.until(({ state }) => state === 'finished', id);
    expect(finished.totals.accepted).toEqual({ items: 6, bytes: 6_000_000 });
    // A kill between asking for a source file and hearing of it leaves one without content; each file arrives once.
    const arrived = (await sandbox.inspect('source-files')).filter(({ state }) => state !== 'UPLOADING');
    expect(new Set(arrived.map(({ filename }) => filename)).size).toBe(6);
    expect(arrived).toHaveLength(6);
    expect([...first.notes, ...second.notes]).toEqual([]);
    expect(second.running.value.uploadIds).toEqual([]);
    await second.engine.drain(10_000);
  });
});
