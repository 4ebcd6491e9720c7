import { expect, it, test } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type {
  ChangeDescription,
  DescribedName,
} from '../../../preload/contract/platform/change-description.ts';
import { shareSandbox } from '../../../test/sandbox/sandbox-client.ts';
import type { KeysByRole } from '../../sandbox/index.ts';
import { describeChange } from './describe-change.ts';
import type { UncheckedInput } from './operation-input.ts';
import { withPlatform } from './with-session.ts';

const shared = shareSandbox();

function describeAs(
  role: keyof KeysByRole,
  operation: DescribedName,
  input: UncheckedInput,
): Promise<Result<ChangeDescription>> {
  const { url, keys } = shared();
  const { signal } = new AbortController();
  const connection = { serverUrl: url, apiKey: keys[role], profilePath: null };
  return withPlatform(connection, '0', signal, (platform) =>
    describeChange(platform, operation, input, { signal }),
  );
}

const ada = { firstName: 'Ada', lastName: 'Harrow', email: 'ada.harrow@example.com' };
const ben = { firstName: 'Ben', lastName: 'Okafor', username: 'bokafor' };
const organization = { id: 101, name: 'Harrow & Pike LLP' };
const database = { id: 2001, name: 'Doe v. Roe' };
const partner = { before: [{ abbreviation: 'PTR', label: 'Partner' }], after: [] };

it.each<readonly [string, DescribedName, UncheckedInput, unknown]>([
  [
    'permissions and identifiers of a member, before and after',
    'PatchOrganizationUser',
    {
      path: { orgId: 101, userId: 11 },
      body: { organizationPermissions: ['AI_ADMIN'], userIdentifiers: [] },
    },
    {
      organization,
      person: { id: 11, record: ada },
      permissions: { before: ['ORG_ADMIN'], after: ['AI_ADMIN'] },
      identifiers: partner,
    },
  ],
  [
    'only what a change of a member names',
    'PatchOrganizationUser',
    { path: { orgId: 101, userId: 11 }, body: { userIdentifiers: [] } },
    { organization, person: { id: 11, record: ada }, permissions: null, identifiers: partner },
  ],
  [
    'the member who is removed',
    'DeleteOrganizationUser',
    { path: { orgId: 101, userId: 11 } },
    { organization, person: { id: 11, record: ada } },
  ],
  [
    'a member who is not there by their ID',
    'DeleteOrganizationUser',
    { path: { orgId: 101, userId: 999_999 } },
    { organization, person: { id: 999_999, record: null } },
  ],
  [
    'an invitation that is not there',
    'DeleteInvitation',
    { path: { orgId: 101 }, body: { email: 'nobody@example.com' } },
    { organization, email: 'nobody@example.com', invitation: 'none' },
  ],
  [
    'that someone without a record has no permissions in a database yet, by their name from its owner',
    'PutDatabaseUser',
    { path: { databaseId: 2001, userId: 15 }, body: { databasePermissions: ['DB_UPLOAD'] } },
    {
      database,
      person: { id: 15, record: { firstName: expect.any(String) } },
      permissions: { before: [], after: ['DB_UPLOAD'] },
    },
  ],
  [
    'permissions in a database, before and after',
    'PutDatabaseUser',
    { path: { databaseId: 2001, userId: 12 }, body: { databasePermissions: ['DB_ADMIN'] } },
    {
      database,
      person: { id: 12, record: ben },
      permissions: { before: ['DB_UPLOAD'], after: ['DB_ADMIN'] },
    },
  ],
  [
    'that no permission in a database is left',
    'DeleteDatabaseUser',
    { path: { databaseId: 2001, userId: 12 } },
    { database, person: { id: 12, record: ben }, permissions: { before: ['DB_UPLOAD'], after: [] } },
  ],
])('%s', async (_what, operation, input, expected) => {
  expect(await describeAs('admin', operation, input)).toMatchObject(
    success({ operation, ...Object(expected) }),
  );
});

test('an invitation is found whatever the case of its address, and shown with its state', async () => {
  const input = { path: { orgId: 101 }, body: { email: 'HANNA.Lund@example.com' } };
  expect(await describeAs('admin', 'DeleteInvitation', input)).toMatchObject(
    success({
      invitation: { firstName: 'Hanna', lastName: 'Lund', expiration: expect.stringMatching(/^20/) },
    }),
  );
});

test('what the key may not read is named by its ID, and what it has is unknown', async () => {
  const input = { path: { databaseId: 2003, userId: 12 }, body: { databasePermissions: [] } };
  expect(await describeAs('reader', 'PutDatabaseUser', input)).toEqual(
    success({
      operation: 'PutDatabaseUser',
      database: { id: 2003, name: null },
      person: { id: 12, record: null },
      permissions: { before: null, after: [] },
    }),
  );
});

test('it has nothing that is not said: what nobody sees may change while a person is asked', async () => {
  const described = await describeAs('admin', 'DeleteOrganizationUser', {
    path: { orgId: 101, userId: 11 },
  });
  expect(JSON.stringify(described)).not.toMatch(/lastActivity|lastLoggedOut|mfaRequired/);
});

test('a platform that stops answering ends it, because it would not make the change either', async () => {
  const gone = failure('stopped');
  const platform = { read: () => Promise.resolve(gone) };
  const input = { path: { orgId: 101, userId: 11 } };
  expect(await describeChange(platform, 'DeleteOrganizationUser', input, {})).toEqual(gone);
});
