import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { createUploadStarter } from '../uploads/upload-starter.ts';
import { draftHandlers } from './drafts.ts';

/** What the engine would have a person confirm, and whether one does. */
interface Person {
  readonly unconfirmed: readonly string[];
  readonly confirms: boolean;
}

function createHandlers(person: Person) {
  const calls: unknown[] = [];
  const handlers = draftHandlers({
    starter: createUploadStarter({
      call: async (name, argument) => {
        calls.push({ name, argument });
        return failure('closing');
      },
    }),
    pathGrants: { bind: () => undefined },
    dialogs: {
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
  });
  return { handlers, calls };
}

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
    replaces: null,
    sources: ['/evidence'],
  };
  const looked = {
    name: 'links.hostsToConfirm',
    argument: { origins: ['https://files.example', 'http://h.example:81'] },
  };
  const scanned = {
    name: 'drafts.scan',
    argument: expect.objectContaining({ links, sources: ['/evidence'] }),
  };

  it('asks a person about each server that nobody confirmed, and has the confirmed ones remembered', async () => {
    const unconfirmed = ['https://files.example'];
    const { handlers, calls } = createHandlers({ unconfirmed, confirms: true });
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
    const refused = createHandlers({ unconfirmed, confirms: false });
    await refused.handlers['drafts.create'](draft);
    expect(refused.calls).toEqual([looked, { question: 'Check links on 20 servers?' }, scanned]);
    const accepted = createHandlers({ unconfirmed, confirms: true });
    await accepted.handlers['drafts.create'](draft);
    expect(accepted.calls).toContainEqual({
      name: 'links.confirmHosts',
      argument: { origins: unconfirmed.slice(0, 20) },
    });
  });

  it('asks nothing about servers that were confirmed before', async () => {
    const { handlers, calls } = createHandlers({ unconfirmed: [], confirms: false });
    await handlers['drafts.create'](draft);
    expect(calls).toEqual([looked, scanned]);
  });
});
