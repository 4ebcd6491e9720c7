import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJsonStore } from '../../main/app/json-store.ts';
import { keysSchema, openKeychain } from '../../main/app/keychain.ts';
import { connectionListSchema, createConnections } from '../../main/connections/connections.ts';
import type { EngineEvent } from '../../main/engine/index.ts';
import { createEngineHost, type EngineProcess } from '../../main/processes/engine-host.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { createAutoResume } from '../../main/uploads/auto-resume.ts';
import { createUploadStarter } from '../../main/uploads/upload-starter.ts';
import { createUploadTracker, runningUploadsSchema } from '../../main/uploads/upload-tracker.ts';
import { success } from '../../preload/contract/failures/failure.ts';
import type { EngineView, UploadView } from '../../preload/contract/views/views.ts';
import { uploadView } from '../../preload/contract/views/views.ts';
import { forkEngine } from './forked-engine.ts';

let folder = '';
let sandbox: Sandbox | null = null;
const children: ChildProcess[] = [];
const engines: Pick<ReturnType<typeof createEngineHost>, 'drain'>[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-host-'));
});
afterEach(async () => {
  // An engine that isn't drained is started again when its process ends.
  for (const engine of engines.splice(0)) await engine.drain(1_000);
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await sandbox?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function startProcess(): EngineProcess {
  const { process, child } = forkEngine(join(folder, 'state'));
  children.push(child);
  return process;
}

/** The parts of main that need no Electron, with a real engine process. */
async function startMain(server: Sandbox) {
  const file = (name: string) => ({
    path: join(folder, name),
    onDamaged: (message: string) => expect(message).toBe(''),
  });
  const running = await openJsonStore({
    ...file('running.json'),
    schema: runningUploadsSchema,
    fallback: { uploadIds: [] },
  });
  const connectionStore = await openJsonStore({
    ...file('connections.json'),
    schema: connectionListSchema,
    fallback: { connections: [] },
  });
  const keychain = await openKeychain(
    {
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text) => Buffer.from(`v11${text}`),
      decryptStringAsync: async (kept) => ({ shouldReEncrypt: false, result: kept.toString().slice(3) }),
      getSelectedStorageBackend: () => 'gnome_libsecret',
      setUsePlainTextEncryption: () => undefined,
    },
    await openJsonStore({ ...file('keys.json'), schema: keysSchema, fallback: { keys: {} } }),
    'linux',
  );
  const changes = new EventEmitter();
  const states: EngineView['kind'][] = [];
  const logged: string[] = [];
  const tracker = createUploadTracker(running, () => undefined);
  const engine = createEngineHost({
    start: startProcess,
    onEvent: (event: EngineEvent) => {
      tracker.handleEvent(event);
      if (event.event === 'upload.changed') uploadView.parse(event.data);
      changes.emit('change');
    },
    onState: (view) => {
      states.push(view.kind);
      changes.emit('change');
    },
    onReady: () => void autoResume.onEngineReady(),
    onCrash: () => tracker.reset([]),
    restartDelayMs: () => 10,
  });
  engines.push(engine);
  const connections = createConnections({
    store: connectionStore,
    keychain,
    connect: (connection) => engine.call('connections.open', connection),
    disconnect: (connectionId) => engine.call('connections.close', { connectionId }),
    networkFor: async () => success({ proxyUrl: null, caPem: null }),
    onChange: () => changes.emit('change'),
    onReady: (id, key) => void autoResume.onConnectionReady(id, key),
  });
  const autoResume = createAutoResume({
    engine,
    starter: createUploadStarter(engine),
    tracker,
    watchTracker: { reset: () => undefined },
    connections,
    sandbox: { view: { kind: 'stopped' }, start: async () => success({ kind: 'stopped' }) },
    applyLimits: () =>
      engine.call('limits.set', { bytesPerSecond: 1_500_000, schedule: null, concurrency: 4 }),
    log: (message) => logged.push(message),
  });
  engine.start();
  await engine.whenOpen();
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
      const upload = tracker.find(uploadId);
      if (upload !== undefined && holds(upload)) return upload;
      await once(changes, 'change');
    }
  };
  return { engine, connections, tracker, states, logged, running, until };
}

function evidence(): string {
  const source = join(folder, 'evidence');
  mkdirSync(source);
  for (let index = 0; index < 6; index += 1)
    writeFileSync(join(source, `file-${index}.bin`), Buffer.alloc(1_000_000, index));
  return source;
}

describe('main with a real engine process', () => {
  it('resumes a running upload after its engine is killed, and after Lading quits', async () => {
    sandbox = await startSandbox({ dataDir: join(folder, 'sandbox'), port: 0 });
    const first = await startMain(sandbox);
    const [connection] = first.connections.views();
    const draft = await first.engine.call('drafts.scan', {
      connectionId: connection?.id ?? '',
      databaseId: sandbox.databaseId,
      dataset: { name: 'Laptop', description: null },
      sources: [evidence()],
      links: [],
      followSymlinks: false,
    });
    if (!draft.ok) throw new Error(draft.failure.code);
    const { id } = draft.value;
    const isUploading = ({ state }: UploadView): boolean => state === 'uploading';
    const request = { uploadId: id, links: [], held: 'ask' as const, isStart: true };
    expect(await first.engine.call('uploads.run', request)).toMatchObject({ ok: true });
    await first.until(isUploading, id);
    children.at(-1)?.kill('SIGKILL');
    await first.until((upload) => isUploading(upload) && first.states.includes('restarted'), id);
    expect(first.states).toEqual(['running', 'starting', 'restarted']);

    first.tracker.freeze();
    first.connections.stop();
    expect(await first.engine.drain(10_000)).toEqual([id]);
    expect(first.running.value.uploadIds).toEqual([id]);

    const second = await startMain(sandbox);
    await second.until(isUploading, id);
    const finished = await second.until(({ state }) => state === 'finished', id);
    expect(finished.totals.accepted).toEqual({ items: 6, bytes: 6_000_000 });
    // A kill between creating a source file and its answer leaves an empty one. Each file is accepted once.
    const accepted = (await sandbox.inspect('source-files')).filter(({ state }) => state !== 'UPLOADING');
    expect(new Set(accepted.map(({ filename }) => filename)).size).toBe(6);
    expect(accepted).toHaveLength(6);
    expect([...first.logged, ...second.logged]).toEqual([]);
    expect(second.running.value.uploadIds).toEqual([]);
    await second.engine.drain(10_000);
  });
});
