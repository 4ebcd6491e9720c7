/** The engine's handlers over a sandbox and five files, for one file of tests. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { callHandler, createEngineHandlers } from '../../main/engine/rpc/create-handlers.ts';
import type { EngineHandlers } from '../../main/engine/rpc/handler-context.ts';
import type { EngineArgument, EngineCallName, EngineEvent } from '../../main/engine/rpc/protocol.ts';
import { QueryThread } from '../../main/engine/rpc/query-thread.ts';
import { openContext } from '../../main/engine/uploads/context/engine-context.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import type { UploadId } from '../../preload/contract/views/ids.ts';

export let folder: string;
export let sandbox: Sandbox;
let handlers: EngineHandlers;
export let events: EngineEvent[] = [];
export let bugs: string[] = [];

export let stateDir = '';

/**
 * For the tests of the file that calls it: new handlers for each, or one engine for all of them, where none changes what
 * another finds. Most of a short test goes to opening an engine and its threads.
 */
export function setUpHandlers(handlersFor: 'each' | 'all' = 'each'): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lading-rpc-'));
    for (const [path, size] of [
      ['Ng, Ana/mail/a.eml', 300],
      ['Ng, Ana/mail/b.eml', 20],
      ['Ng, Ana/notes.txt', 0],
      ['Roe, Sam/desktop/x.txt', 5000],
      ['top.txt', 7],
    ] as const) {
      const file = join(folder, 'evidence', path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, 'x'.repeat(size));
    }
    sandbox = await startSandbox({ dataDir: join(folder, 'sandbox') });
  });
  afterAll(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const [before, after] = handlersFor === 'all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    stateDir = mkdtempSync(join(folder, 'state-'));
    const opened = openContext({ stateDir, command: 'test', version: '0', linkHosts: 'confirmed' });
    if (!opened.ok) throw new Error(failureText(opened.failure));
    handlers = createEngineHandlers(
      opened.value,
      new QueryThread(stateDir),
      (event) => events.push(event),
      reportBug,
    );
    await callOk('connections.open', {
      connectionId: 'c1',
      serverUrl: sandbox.url,
      apiKey: sandbox.apiKey,
      profilePath: null,
      proxyUrl: null,
      caPem: null,
    });
  });
  after(() => callOk('engine.drain', undefined));
  beforeEach(() => {
    events = [];
    bugs = [];
  });
}

export const reportBug = (where: string, error: unknown) => void bugs.push(`${where}: ${String(error)}`);

export function call<Name extends EngineCallName>(name: Name, argument: EngineArgument<Name>) {
  return callHandler(handlers, name, argument, reportBug);
}

export async function callOk<Name extends EngineCallName>(name: Name, argument: EngineArgument<Name>) {
  const answered = await call(name, argument);
  if (!answered.ok) throw new Error(failureText(answered.failure));
  return answered.value;
}

export function draft(sources = [join(folder, 'evidence')]) {
  return callOk('drafts.scan', draftOf(sources));
}

export function draftOf(sources: readonly string[]): EngineArgument<'drafts.scan'> {
  return {
    connectionId: 'c1',
    databaseId: sandbox.databaseId,
    dataset: { name: 'Custodial', description: null },
    sources: [...sources],
    links: [],
    followSymlinks: false,
  };
}

/** The folders directly in a folder of a draft; null for its sources. */
export async function foldersIn(uploadId: UploadId, parentId: number | null) {
  const parent =
    parentId === null ? ({ kind: 'sources' } as const) : ({ kind: 'folder', id: parentId } as const);
  const { entries } = await callOk('drafts.tree', {
    uploadId,
    parent,
    view: 'custodians',
    offset: 0,
    limit: 100,
  });
  return entries.filter((entry) => entry.kind === 'folder');
}

/** The files directly in a folder of a draft. */
export async function filesIn(
  uploadId: UploadId,
  id: number,
  view: 'custodians' | 'selection' = 'custodians',
) {
  const { entries } = await callOk('drafts.tree', {
    uploadId,
    parent: { kind: 'folder', id },
    view,
    offset: 0,
    limit: 100,
  });
  return entries.filter((entry) => entry.kind === 'file');
}
