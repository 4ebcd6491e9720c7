import { expect, test } from 'vitest';
import { failure, success } from '../../../preload/contract/failures/failure.ts';
import { answerJson } from '../../../test/fakes/http-server.ts';
import { platformAt, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { unwrap } from '../../../test/fixtures/result.ts';
import { chooseByName, findDatabase, listDatabases } from './find-database.ts';

const doe = { id: 1, name: 'Doe v. Roe' };
const lowerCase = { id: 2, name: 'doe v. roe' };
const acme = { id: 3, name: 'Acme' };
const secondAcme = { id: 4, name: 'ACME' };
const all = [doe, lowerCase, acme, secondAcme, { id: 5, name: 'Caf\u00e9' }];

test.each([
  ['the exact name, beside one that differs in case', 'doe v. roe', success(lowerCase)],
  ['the exact name first', 'Acme', success(acme)],
  ['a name in another Unicode form', 'cafe\u0301', success({ id: 5, name: 'Caf\u00e9' })],
  [
    'two that differ from it in case',
    'acme',
    failure('database-name-ambiguous', { name: 'acme', databaseIds: [3, 4] }),
  ],
  ['part of a name', 'Doe', failure('database-name-unknown', { name: 'Doe' })],
])('%s', (_what, name, expected) => {
  expect(chooseByName(all, name)).toEqual(expected);
});

test('depends on no field but ID and name, of a database or of a project', async () => {
  const databases = [
    { id: 1, name: 'Doe', orgAdminAccess: 'yes', databaseFields: {}, owningOrganizationId: '7' },
    { id: 'two', name: 'Acme' },
    null,
  ];
  const projects = [{ id: 'nine', name: null, created: 5, database: { id: 3, name: 'Roe', context: 1 } }, 7];
  const fake = await startFakeServer(({ target }, response) => {
    if (target.startsWith('/v1/databases/3')) answerJson(response, 403, { title: 'No', status: 403 });
    else answerJson(response, 200, { data: target.includes('projects') ? projects : databases });
  });
  const platform = await platformAt(fake.url);
  expect(unwrap(await listDatabases(platform, {}))).toEqual([
    { id: 1, name: 'Doe', organizationId: null },
    { id: 3, name: 'Roe', organizationId: null },
  ]);
  expect(unwrap(await findDatabase(platform, 3, {}))).toEqual({ id: 3, name: 'Roe' });
});
