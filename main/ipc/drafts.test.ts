import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failure.ts';
import type { SandboxView } from '../../preload/contract/views.ts';
import { sourceKinds } from '../engine/intake/source-kinds.ts';
import { ReaderPool } from '../engine/sources/reader-pool.ts';
import { SourceReader } from '../engine/sources/source-reader.ts';
import { createPathGrants } from '../uploads/path-grants.ts';
import { createUploadStarter } from '../uploads/upload-starter.ts';
import { draftHandlers } from './drafts.ts';

const running: SandboxView = { kind: 'running', url: 'http://127.0.0.1:1', connectionId: 'sandbox' };

const readers = new ReaderPool();
afterAll(() => readers.close());

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-drafts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the engine would have a person confirm, and whether one does. */
interface Person {
  readonly unconfirmed: readonly string[];
  readonly confirms: boolean;
}
const nobody: Person = { unconfirmed: [], confirms: false };

function createHandlers(sandbox: SandboxView, sampleMatter: string | null, person = nobody) {
  const pathGrants = createPathGrants((paths) =>
    sourceKinds(paths, new SourceReader(readers), new AbortController().signal),
  );
  const calls: unknown[] = [];
  const handlers = draftHandlers({
    starter: createUploadStarter({
      call: async (name, argument) => {
        calls.push({ name, argument });
        return failure('closing');
      },
    }),
    pathGrants,
    dialogs: {
      chooseSources: async () => [folder],
      chooseFile: async () => null,
      confirm: async (question) => {
        calls.push({ question: question.message });
        return person.confirms;
      },
    },
    engine: {
      call: async (name, argument) => {
        calls.push({ name, argument });
        return JSON.parse(JSON.stringify(success({ origins: person.unconfirmed })));
      },
    },
    sandbox: { view: sandbox },
    sampleMatter,
  });
  return { handlers, pathGrants, calls };
}

describe('the sample matter', () => {
  it('is a source like any other while the sandbox runs', async () => {
    const { handlers, pathGrants } = createHandlers(running, folder);
    const chosen = await handlers['sources.sample'](undefined);
    expect(chosen).toMatchObject({ ok: true, value: [{ path: folder, kind: 'folder' }] });
    expect(pathGrants.resolve(chosen.ok ? chosen.value.map(({ sourceId }) => sourceId) : [])).toEqual(
      success([folder]),
    );
  });

  it('is refused while the sandbox is not running', async () => {
    for (const kind of ['stopped', 'starting'] as const) {
      const { handlers } = createHandlers({ kind }, folder);
      expect(await handlers['sources.sample'](undefined)).toEqual(failure('sandbox-not-running'));
    }
  });

  it('is missing where the installation does not include it, or someone removed it', async () => {
    const withoutSample = createHandlers(running, null);
    expect(await withoutSample.handlers['sources.sample'](undefined)).toEqual(
      failure('sample-matter-missing'),
    );
    const path = join(folder, 'gone');
    const removed = createHandlers(running, path);
    expect(await removed.handlers['sources.sample'](undefined)).toEqual(failure('path-missing', { path }));
  });
});

describe('a draft', () => {
  const draft = {
    connectionId: 'c',
    databaseId: 1,
    dataset: { id: 2 },
    links: [],
    maskLinks: false,
    followSymlinks: false,
  };

  it('gets the paths that a person chose, which the window names by id only', async () => {
    const { handlers, calls } = createHandlers(running, null);
    const chosen = await handlers['sources.choose']({ kind: 'folders' });
    const sourceIds = chosen.ok ? chosen.value.map(({ sourceId }) => sourceId) : [];
    await handlers['drafts.create']({ ...draft, sourceIds });
    expect(calls).toEqual([{ name: 'drafts.scan', argument: { ...draft, sources: [folder] } }]);
  });

  it('is refused with an id that was never granted', async () => {
    const { handlers, calls } = createHandlers(running, null);
    expect(await handlers['drafts.create']({ ...draft, sourceIds: ['/etc/passwd'] })).toEqual(
      failure('source-not-granted'),
    );
    expect(calls).toEqual([]);
  });
});

describe('a draft with links', () => {
  const links = [
    'https://files.example/a.pst?sig=SECRET',
    'https://ana:pw@files.example/b',
    'http://h.example:81/c',
    'hello',
  ];
  const draft = {
    connectionId: 'c',
    databaseId: 1,
    dataset: { id: 2 },
    links,
    maskLinks: false,
    followSymlinks: false,
    sourceIds: [],
  };
  const looked = {
    name: 'links.hostsToConfirm',
    argument: { origins: ['https://files.example', 'http://h.example:81'] },
  };
  const scanned = { name: 'drafts.scan', argument: expect.objectContaining({ links }) };

  it('asks a person about each server that nobody confirmed, and has the confirmed ones remembered', async () => {
    const unconfirmed = ['https://files.example'];
    const { handlers, calls } = createHandlers(running, null, { unconfirmed, confirms: true });
    await handlers['drafts.create'](draft);
    expect(calls).toEqual([
      looked,
      { question: 'Check links on files.example?' },
      { name: 'links.confirmHosts', argument: { origins: unconfirmed } },
      scanned,
    ]);
  });

  it('has nothing confirmed that a person refused or was not shown', async () => {
    const unconfirmed = Array.from({ length: 21 }, (_, index) => `https://h${index}.example`);
    const refused = createHandlers(running, null, { unconfirmed, confirms: false });
    await refused.handlers['drafts.create'](draft);
    expect(refused.calls).toEqual([looked, { question: 'Check links on 20 servers?' }, scanned]);
    const accepted = createHandlers(running, null, { unconfirmed, confirms: true });
    await accepted.handlers['drafts.create'](draft);
    expect(accepted.calls).toContainEqual({
      name: 'links.confirmHosts',
      argument: { origins: unconfirmed.slice(0, 20) },
    });
  });

  it('asks nothing about servers that were confirmed before', async () => {
    const { handlers, calls } = createHandlers(running, null, { unconfirmed: [], confirms: false });
    await handlers['drafts.create'](draft);
    expect(calls).toEqual([looked, scanned]);
  });
});
