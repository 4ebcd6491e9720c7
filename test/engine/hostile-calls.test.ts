/** Thousands of calls of a hostile window, to main's own handlers and a real engine process. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCaFile } from '../../main/app/certificates.ts';
import { createFaultReporter } from '../../main/app/fault-reporter.ts';
import { keysSchema, openKeychain } from '../../main/app/keychain.ts';
import { createLoginItem } from '../../main/app/login-item.ts';
import { createAppSettings, defaultSettings } from '../../main/app/settings.ts';
import { connectionListSchema, createConnections } from '../../main/connections/connections.ts';
import { createCallDispatcher, type Dispatcher, type MainHandlers } from '../../main/ipc/dispatcher.ts';
import { createEventPublisher } from '../../main/ipc/event-publisher.ts';
import { createMainHandlers } from '../../main/ipc/handlers.ts';
import { createPathGrants } from '../../main/ipc/path-grants.ts';
import type { Sender } from '../../main/ipc/sender.ts';
import { createEngineHost, type EngineHost } from '../../main/processes/engine-host.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { createUpdates } from '../../main/updates/updates.ts';
import { createUploadStarter } from '../../main/uploads/upload-starter.ts';
import { createUploadTracker } from '../../main/uploads/upload-tracker.ts';
import { Granted } from '../../preload/contract/calls/paths.ts';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { type CallName, calls } from '../../preload/contract/index.ts';
import { parseManualProxy } from '../../preload/contract/proxy-url.ts';
import { hostileArgument } from '../fakes/hostile-values.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { hostileRuns, hostileTimeoutMs } from '../fixtures/hostile-runs.ts';
import fc from '../fixtures/property.ts';
import { forkEngine } from './forked-engine.ts';

const ours: Sender = { isOurWindow: true, frame: { url: 'app://lading/index.html', isMain: true } };
const hostileCalls = hostileRuns(4000);
/** Far above what any call needs on a busy machine. */
const answerMs = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'lading-hostile-'));
const evidence = join(folder, 'evidence');
const out = join(folder, 'out');
const state = join(folder, 'state');
const engines: ChildProcess[] = [];
/** Exceptions in handlers, and arguments that a handler got as they were sent. */
const bugs: string[] = [];
let accepts = true;
let platform: Sandbox;
let engine: EngineHost;
let dispatcher: Dispatcher;

beforeAll(async () => {
  mkdirSync(evidence);
  mkdirSync(out);
  writeFileSync(join(evidence, 'a.txt'), 'evidence');
  platform = await startSandbox({ dataDir: join(folder, 'platform'), port: 0 });
  const tracker = createUploadTracker(memoryStore({ uploadIds: [] }), () => undefined);
  engine = createEngineHost({
    start: () => {
      const { process, child } = forkEngine(state);
      engines.push(child);
      return process;
    },
    onEvent: (event) => tracker.handleEvent(event),
    onState: () => undefined,
    onReady: () => undefined,
    onCrash: (code) => bugs.push(`the engine ended with ${code}`),
    restartDelayMs: () => 10,
  });
  engine.start();
  await engine.whenOpen();
  dispatcher = await createMain(tracker);
});
afterAll(async () => {
  await engine.drain(5000);
  for (const child of engines) child.kill('SIGKILL');
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Main as it is, with a person who answers every dialog for a path, and confirms no server any more. */
async function createMain(tracker: ReturnType<typeof createUploadTracker>): Promise<Dispatcher> {
  const keychain = await openKeychain(
    {
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text) => Buffer.from(`v11${text}`),
      decryptStringAsync: async (kept) => ({ shouldReEncrypt: false, result: kept.toString().slice(3) }),
      getSelectedStorageBackend: () => 'gnome_libsecret',
      setUsePlainTextEncryption: () => undefined,
    },
    memoryStore(keysSchema.parse({ keys: {} })),
    'linux',
  );
  const events = createEventPublisher(() => undefined);
  const starter = createUploadStarter(engine);
  const connections = createConnections({
    store: memoryStore(connectionListSchema.parse({ connections: [] })),
    keychain,
    connect: (connection) => engine.call('connections.open', connection),
    disconnect: (connectionId) => engine.call('connections.close', { connectionId }),
    networkFor: async () => success({ proxyUrl: null, caPem: null }),
    onChange: () => undefined,
    onReady: () => undefined,
  });
  const updates = createUpdates({
    feed: 'no-feed',
    onChange: () => undefined,
    quitWith: () => bugs.push('quit'),
    relaunch: () => bugs.push('relaunch'),
    onError: (_, error) => bugs.push(String(error)),
  });
  const settings = createAppSettings({
    store: memoryStore(defaultSettings),
    about: {
      version: '1',
      runtime: 'Node',
      platform: 'linux',
      dataFolder: state,
      sandboxKeysCommand: 'lading sandbox --keys --state /s',
      keyStorage: 'keychain',
    },
    updates: () => updates.view,
    applyTheme: () => undefined,
    applyLimits: ({ bytesPerSecond, schedule, concurrency }) =>
      engine.call('limits.set', { bytesPerSecond, schedule, concurrency }),
    reconnect: () => connections.refresh(),
    checkProxy: parseManualProxy,
    onChange: () => undefined,
  });
  let files = 0;
  const pathGrants = createPathGrants((sources) => engine.call('drafts.sourceKinds', { sources }));
  const handlers = createMainHandlers({
    events,
    engine,
    starter,
    engineView: () => engine.view,
    engineSnapshot: () => engine.call('uploads.snapshot', undefined),
    tracker,
    sandbox: {
      view: { kind: 'stopped' },
      start: async () => success({ kind: 'stopped' }),
      stop: async () => success({ kind: 'stopped' }),
      dataBytes: async () => 0,
      freeBytes: async () => 0,
      pageAddress: () => null,
      deleteData: async () => success(undefined),
    },
    openSandboxPage: async () => failure('sandbox-not-running'),
    connections,
    keyStorage: 'keychain',
    dialogs: {
      choosePaths: async ({ kind }) => [kind === 'folders' ? evidence : join(evidence, 'a.txt')],
      chooseSavePath: async () => {
        files += 1;
        return join(out, `${files}.txt`);
      },
      confirm: async () => accepts,
    },
    signingKey: { read: async () => null },
    timestamps: async () => success(null),
    pathGrants,
    sampleMatter: null,
    saveFolders: [],
    profiles: join(folder, 'profiles'),
    settings,
    readCaFile,
    log: () => undefined,
    appView: settings.view,
    openTarget: async () => success(undefined),
    loginItem: createLoginItem({
      platform: 'linux',
      program: '/opt/lading',
      args: [],
      system: { getLoginItemSettings: () => unused(), setLoginItemSettings: () => unused() },
      autostartDir: join(out, 'autostart'),
    }),
    updates,
    onCommandsOffered: () => undefined,
    reportFault: createFaultReporter(() => undefined),
  });
  const checkParsed = (name: CallName, argument: unknown): void => {
    const parsed = calls[name].argument.safeParse(argument);
    if (!parsed.success || !isDeepStrictEqual(withIds(parsed.data), argument))
      bugs.push(`${name} got what was sent`);
  };
  const checked: MainHandlers = new Proxy(handlers, {
    get: (all, name: CallName) => (argument: unknown) => {
      checkParsed(name, argument);
      return Reflect.get(all, name)(argument);
    },
  });
  return createCallDispatcher({
    handlers: checked,
    forwardToEngine: (name, argument) => {
      checkParsed(name, argument);
      return engine.forward(name, argument);
    },
    pathGrants,
    onKeyRefused: () => undefined,
    onError: (name, error) => bugs.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`),
    onRefused: () => undefined,
  });
}

/** A path is parsed as an ID here. */
function withIds(parsed: unknown): unknown {
  if (parsed instanceof Granted) return parsed.id;
  if (Array.isArray(parsed)) return parsed.map(withIds);
  if (typeof parsed !== 'object' || parsed === null) return parsed;
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, withIds(value)]));
}

function unused(): never {
  throw new Error('Linux has no such list');
}

async function valueFrom(answer: Promise<Result<unknown>>): Promise<unknown> {
  const result = await answer;
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

const send = (name: unknown, argument: unknown): Promise<Result<unknown>> => {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${name} has no answer`)), answerMs).unref();
  });
  return Promise.race([dispatcher.handleCall(ours, name, argument), timeout]);
};

/** As Electron does between processes; null for what it can't send. */
function copied(argument: unknown): { readonly argument: unknown } | null {
  try {
    return { argument: structuredClone(argument) };
  } catch {
    return null;
  }
}

const names = Object.keys(calls).filter((name): name is CallName => Object.hasOwn(calls, name));
const unknownNames = [
  '',
  '__proto__',
  'constructor',
  'toString',
  'connections.open',
  'uploads.run',
  'engine.drain',
  7,
  null,
  {},
];

const hostileCall = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .constantFrom(...names)
      .chain((name) => hostileArgument(calls[name].argument).map((argument) => [name, argument] as const)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...unknownNames), fc.anything()) },
);

describe('a hostile window', () => {
  it(
    `gets an answer to each of ${hostileCalls} calls, and breaks nothing`,
    async () => {
      // So that there is something to name: a connection and a draft.
      const added = await valueFrom(
        send('connections.add', {
          name: 'Platform',
          serverUrl: platform.url,
          apiKey: platform.apiKey,
          acceptPlaintext: false,
        }),
      );
      const sources = await valueFrom(send('paths.choose', { purpose: 'source-folders' }));
      await valueFrom(
        send('drafts.create', {
          connectionId: Object(added).id,
          databaseId: platform.databaseId,
          dataset: { name: 'Laptop', description: null },
          sources: [Object(sources)[0].sourceId],
          links: [],
          followSymlinks: false,
        }),
      );
      accepts = false;

      const outcomes = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(hostileCall, async ([name, given]) => {
          const copy = copied(given);
          if (copy === null) return;
          const answer = await send(name, copy.argument);
          const text = JSON.stringify(answer);
          const outcome = answer.ok ? 'ok' : answer.failure.code;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          expect(outcome).not.toBe('bug');
          expect(bugs).toEqual([]);
          // No stack, and no file of the program.
          expect(text).not.toMatch(/\.(ts|js):\d+|node_modules|\bat \w+ \(/);
          // What was refused is not repeated.
          if (outcome === 'call-malformed') expect(text.length).toBeLessThan(400);
        }),
        { numRuns: hostileCalls, endOnFailure: true },
      );

      // Some got through to the handlers and the engine, and many were refused.
      expect(outcomes.get('ok') ?? 0).toBeGreaterThan(hostileCalls / 20);
      expect(outcomes.get('call-malformed') ?? 0).toBeGreaterThan(hostileCalls / 20);
      expect(engines).toHaveLength(1);
      expect(engine.view).toEqual({ kind: 'running' });
      const after = await valueFrom(send('snapshot', undefined));
      expect(Object(after).connections).toHaveLength(1);
      expect(Object(after).app.preferences.proxy.kind).not.toBe('manual');
      expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
      expect(readdirSync(evidence)).toEqual(['a.txt']);
      expect(readFileSync(join(evidence, 'a.txt'), 'utf8')).toBe('evidence');
      expect(readdirSync(folder).sort()).toEqual(['evidence', 'out', 'platform', 'state']);
    },
    hostileTimeoutMs(300_000),
  );
});
