/**
 * The bridge without main and engine: answers the calls of the contract from memory. A call without a handler does
 * not compile, except for the platform's own. The page's query configures it:
 * `first-run`, `uploads=1000`, `items=1000000`, `still` (no progress), `theme=dark`, `sandbox` (the only connection),
 * `platform=empty|forbidden|unreachable` (its lists), `delay=200`, `scan=3000`, `engine=starting|restarted|failed`, `fail=uploads.pause:unreachable` (repeatable), `gap` (loses events).
 */

import { type Failed, failure, success } from '../../../preload/contract/failures/failure.ts';
import { calls, type WindowEvent } from '../../../preload/contract/index.ts';
import type { Bridge } from '../../../renderer/state/bridge.ts';
import { connection, totals } from '../../fixtures/views.ts';
import { advanceUploads } from './advance-uploads.ts';
import { handlersOf } from './handlers.ts';
import type { AnyHandlers, MockApp } from './mock-app.ts';
import { exampleProgress, exampleUploads, manyUploads } from './uploads.ts';
import { exampleWatchedFolders } from './watched-folders.ts';

export function mockAppFrom(query: URLSearchParams): MockApp {
  const firstRun = query.has('first-run');
  const amount = Number(query.get('uploads') ?? 0);
  const items = Number(query.get('items') ?? 0);
  const theme = query.get('theme');
  const engine = query.get('engine');
  // Without the engine, nobody knows what is there.
  const isEmpty = firstRun || query.has('empty') || engine === 'failed' || engine === 'starting';
  const examples = isEmpty ? [] : exampleUploads();
  const uploads = [...examples, ...manyUploads(amount)].map((upload) =>
    upload.id === 3 && items > 0
      ? { ...upload, totals: totals({ accepted: { items, bytes: upload.acknowledgedBytes } }) }
      : upload,
  );
  const real = connection({ id: 'harrow' });
  const sandbox = connection({
    id: 'sandbox',
    name: 'Sandbox',
    serverUrl: 'http://127.0.0.1:4400/v1',
    isSandbox: true,
  });
  const connections = firstRun ? [] : query.has('sandbox') ? [sandbox] : [real, sandbox];
  return {
    state: {
      app: {
        version: '0.1.0',
        runtime: 'Electron 45.4.1',
        platform: 'win32',
        dataFolder: 'C:\\Users\\dana\\AppData\\Roaming\\Lading',
        sandboxKeysCommand: 'lading sandbox --keys --state /s',
        certificates: [],
        timestampUrl: null,
        timestampCertificates: [],
        keyStorage: query.has('plaintext') ? 'plaintext' : 'keychain',
        updates: { kind: 'off', reason: 'no-feed' },
        preferences: {
          theme: theme === 'dark' || theme === 'light' ? theme : 'system',
          bytesPerSecond: 100_000_000,
          schedule: {
            days: [1, 2, 3, 4, 5],
            from: '08:00',
            to: '18:00',
            sends: 'limited',
            bytesPerSecond: 100_000_000,
          },
          unusedSchedule: null,
          concurrency: 8,
          proxy: { kind: 'system' },
          notify: true,
        },
      },
      engine:
        engine === 'restarted'
          ? { kind: 'restarted', at: '2026-11-14T15:02:00.000Z', times: 1 }
          : engine === 'failed'
            ? { kind: 'failed', failure: storeLocked.failure }
            : { kind: engine === 'starting' ? 'starting' : 'running' },
      sandbox: firstRun
        ? { kind: 'stopped' }
        : { kind: 'running', url: 'http://127.0.0.1:4400', connectionId: 'sandbox' },
      connections,
      uploads,
      progress: examples.length === 0 ? [] : exampleProgress(),
      watchedFolders: examples.length === 0 ? [] : exampleWatchedFolders(),
    },
    manualCustodians: new Map(),
    packing: new Map(),
    templates: [
      {
        id: 1,
        name: 'Standard ESI',
        settings: { deduplication: 'GLOBAL', deNist: true, pdfGeneration: 'ALL_EXCEPT_SPREADSHEETS' },
      },
    ],
    failing: new Map(query.getAll('fail').map(parseFailing)),
    platform:
      query.get('platform') === 'empty'
        ? 'empty'
        : (exampleFailures[query.get('platform') ?? ''] ?? failure('connection-not-ready')),
    delayMs: Number(query.get('delay') ?? 0),
    scanMs: Number(query.get('scan') ?? 0),
    still: query.has('still'),
    losesEvents: query.has('gap'),
    emit() {},
  };
}

const storeLocked = failure('store-locked', {
  path: 'C:\\Users\\dana\\AppData\\Roaming\\Lading\\lading.db',
  holder: { command: 'lading watch', pid: 4711, host: 'HP-WS-12', since: '2026-11-14T02:11:00.000Z' },
});
const operation = 'GetDatabases';
const unreachable = failure('unreachable', {
  host: 'review.example.com',
  operation,
  reason: { kind: 'stalled', seconds: 30, waitingFor: 'answer' },
});
const exampleFailures: Readonly<Record<string, Failed>> = {
  unreachable,
  'untrusted-certificate': failure('unreachable', {
    host: 'review.example.com',
    operation,
    reason: { kind: 'network', fault: 'certificate-not-trusted', code: 'SELF_SIGNED_CERT_IN_CHAIN' },
  }),
  'key-refused': failure('key-refused', { operation, status: 401 }),
  forbidden: failure('forbidden', {
    operation,
    status: 403,
    platformMessage: 'Not a member of this project.',
  }),
  'store-locked': storeLocked,
};

const emptyList = () => success({ elements: [], next: null });
const emptyPlatform: AnyHandlers = {
  'platform.GetDatabases': emptyList,
  'platform.GetProjects': emptyList,
  'platform.GetOrganizations': () =>
    success({ elements: [{ id: 101, name: 'Harrow & Pike LLP' }], next: null }),
  'platform.GetOrganizationDatabases': emptyList,
  'platform.GetOrganizationProjects': emptyList,
  'platform.GetOrganizationBilling': emptyList,
  'platform.GetOrganizationUsers': emptyList,
  'platform.GetOrganizationUserIdentifiers': emptyList,
  'platform.GetInvitations': () => success({ invitations: [] }),
  'platform.GetDatabaseProjects': emptyList,
  'platform.GetDatabaseUsers': emptyList,
};

/** "uploads.pause:forbidden": a call and the failure it answers with. */
function parseFailing(text: string): readonly [call: string, failed: Failed] {
  const [call = '', name = ''] = text.split(':');
  return [call, exampleFailures[name] ?? unreachable];
}

export function mockBridge(app: MockApp): Bridge {
  const listeners = new Set<(event: WindowEvent) => void>();
  let revision = 1;
  app.emit = (emitted) => {
    revision += 1;
    if (app.losesEvents && revision % 40 === 0) return;
    const event: WindowEvent = { revision, ...structuredClone(emitted) };
    for (const listener of listeners) listener(event);
  };
  const [platform, otherwise] =
    app.platform === 'empty' ? [emptyPlatform, failure('connection-not-ready')] : [{}, app.platform];
  const handlers: AnyHandlers = {
    ...handlersOf(app),
    ...platform,
    snapshot: () => success({ revision, ...app.state }),
  };
  if (!app.still) setInterval(() => advanceUploads(app), 100);
  return {
    async invoke(name, argument) {
      await new Promise((resolve) => setTimeout(resolve, app.delayMs));
      const parsed = calls[name].argument.safeParse(argument);
      if (!parsed.success)
        return failure('call-malformed', { name, field: parsed.error.issues[0]?.path.join('.') ?? '' });
      const failed = app.failing.get(name);
      if (failed !== undefined) return failed;
      return structuredClone((await handlers[name]?.(argument)) ?? otherwise);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onDrop(listener) {
      const onDrop = ({ dataTransfer }: DragEvent): void => {
        const files = [...(dataTransfer?.files ?? [])];
        const sources = files.map(({ name }, index) => ({
          sourceId: `drop-${index}`,
          path: `E:\\dropped\\${name}`,
          kind: 'file' as const,
        }));
        if (files.length > 0) listener(success(sources));
      };
      window.addEventListener('drop', onDrop);
      return () => window.removeEventListener('drop', onDrop);
    },
  };
}
