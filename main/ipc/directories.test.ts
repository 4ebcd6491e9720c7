import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { DirectoryCheck } from '../../preload/contract/views/directory.ts';
import { connection } from '../../test/fixtures/views.ts';
import { directoryHandlers } from './directories.ts';

const check: DirectoryCheck = {
  path: '/people.csv',
  form: 'base',
  encoding: 'utf-8',
  separator: ',',
  sourceBytes: 20,
  content: { bytes: 20, sha256: 'ab'.repeat(32) },
  people: 2,
  blankRows: 0,
  columns: [{ name: 'email', use: 'synced', filled: 1 }],
  absentColumns: ['name'],
  emails: 1,
  ignored: { count: 1, people: [{ line: 3, userPrincipalName: 'bob@corp' }] },
  added: 0,
  errors: 0,
  warnings: 1,
  notes: 0,
  findings: [],
};

function createHandlers(isConfirmed: boolean) {
  const asked: string[] = [];
  const sent: unknown[] = [];
  const remembered: [string, number][] = [];
  const answers: Readonly<Record<string, Result<unknown>>> = {
    'directories.check': success(check),
    'directories.sync': failure('directory-forbidden', { directoryId: 12 }),
  };
  const handlers = directoryHandlers({
    connections: {
      views: () => [connection({ id: 'saved', serverUrl: 'https://review.example/api' })],
      setDirectory: async (connectionId, directoryId) => {
        remembered.push([connectionId, directoryId]);
      },
    },
    engine: {
      call: async (name, argument) => {
        if (name === 'directories.sync') sent.push(argument);
        return JSON.parse(JSON.stringify(answers[name]));
      },
    },
    dialogs: {
      confirm: async ({ message, detail }) => {
        asked.push(`${message} ${detail}`);
        return isConfirmed;
      },
    },
  });
  return { handlers, asked, sent, remembered };
}
const toCheck = { path: '/people.csv', connectionId: 'saved', form: null };
const toSync = { connectionId: 'saved', directoryId: 12 };

describe('a sync of a directory', () => {
  it('is asked about with the platform, the directory, the file and what will change', async () => {
    const { handlers, asked, sent } = createHandlers(true);
    await handlers['directories.check'](toCheck);
    await handlers['directories.sync'](toSync);
    expect(asked[0]).toMatch(
      /directory 12\?.*review\.example.*\/people\.csv.*overwritten.*1 person without an email/s,
    );
    expect(sent).toEqual([{ ...toSync, check }]);
  });

  it('is not sent, or remembered, if the person refuses or the platform does', async () => {
    for (const isConfirmed of [false, true]) {
      const { handlers, sent, remembered } = createHandlers(isConfirmed);
      await handlers['directories.check'](toCheck);
      await handlers['directories.sync'](toSync);
      expect(sent).toHaveLength(isConfirmed ? 1 : 0);
      expect(remembered).toEqual([]);
    }
  });

  it('needs a check that nothing has replaced', async () => {
    const { handlers, asked, sent } = createHandlers(true);
    expect(await handlers['directories.sync'](toSync)).toEqual(failure('directory-csv-unchecked'));
    const checks = [handlers['directories.check'](toCheck), handlers['directories.check'](toCheck)];
    expect(await handlers['directories.sync'](toSync)).toEqual(failure('directory-csv-unchecked'));
    expect(asked).toEqual([]);
    await Promise.all(checks);
    await handlers['directories.sync'](toSync);
    expect(sent).toHaveLength(1);
  });
});
