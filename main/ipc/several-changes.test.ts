/** Several changes in one confirmation, on a platform that remembers the permissions of a database's users. */
import { expect, it } from 'vitest';
import type { Result } from '../../preload/contract/failures/failure.ts';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { described } from '../../test/fixtures/described-change.ts';
import { connection } from '../../test/fixtures/views.ts';
import type { TrustQuestion } from '../window/trust-questions.ts';
import { platformChangeHandlers } from './platform-changes.ts';

const connectionId = 'saved';
const forbidden = failure('forbidden', { operation: 'PutDatabaseUser', status: 403 });
const changed = failure('record-changed');
type Target = { readonly path: { readonly userId: number } };

function createPlatform({
  isConfirmed = true,
  refused,
  onAsked = () => {},
  onMade = () => {},
}: {
  readonly isConfirmed?: boolean;
  readonly refused?: number;
  readonly onAsked?: () => void;
  readonly onMade?: () => void;
} = {}) {
  const granted = new Map([1, 2, 3].map((userId) => [userId, ['DB_UPLOAD']]));
  const database = { id: 3, name: 'Ferrand Shipping' };
  const asked: TrustQuestion[] = [];
  const read = (name: string, userId: number): Result<unknown> => {
    if (name === 'platform.GetDatabase') return success(database);
    const permissions = granted.get(userId);
    const user = { id: userId, firstName: `Person ${userId}` };
    return permissions === undefined
      ? failure('not-found', { operation: 'GetDatabaseUser', status: 404 })
      : success({ permissions, user });
  };
  const handlers = platformChangeHandlers({
    connections: { views: () => [connection({ id: connectionId, serverUrl: 'https://review.example/api' })] },
    engine: {
      call: async (name, argument) => {
        if (name === 'platform.describeChange')
          return JSON.parse(JSON.stringify(await described(argument, read)));
        const { path, body }: Target & { body?: { databasePermissions: string[] } } = JSON.parse(
          JSON.stringify(argument),
        );
        if (path.userId === refused) return forbidden;
        if (name === 'platform.DeleteDatabaseUser') granted.delete(path.userId);
        else granted.set(path.userId, body?.databasePermissions ?? []);
        onMade();
        return JSON.parse(JSON.stringify(success('done')));
      },
    },
    dialogs: {
      confirm: async (question) => {
        asked.push(question);
        onAsked();
        return isConfirmed;
      },
    },
  });
  const make = (before: readonly string[] = ['DB_UPLOAD']) =>
    handlers['platform.changeSeveral']({
      connectionId,
      changes: [
        put(1, before),
        put(2, before),
        { name: 'platform.DeleteDatabaseUser', path: { databaseId: 3, userId: 3 }, before: [...before] },
      ],
    });
  return { granted, database, asked, make };
}

type Platform = ReturnType<typeof createPlatform>;

const put = (userId: number, before: readonly string[]) => ({
  name: 'platform.PutDatabaseUser' as const,
  path: { databaseId: 3, userId },
  body: { databasePermissions: ['DB_UPLOAD', 'DB_DELETE'] },
  before: [...before],
});
const done = { state: 'done' };
const notTried = { state: 'not-tried' };
const failed = (reason: { readonly failure: unknown }) => ({ state: 'failed', failure: reason.failure });

it('asks once, with what holds before and after in each line, and changes nothing on Cancel', async () => {
  const { granted, asked, make } = createPlatform({ isConfirmed: false });
  expect(await make()).toEqual(success(null));
  expect(asked.map(({ message }) => message)).toEqual(['Make 3 changes?']);
  expect(asked[0]?.detail).toContain(
    [
      'Person 1 (ID 1) in Ferrand Shipping (ID 3): Upload → Upload; Delete',
      'Person 2 (ID 2) in Ferrand Shipping (ID 3): Upload → Upload; Delete',
      'Person 3 (ID 3) in Ferrand Shipping (ID 3): Upload → none',
    ].join('\n'),
  );
  expect([...granted.values()].flat()).toEqual(['DB_UPLOAD', 'DB_UPLOAD', 'DB_UPLOAD']);
});

it('makes the changes one after the other', async () => {
  const { granted, make } = createPlatform();
  expect(await make()).toEqual(success([done, done, done]));
  expect([...granted]).toEqual([
    [1, ['DB_UPLOAD', 'DB_DELETE']],
    [2, ['DB_UPLOAD', 'DB_DELETE']],
  ]);
});

it('stops at the first that the platform refuses, and says what was done and not tried', async () => {
  const { granted, make } = createPlatform({ refused: 2 });
  expect(await make()).toEqual(success([done, failed(forbidden), notTried]));
  expect(granted.get(3)).toEqual(['DB_UPLOAD']);
});

it('asks about nothing where other permissions hold than the window showed', async () => {
  const { granted, asked, make } = createPlatform();
  granted.set(2, ['DB_ADMIN']);
  expect(await make()).toEqual(success([notTried, failed(changed), notTried]));
  expect(asked).toEqual([]);
  expect(granted.get(1)).toEqual(['DB_UPLOAD']);
});

it.each([
  [
    'permissions',
    ({ granted }: Platform) => {
      granted.set(2, ['DB_ADMIN']);
    },
  ],
  [
    'a name',
    ({ database }: Platform) => {
      database.name = 'Another matter';
    },
  ],
])('reads again before each change, and stops where %s changed after the question', async (_what, meddle) => {
  let made = 0;
  const platform = createPlatform({
    onMade: () => {
      made += 1;
      meddle(platform);
    },
  });
  expect(await platform.make()).toEqual(success([done, failed(changed), notTried]));
  expect([made, platform.asked.length]).toEqual([1, 1]);
});
