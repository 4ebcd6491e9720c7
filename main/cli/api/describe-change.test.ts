import { expect, it, test } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import { shareSandbox } from '../../../test/sandbox/sandbox-client.ts';
import { type UncheckedInput, withPlatform } from '../../engine/index.ts';
import type { KeysByRole } from '../../sandbox/index.ts';
import { changes as words } from '../words/api.ts';
import { describeChange } from './describe-change.ts';

const shared = shareSandbox();

function describeAs(
  role: keyof KeysByRole,
  operation: OperationName,
  input: UncheckedInput,
): Promise<Result<readonly string[]>> {
  const { url, keys } = shared();
  const { signal } = new AbortController();
  const connection = { serverUrl: url, apiKey: keys[role], profilePath: null };
  return withPlatform(connection, '0', signal, (platform) =>
    describeChange(platform, operation, input, { signal }),
  );
}

const ada = { firstName: 'Ada', lastName: 'Harrow', email: 'ada.harrow@example.com' };
const ben = { firstName: 'Ben', lastName: 'Okafor' };
const organization = words.organization(101, { name: 'Harrow & Pike LLP' });
const database = words.database(2001, { name: 'Doe v. Roe' });

it.each<readonly [string, OperationName, UncheckedInput, readonly string[]]>([
  [
    'permissions and identifiers of a member, before and after',
    'PatchOrganizationUser',
    {
      path: { orgId: 101, userId: 11 },
      body: { organizationPermissions: ['AI_ADMIN'], userIdentifiers: [] },
    },
    [
      words.changeMember,
      organization,
      words.user(11, ada),
      words.permissions(['ORG_ADMIN'], ['AI_ADMIN']),
      words.identifiers([{ abbreviation: 'PTR', label: 'Partner' }], []),
    ],
  ],
  [
    'only what a change of a member names',
    'PatchOrganizationUser',
    { path: { orgId: 101, userId: 11 }, body: { userIdentifiers: [] } },
    [
      words.changeMember,
      organization,
      words.user(11, ada),
      words.identifiers([{ abbreviation: 'PTR', label: 'Partner' }], []),
    ],
  ],
  [
    'the member who is removed',
    'DeleteOrganizationUser',
    { path: { orgId: 101, userId: 11 } },
    [words.removeMember, organization, words.user(11, ada)],
  ],
  [
    'a member who is not there by their ID',
    'DeleteOrganizationUser',
    { path: { orgId: 101, userId: 999_999 } },
    [words.removeMember, organization, words.user(999_999, null)],
  ],
  [
    'an invitation that is not there',
    'DeleteInvitation',
    { path: { orgId: 101 }, body: { email: 'nobody@example.com' } },
    [words.deleteInvitation, organization, words.invitation('nobody@example.com', 'none')],
  ],
  [
    'that someone without a record has no permissions in a database yet',
    'PutDatabaseUser',
    { path: { databaseId: 2001, userId: 15 }, body: { databasePermissions: ['DB_UPLOAD'] } },
    [words.setPermissions, database, words.user(15, null), words.permissions([], ['DB_UPLOAD'])],
  ],
  [
    'permissions in a database, before and after',
    'PutDatabaseUser',
    { path: { databaseId: 2001, userId: 12 }, body: { databasePermissions: ['DB_ADMIN'] } },
    [
      words.setPermissions,
      database,
      words.user(12, { ...ben, username: 'bokafor' }),
      words.permissions(['DB_UPLOAD'], ['DB_ADMIN']),
    ],
  ],
  [
    'that no permission in a database is left',
    'DeleteDatabaseUser',
    { path: { databaseId: 2001, userId: 12 } },
    [
      words.removePermissions,
      database,
      words.user(12, { ...ben, username: 'bokafor' }),
      words.permissions(['DB_UPLOAD'], []),
    ],
  ],
])('%s', async (_what, operation, input, lines) => {
  expect(await describeAs('admin', operation, input)).toEqual(success(lines));
});

test('an invitation is found whatever the case of its address, and shown with its state', async () => {
  const input = { path: { orgId: 101 }, body: { email: 'HANNA.Lund@example.com' } };
  const described = await describeAs('admin', 'DeleteInvitation', input);
  expect(described.ok && described.value.at(-1)).toMatch(/Hanna Lund, hanna\.lund@example\.com \(expires 20/);
});

test('what the key may not read is named by its ID, and what it has is unknown', async () => {
  const input = { path: { databaseId: 2003, userId: 12 }, body: { databasePermissions: [] } };
  expect(await describeAs('reader', 'PutDatabaseUser', input)).toEqual(
    success([
      words.setPermissions,
      words.database(2003, null),
      words.user(12, null),
      words.permissions(null, []),
    ]),
  );
});

test('a platform that stops answering ends it, because it would not make the change either', async () => {
  const gone = failure('stopped');
  const platform = { read: () => Promise.resolve(gone) };
  const input = { path: { orgId: 101, userId: 11 } };
  expect(await describeChange(platform, 'DeleteOrganizationUser', input, {})).toEqual(gone);
});
