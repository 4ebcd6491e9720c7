import { describe, expect, it } from 'vitest';
import type { UploadPermission } from '../../../preload/contract/views/database-status.ts';
import { answerJson } from '../../../test/fakes/http-server.ts';
import { platformAt, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { unwrap } from '../../../test/fixtures/result.ts';
import { permissionOf, readSizeAndState, readUploadPermission } from './database-access.ts';

type Answer = readonly [status: number, body: object];

describe('the permission to upload', () => {
  it.each([
    ['is granted by its own permission', { permissions: ['DB_UPLOAD'] }, 'granted'],
    ['is granted beside others', { permissions: ['DB_ADMIN', 'DB_UPLOAD'], active: true }, 'granted'],
    ['is not known for an administrator without it', { permissions: ['DB_ADMIN'] }, 'unknown'],
    ['is missing without it', { permissions: ['DB_DELETE', 'DB_LEGAL_HOLD'] }, 'missing'],
    ['is missing without any permission', { permissions: [] }, 'missing'],
    ['is missing for an inactive account', { permissions: ['DB_UPLOAD'], active: false }, 'missing'],
  ])('%s', (_, record, expected) => {
    expect(permissionOf(record)).toBe(expected);
  });
});

const forbidden: Answer = [403, { title: 'No.', status: 403 }];
const missing: Answer = [404, { message: 'No object found for the given id', status: 404 }];

/** Every other path answers 404. */
async function platformWith(answers: Readonly<Record<string, Answer>>) {
  const fake = await startFakeServer(({ target }, response) => {
    const path = target.replace(/^\/v1|\?.*$/g, '');
    answerJson(response, ...(answers[path] ?? missing));
  });
  return platformAt(fake.url);
}

const member = { id: 12, organizations: [{ id: 7, name: 'Harrow', orgAdmin: false }] };
const admin = { ...member, organizations: [{ id: 7, name: 'Harrow', orgAdmin: true }] };
const record = (userId: number, ...permissions: readonly string[]) => ({ permissions, user: { id: userId } });
const database = (orgAdminAccess: boolean): Answer => [200, { data: { id: 3, name: 'Doe', orgAdminAccess } }];

describe('the account’s own permission', () => {
  it.each<[string, typeof member, Readonly<Record<string, Answer>>, UploadPermission]>([
    [
      'is in its own record',
      member,
      { '/databases/3/users/12': [200, { data: record(12, 'DB_UPLOAD') }] },
      'granted',
    ],
    [
      'is in the list of records where a single one can’t be read',
      member,
      { '/databases/3/users': [200, { data: [record(11), record(12, 'DB_UPLOAD')] }] },
      'granted',
    ],
    [
      'is missing where no record is its own',
      member,
      { '/databases/3/users': [200, { data: [record(11)] }] },
      'missing',
    ],
    [
      'isn’t known where the account may not read it',
      member,
      { '/databases/3/users/12': forbidden, '/databases/3': forbidden },
      'unknown',
    ],
    [
      'isn’t known for an organization’s admin without a record',
      admin,
      { '/databases/3/users': [200, { data: [] }], '/databases/3': database(true) },
      'unknown',
    ],
    [
      'is closed to an organization’s admin where the database is',
      admin,
      { '/databases/3/users/12': forbidden, '/databases/3': database(false) },
      'closed',
    ],
  ])('%s', async (_, user, answers, expected) => {
    const read = await readUploadPermission(await platformWith(answers), user, 3, {});
    expect(unwrap(read)).toBe(expected);
  });
});

const gb = (billableGb: number) => ({ finalSize: { standard: { billableGb } } });
const project = (id: number, databaseId: number, state: object) => ({
  id,
  name: 'P',
  database: { id: databaseId },
  ...state,
});

describe('the state and size of a database', () => {
  it.each<[string, Readonly<Record<string, Answer>>, string | null, number | null]>([
    [
      'are those of its billing',
      {
        '/databases/3/billing': [
          200,
          { data: { id: 3, monthStatus: { finalState: 'FROZEN' }, monthBilling: gb(12) } },
        ],
      },
      'FROZEN',
      12,
    ],
    [
      'are those of its projects where the billing can’t be read',
      {
        '/databases/3/billing': forbidden,
        '/projects': [200, { data: [project(1, 3, { suspended: true }), project(2, 4, {})] }],
      },
      'SUSPENDED',
      null,
    ],
    [
      'are active with one active project',
      { '/projects': [200, { data: [project(1, 3, { frozen: true }), project(2, 3, { frozen: false })] }] },
      'ACTIVE',
      null,
    ],
    [
      'aren’t known without a project of it',
      { '/projects': [200, { data: [project(2, 4, {})] }] },
      null,
      null,
    ],
    ['aren’t known if nothing can be read', {}, null, null],
  ])('%s', async (_, answers, state, billableGb) => {
    expect(await readSizeAndState(await platformWith(answers), 3, {})).toEqual({ state, billableGb });
  });
});
