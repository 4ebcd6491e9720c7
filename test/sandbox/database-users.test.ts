import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import { createClient, startSharedSandbox, startTestSandbox, statusByRole } from './sandbox-client.ts';

const sandbox = await startSharedSandbox();
const base = await startSharedSandbox({ form: 'base' });
const admin = createClient(sandbox);
/** Admin of the database that is closed to org admins. */
const sealedAdmin = createClient(sandbox, sandbox.keys.legalHoldAdmin);
const put = { databasePermissions: ['DB_UPLOAD'] };

describe('access', () => {
  const open = {
    ...{ admin: 200, parentOrganization: 403, databaseAdmin: 200, uploader: 403 },
    ...{ legalHoldAdmin: 403, reader: 403, otherOrganization: 404 },
  };
  test.each([
    ['GET', '/databases/2001/users', undefined],
    ['GET', '/databases/2001/users/12', undefined],
    ['PUT', '/databases/2001/users/203', put],
  ])(
    '%s %s is for admins of the database, and org admins where orgAdminAccess is on',
    async (method, path, body) => {
      expect(await statusByRole(sandbox, method, path, body)).toEqual(open);
    },
  );

  test('what is removed is gone for those who may remove it', async () => {
    expect(await statusByRole(sandbox, 'DELETE', '/databases/2001/users/999')).toEqual({
      ...open,
      ...{ admin: 404, databaseAdmin: 404 },
    });
  });

  const closed = {
    ...{ admin: 403, parentOrganization: 403, databaseAdmin: 403, uploader: 403 },
    ...{ legalHoldAdmin: 200, reader: 403, otherOrganization: 404 },
  };
  test.each([
    ['GET', '/databases/2003/users', undefined],
    ['GET', '/databases/2003/users/206', undefined],
    ['PUT', '/databases/2003/users/206', put],
  ])('%s %s is closed to org admins where orgAdminAccess is off', async (method, path, body) => {
    covers('rule 1.3.4');
    expect(await statusByRole(sandbox, method, path, body)).toEqual(closed);
  });

  test('without orgAdminAccess, org admins are told which permission they need', async () => {
    expect((await admin.call('GET', '/databases/2003/users')).body.value).toEqual({
      title: apiErrors.closedToOrgAdmins,
      status: 403,
    });
  });

  const summary = {
    ...{ admin: 200, parentOrganization: 200, databaseAdmin: 403, uploader: 403 },
    ...{ legalHoldAdmin: 200, reader: 403, otherOrganization: 404 },
  };
  test.each(['/databases/2003', '/databases/2003/projects', '/databases/2003/size'])(
    '%s stays open to org admins, and in the extended form to those of the parent',
    async (path) => {
      covers('rule 1.3.4');
      expect(await statusByRole(sandbox, 'GET', path)).toEqual(summary);
      expect(await statusByRole(base, 'GET', path)).toEqual({ ...summary, parentOrganization: 404 });
    },
  );
});

describe('records', () => {
  test('have no email, and say who is active in the extended form only', async () => {
    const list = async (in_: typeof base) =>
      (await createClient(in_).call('GET', '/databases/2001/users')).body.list('data');
    const [inExtended] = await list(sandbox);
    expect(inExtended?.value).toEqual({
      permissions: ['DB_UPLOAD'],
      user: {
        id: 12,
        firstName: 'Ben',
        lastName: 'Okafor',
        username: 'bokafor',
        title: 'Analyst',
        organizations: [{ id: 101, name: 'Harrow & Pike LLP', orgAdmin: false }],
        primaryOrganization: 101,
      },
      active: true,
    });
    const [inBase] = await list(base);
    expect(Object.keys(Object(inBase?.value))).toEqual(['permissions', 'user']);
  });

  test('a user who left every organization is not active', async () => {
    expect((await admin.call('GET', '/databases/2001/users/91')).body.at('data')).toMatchObject({
      permissions: ['DB_LEGAL_HOLD'],
      user: { organizations: [] },
      active: false,
    });
  });

  test('the list is paged by user', async () => {
    const ids: number[] = [];
    let next: unknown = '/databases/2001/users?limit=1';
    while (typeof next === 'string') {
      const { body } = await admin.call('GET', next);
      ids.push(...body.list('data').map((row) => row.number('user', 'id')));
      next = body.at('links', 'next');
    }
    expect(ids.slice(0, 3)).toEqual([12, 13, 91]);
  });
});

describe('changing permissions', () => {
  test('overwrites those the user had, which apply at once', async () => {
    covers('operation 24');
    const { call } = createClient(sandbox, sandbox.keys.reader);
    const create = () => call('POST', '/databases/2001/datasets', { name: 'x' });
    expect((await create()).status).toBe(403);
    const path = '/databases/2001/users/14';
    expect((await admin.call('GET', path)).status).toBe(404);
    const granted = await admin.call('PUT', path, put);
    expect(granted.body.at('data')).toMatchObject({ permissions: ['DB_UPLOAD'], user: { id: 14 } });
    expect((await create()).status).toBe(201);
    await admin.call('PUT', path, { databasePermissions: ['DB_DELETE', 'DB_LEGAL_HOLD'] });
    expect((await create()).status).toBe(403);
    expect((await admin.call('GET', path)).body.at('data', 'permissions')).toEqual([
      'DB_DELETE',
      'DB_LEGAL_HOLD',
    ]);
    const removed = await admin.call('DELETE', path);
    expect([removed.status, removed.body.value]).toEqual([204, undefined]);
    expect((await admin.call('DELETE', path)).body.value).toEqual({
      message: apiErrors.notFound('user'),
      status: 404,
    });
  });

  test('a member who is given no permission stays a user of the database', async () => {
    await admin.call('PUT', '/databases/2002/users/203', { databasePermissions: [] });
    const path = '/databases/2002/users/203';
    expect((await admin.call('GET', path)).body.at('data', 'permissions')).toEqual([]);
  });

  test('users of other organizations can’t be found', async () => {
    for (const id of [21, 31, 999, 0]) {
      expect([id, (await admin.call('PUT', `/databases/2001/users/${id}`, put)).status]).toEqual([id, 404]);
    }
  });

  test.each([
    ['databasePermissions', {}],
    ['databasePermissions', undefined],
    ['databasePermissions', { databasePermissions: 'DB_ADMIN' }],
    ['databasePermissions', { databasePermissions: ['DB_ADMIN', 'DB_ADMIN'] }],
    ['databasePermissions.1', { databasePermissions: ['DB_ADMIN', 'ORG_ADMIN'] }],
  ])('is refused with 400 and the field %s', async (field, body) => {
    const refused = await admin.call('PUT', '/databases/2001/users/203', body);
    expect(refused.status).toBe(400);
    expect(refused.body.text('title')).toContain(body === undefined ? 'The body' : `The field ${field} `);
  });

  test('a database that is closed to org admins keeps its last admin', async () => {
    const own = await startTestSandbox();
    const { call } = createClient(own, own.keys.legalHoldAdmin);
    const refused = await call('PUT', '/databases/2003/users/15', put);
    expect(refused.body.value).toEqual({ title: apiErrors.lastDatabaseAdmin('Sealed matter'), status: 409 });
    expect((await call('DELETE', '/databases/2003/users/15')).body.value).toEqual({
      message: apiErrors.lastDatabaseAdmin('Sealed matter'),
      status: 409,
    });
    const member = await createClient(own).call('DELETE', '/organizations/101/users/15');
    expect(member.body.at('message')).toBe(apiErrors.lastDatabaseAdmin('Sealed matter'));
    await call('PUT', '/databases/2003/users/206', { databasePermissions: ['DB_ADMIN'] });
    expect((await call('DELETE', '/databases/2003/users/15')).status).toBe(204);
    expect((await call('GET', '/databases/2003/users')).status).toBe(403);
  });
});

test('uploading to a closed database takes DB_UPLOAD, even for its admin', async () => {
  covers('rule 1.3.2');
  const dataset = { name: 'x' };
  for (const { call } of [admin, sealedAdmin]) {
    expect((await call('POST', '/databases/2003/datasets', dataset)).status).toBe(403);
  }
});
