import { describe, expect, it, test } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { permissionText } from '../../preload/contract/platform/value-text.ts';
import { described } from '../../test/fixtures/described-change.ts';
import { connection } from '../../test/fixtures/views.ts';
import type { TrustQuestion } from '../window/trust-questions.ts';
import { platformChangeHandlers } from './platform-changes.ts';

const ada = { id: 12, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@firm.example' };
const forbidden = failure('forbidden', { operation: 'any', status: 403 });
const unreachable = failure('unreachable', {
  host: 'review.example',
  operation: 'any',
  reason: { kind: 'no-answer' },
});
const present: Readonly<Record<string, Result<unknown>>> = {
  'platform.GetOrganization': success({ id: 7, name: 'Firm LLP' }),
  'platform.GetOrganizationUser': success({ ...ada, permissions: ['AI_ADMIN', 'NEWER_ADMIN'] }),
  'platform.GetInvitations': success({
    invitations: [
      {
        email: 'Bo@firm.example',
        organizationPermissions: ['ORG_ADMIN'],
        expiration: '2099-12-01T09:00:00Z',
      },
    ],
  }),
  'platform.GetDatabase': success({ id: 3, name: 'Ferrand Shipping', owningOrganizationId: 7 }),
  'platform.GetDatabaseUser': success({
    permissions: ['DB_UPLOAD', 'DB_DELETE'],
    user: { id: 12, firstName: 'Ada', lastName: 'Lovelace', username: 'ada' },
  }),
};

function createHandlers(isConfirmed: boolean, answers = present, onAsked: () => void = () => {}) {
  const asked: TrustQuestion[] = [];
  const done: unknown[] = [];
  const handlers = platformChangeHandlers({
    connections: { views: () => [connection({ id: 'saved', serverUrl: 'https://review.example/api' })] },
    engine: {
      call: async (name, argument) => {
        if (name === 'platform.describeChange')
          return JSON.parse(JSON.stringify(await described(argument, (read) => answers[read] ?? forbidden)));
        done.push([name, argument]);
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
  return { handlers, asked, done };
}
type Handlers = ReturnType<typeof platformChangeHandlers>;

const connectionId = 'saved';
const member = { connectionId, path: { orgId: 7, userId: 12 } };
const user = { connectionId, path: { databaseId: 3, userId: 12 } };
const invited = { connectionId, path: { orgId: 7 }, body: { email: 'bo@firm.example' } };
const bo = { email: 'bo@firm.example', firstName: 'Bo', lastName: 'Chen' };

const added = {
  connectionId,
  path: { orgId: 7 },
  body: { users: [bo], permissions: ['ORG_ADMIN'] },
};
const promoted = { ...member, body: { organizationPermissions: ['ORG_ADMIN', 'AI_ADMIN'] } };
const narrowed = { ...user, body: { databasePermissions: ['DB_UPLOAD'] } };

const changes: readonly (readonly [
  name: keyof Handlers,
  wanted: unknown,
  make: (handlers: Handlers) => Promise<Result<unknown>>,
  message: string,
  detail: readonly string[],
])[] = [
  [
    'platform.PostOrganizationUsers',
    added,
    (handlers) => handlers['platform.PostOrganizationUsers'](added),
    'Add bo@firm.example to Firm LLP?',
    [
      'Platform: review.example\nOrganization: Firm LLP (ID 7)',
      'Bo Chen, bo@firm.example',
      'Permissions: Organization admin',
      'An organization admin controls the organization',
    ],
  ],
  [
    'platform.PatchOrganizationUser',
    promoted,
    (handlers) => handlers['platform.PatchOrganizationUser'](promoted),
    'Change Ada Lovelace in Firm LLP?',
    [
      'Person: Ada Lovelace, ada@firm.example (ID 12)',
      'Current permissions: AI admin; NEWER_ADMIN\nNew permissions: Organization admin; AI admin\nAdds: Organization admin\nRemoves: NEWER_ADMIN',
      'An organization admin controls the organization',
    ],
  ],
  [
    'platform.DeleteOrganizationUser',
    member,
    (handlers) => handlers['platform.DeleteOrganizationUser'](member),
    'Remove Ada Lovelace from Firm LLP?',
    ['Person: Ada Lovelace, ada@firm.example (ID 12)', 'work product is shared'],
  ],
  [
    'platform.ResendInvitation',
    invited,
    (handlers) => handlers['platform.ResendInvitation'](invited),
    'Resend the invitation to bo@firm.example?',
    ['Permissions: Organization admin', 'Expires: 2099-12-01'],
  ],
  [
    'platform.DeleteInvitation',
    invited,
    (handlers) => handlers['platform.DeleteInvitation'](invited),
    'Delete the invitation to bo@firm.example?',
    ['Permissions: Organization admin', 'Expires: 2099-12-01'],
  ],
  [
    'platform.PutDatabaseUser',
    narrowed,
    (handlers) => handlers['platform.PutDatabaseUser'](narrowed),
    'Change the permissions of Ada Lovelace in Ferrand Shipping?',
    [
      'Platform: review.example\nDatabase: Ferrand Shipping (ID 3)',
      'Current permissions: Upload; Delete\nNew permissions: Upload\nRemoves: Delete',
    ],
  ],
  [
    'platform.DeleteDatabaseUser',
    user,
    (handlers) => handlers['platform.DeleteDatabaseUser'](user),
    'Remove the permissions of Ada Lovelace in Ferrand Shipping?',
    ['Current permissions: Upload; Delete\nNew permissions: none\nRemoves: Upload; Delete'],
  ],
];

describe.each(changes)('%s', (name, wanted, make, message, detail) => {
  it('changes nothing unless a person accepts it, with what holds before and after', async () => {
    const { handlers, asked, done } = createHandlers(false);
    expect(await make(handlers)).toEqual(success(null));
    expect(done).toEqual([]);
    expect(asked.map((question) => question.message)).toEqual([message]);
    for (const part of detail) expect(asked[0]?.detail).toContain(part);
  });

  it('makes exactly the change that the question described', async () => {
    const { handlers, done } = createHandlers(true);
    expect(await make(handlers)).toEqual(success('done'));
    expect(done).toEqual([[name, wanted]]);
  });

  it('names the IDs where the present state can’t be read', async () => {
    const { handlers, asked } = createHandlers(false, {});
    await make(handlers);
    const text = `${asked[0]?.message}\n${asked[0]?.detail}`;
    expect(text).toMatch(/(Organization: 7|Database: 3) \(its name couldn't be read\)/);
    if (name.endsWith('User')) expect(text).toContain('user 12');
    if (/Patch|Put|DeleteDatabase/.test(name))
      expect(text).toContain("Current permissions: couldn't be read");
  });

  it('is not asked about while the platform can’t be reached', async () => {
    const answers = Object.fromEntries(Object.keys(present).map((each) => [each, unreachable]));
    const { handlers, asked, done } = createHandlers(true, answers);
    expect(await make(handlers)).toEqual(unreachable);
    expect([asked, done]).toEqual([[], []]);
  });
});

test('someone without permissions is named as a member of the database’s owner', async () => {
  const missing = failure('not-found', { operation: 'any', status: 404 });
  const answers = { ...present, 'platform.GetDatabaseUser': missing };
  const { handlers, asked } = createHandlers(false, answers);
  await handlers['platform.PutDatabaseUser']({ ...user, body: { databasePermissions: ['DB_ADMIN'] } });
  expect(asked[0]?.detail).toContain('Person: Ada Lovelace, ada@firm.example (ID 12)');
  expect(asked[0]?.detail).toContain('Current permissions: none\nNew permissions: Database admin');
});

test('what changed while the person was asked is asked about again', async () => {
  const answers = { ...present };
  const permissions = (...granted: readonly string[]) => success({ permissions: granted, user: ada });
  const { handlers, asked, done } = createHandlers(true, answers, () => {
    if (asked.length === 1) answers['platform.GetDatabaseUser'] = permissions('DB_ADMIN');
  });
  answers['platform.GetDatabaseUser'] = permissions('DB_DELETE');
  expect(await handlers['platform.PutDatabaseUser'](narrowed)).toEqual(success('done'));
  expect(asked.map(({ detail }) => /Removes: (.*)/.exec(detail)?.[1])).toEqual([
    permissionText('DB_DELETE'),
    permissionText('DB_ADMIN'),
  ]);
  expect(done).toEqual([['platform.PutDatabaseUser', narrowed]]);
});

test('a connection that is gone changes nothing', async () => {
  const { handlers, asked, done } = createHandlers(true);
  expect(await handlers['platform.DeleteOrganizationUser']({ ...member, connectionId: 'gone' })).toEqual(
    failure('connection-not-found'),
  );
  expect([asked, done]).toEqual([[], []]);
});
