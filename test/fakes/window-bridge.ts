/**
 * The bridge without main and engine: every call of the contract answered from a world in memory. A call without an
 * answer here does not compile. What a test wants is said in the page's query:
 * `first-run`, `uploads=1000`, `items=1000000`, `still` (nothing moves), `theme=dark`, `practice`, `delay=200`, `scan=3000`,
 * `engine=restarted|failed`, `fail=uploads.pause:unreachable` (repeatable), `gap` (an event is lost now and then).
 */

import { failure, failureCodes, type Result, success } from '../../preload/contract/failure.ts';
import {
  type Answer,
  type Argument,
  type CallName,
  calls,
  type EventData,
  type EventName,
  type WindowEvent,
} from '../../preload/contract/index.ts';
import type { Snapshot } from '../../preload/contract/views.ts';
import type { Bridge } from '../../renderer/state/bridge.ts';
import { totals } from '../fixtures/views.ts';
import { handlersOf } from './window/handlers.ts';
import { moveOn } from './window/motion.ts';
import { exampleProgress, exampleUploads, manyUploads } from './window/uploads.ts';

type Told = { [Name in EventName]: { readonly name: Name; readonly data: EventData<Name> } }[EventName];

export interface MockWorld {
  state: Omit<Snapshot, 'revision'>;
  readonly byHand: Map<number, string>;
  readonly templates: { id: number; name: string; settings: Record<string, unknown> }[];
  readonly failing: ReadonlyMap<string, ReturnType<typeof failure>>;
  readonly delayMs: number;
  /** How long an inventory takes. */
  readonly scanMs: number;
  readonly still: boolean;
  readonly losesEvents: boolean;
  tell(event: Told): void;
}

export type Handlers = {
  readonly [Name in CallName]: (
    argument: Argument<Name>,
  ) => Result<Answer<Name>> | Promise<Result<Answer<Name>>>;
};

export function worldFrom(query: URLSearchParams): MockWorld {
  const firstRun = query.has('first-run');
  const amount = Number(query.get('uploads') ?? 0);
  const items = Number(query.get('items') ?? 0);
  const theme = query.get('theme');
  const engine = query.get('engine');
  const examples = firstRun || query.has('empty') ? [] : exampleUploads();
  const uploads = [...examples, ...manyUploads(amount)].map((upload) =>
    upload.id === 3 && items > 0
      ? { ...upload, totals: totals({ accepted: { items, bytes: upload.acknowledgedBytes } }) }
      : upload,
  );
  const real = {
    id: 'harrow',
    name: 'Harrow & Pike LLP',
    serverUrl: 'https://review.example.com/v1',
    keyId: 'hp-4f2a',
    profileName: null,
    isSandbox: false,
    state: { kind: 'ready', userName: 'Dana Whitfield' },
  } as const;
  const practice = {
    ...real,
    id: 'practice',
    name: 'Practice on this computer',
    serverUrl: 'http://127.0.0.1:4400/v1',
    isSandbox: true,
  };
  const connections = firstRun ? [] : query.has('practice') ? [practice] : [real, practice];
  return {
    state: {
      app: {
        version: '0.1.0',
        runtime: 'Electron 45.4.1',
        platform: 'Windows 11',
        dataFolder: 'C:\\Users\\dana\\AppData\\Roaming\\Lading',
        caFile: null,
        keyStorage: query.has('plaintext') ? 'plaintext' : 'keychain',
        updates: { kind: 'off' },
        preferences: {
          theme: theme === 'dark' || theme === 'light' ? theme : 'system',
          bytesPerSecond: 100_000_000,
          schedule: { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', bytesPerSecond: 100_000_000 },
          concurrency: 8,
          proxy: { kind: 'system' },
          notify: true,
        },
      },
      engine:
        engine === 'restarted'
          ? { kind: 'restarted', at: '2026-11-14T15:02:00.000Z', times: 1 }
          : engine === 'failed'
            ? {
                kind: 'failed',
                failure: failure(
                  'store-locked',
                  'Another Lading (process 4711 on HP-WS-12) has its records open. Close it, then try again.',
                ).failure,
              }
            : { kind: 'running' },
      sandbox: firstRun
        ? { kind: 'stopped' }
        : { kind: 'running', url: 'http://127.0.0.1:4400', connectionId: 'practice' },
      connections,
      uploads,
      progress: examples.length === 0 ? [] : exampleProgress(),
    },
    byHand: new Map(),
    templates: [
      {
        id: 1,
        name: 'Standard ESI',
        settings: { deduplication: 'GLOBAL', deNist: true, pdfGeneration: 'ALL_EXCEPT_SPREADSHEETS' },
      },
    ],
    failing: new Map(query.getAll('fail').map(failing)),
    delayMs: Number(query.get('delay') ?? 0),
    scanMs: Number(query.get('scan') ?? 0),
    still: query.has('still'),
    losesEvents: query.has('gap'),
    tell() {},
  };
}

function failing(said: string): readonly [string, ReturnType<typeof failure>] {
  const [call = '', wish = ''] = said.split(':');
  const code = failureCodes.find((each) => each === wish) ?? 'unreachable';
  return [
    call,
    failure(code, 'review.example.com did not answer for 30 seconds. Check the network, then try again.', {
      operation: 'GetDatabases',
      status: 503,
    }),
  ];
}

export function mockBridge(world: MockWorld): Bridge {
  const listeners = new Set<(event: WindowEvent) => void>();
  let revision = 1;
  world.tell = (told) => {
    revision += 1;
    if (world.losesEvents && revision % 40 === 0) return;
    const event: WindowEvent = { revision, ...structuredClone(told) };
    for (const listener of listeners) listener(event);
  };
  const handlers: Handlers = { ...handlersOf(world), snapshot: () => success({ revision, ...world.state }) };
  if (!world.still) setInterval(() => moveOn(world), 100);
  return {
    async invoke(name, argument) {
      await new Promise((resolve) => setTimeout(resolve, world.delayMs));
      const parsed = calls[name].argument.safeParse(argument);
      if (!parsed.success) return failure('bad-input', `${name}: ${parsed.error.message}`);
      const fails = world.failing.get(name);
      if (fails !== undefined) return fails;
      return structuredClone(await handlers[name](argument));
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dropped: (files) =>
      files.map((file, index) => ({
        sourceId: `drop-${index}`,
        path: `E:\\dropped\\${file.name}`,
        kind: 'file',
      })),
  };
}
