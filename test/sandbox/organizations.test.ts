import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import { createClient, startSharedSandbox, statusByRole } from './sandbox-client.ts';

const extended = await startSharedSandbox();
const base = await startSharedSandbox({ form: 'base' });

const nobody = {
  admin: 404,
  parentOrganization: 404,
  databaseAdmin: 404,
  uploader: 404,
  legalHoldAdmin: 404,
  reader: 404,
  otherOrganization: 404,
};
/** Members of 101 who aren't its admin are told so; for others it doesn't exist. */
const ownAdmin = {
  ...nobody,
  ...{ admin: 200, databaseAdmin: 403, uploader: 403, legalHoldAdmin: 403, reader: 403 },
};
const everyMember = {
  ...nobody,
  ...{ admin: 200, databaseAdmin: 200, uploader: 200, legalHoldAdmin: 200, reader: 200 },
};

describe('access to an organization', () => {
  test.each([
    ['/organizations/101', everyMember],
    ['/organizations/101/databases', ownAdmin],
    ['/organizations/101/projects', ownAdmin],
  ])('%s is open to its members or admins, and in the extended form to the parent’s', async (path, table) => {
    expect(await statusByRole(base, 'GET', path)).toEqual(table);
    expect(await statusByRole(extended, 'GET', path)).toEqual({ ...table, parentOrganization: 200 });
  });

  test('the parent organization itself is closed to the admins of its sub-organizations', async () => {
    expect(await statusByRole(extended, 'GET', '/organizations/100')).toEqual({
      ...nobody,
      parentOrganization: 200,
    });
  });

  test('the title of a refusal names the missing role', async () => {
    const { call } = createClient(extended, extended.keys.reader);
    expect((await call('GET', '/organizations/101/databases')).body.value).toEqual({
      title: apiErrors.organizationOrParentAdminOnly,
      status: 403,
    });
  });
});

describe('the list of organizations', () => {
  test.each([
    ['admin', [101], [101]],
    ['parentOrganization', [100], [100, 101, 103]],
    ['legalHoldAdmin', [101, 103], [101, 103]],
    ['otherOrganization', [102], [102]],
  ] as const)(
    'has every organization of %s, and in the extended form the sub-organizations',
    async (role, inBase, inExtended) => {
      const listed = async (sandbox: typeof base): Promise<readonly number[]> => {
        const { call } = createClient(sandbox, sandbox.keys[role]);
        return (await call('GET', '/organizations')).body.list('data').map((row) => row.number('id'));
      };
      expect(await listed(base)).toEqual(inBase);
      expect(await listed(extended)).toEqual(inExtended);
    },
  );

  test('is paged, and links.next keeps the other parameters of the request', async () => {
    const { call } = createClient(extended, extended.keys.parentOrganization);
    const first = await call('GET', '/organizations?limit=1&after=100&month=3');
    expect(first.body.list('data').map((row) => row.number('id'))).toEqual([101]);
    const next = new URL(first.body.text('links', 'next'));
    expect(Object.fromEntries(next.searchParams)).toEqual({ limit: '1', after: '101', month: '3' });
    const last = await call('GET', next.href);
    expect(last.body.list('data').map((row) => row.number('id'))).toEqual([103]);
    expect(last.body.at('links', 'next')).toBeNull();
  });
});

describe('records', () => {
  const ownFields = ['id', 'name', 'saml'];
  test('an organization names its parent in the extended form only', async () => {
    covers('rule 1.2.1', 'rule 3.3.1');
    const read = async (sandbox: typeof base) =>
      (await createClient(sandbox).call('GET', '/organizations/101')).body.at('data');
    expect(Object.keys(Object(await read(base))).sort()).toEqual(ownFields);
    expect(await read(extended)).toEqual({
      id: 101,
      name: 'Harrow & Pike LLP',
      parentOrganizationId: 100,
      saml: {
        entityId: expect.any(String),
        mfaBypass: false,
        state: 'DISABLED',
        updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
  });

  test('databases name their owner, and projects say if they are frozen, in the extended form only', async () => {
    const first = async (sandbox: typeof base, path: string) =>
      (await createClient(sandbox).call('GET', path)).body.list('data')[0];
    const database = '/organizations/101/databases';
    expect((await first(base, database))?.at('owningOrganizationId')).toBeUndefined();
    expect((await first(extended, database))?.at('owningOrganizationId')).toBe(101);
    const project = '/organizations/101/projects';
    expect((await first(base, project))?.at('frozen')).toBeUndefined();
    expect((await first(extended, project))?.at('frozen')).toBe(false);
  });

  test('the current user lists each organization with the role in it', async () => {
    const { call } = createClient(extended, extended.keys.legalHoldAdmin);
    expect((await call('GET', '/users/me')).body.at('data')).toMatchObject({
      id: 15,
      organizations: [
        { id: 101, name: 'Harrow & Pike LLP', orgAdmin: false },
        { id: 103, name: 'Northgate Discovery Services', orgAdmin: false },
      ],
      primaryOrganization: 101,
      lastActivity: expect.stringMatching(/^\d{4}-/),
    });
  });
});

test('the base form has no operation of the extended form', async () => {
  covers('rule 9.2');
  const { call } = createClient(base);
  const operations = [
    ['GET', '/organizations/101/users/12'],
    ['POST', '/organizations/101/users'],
    ['PATCH', '/organizations/101/users/12'],
    ['DELETE', '/organizations/101/users/12'],
    ['GET', '/organizations/101/userIdentifiers'],
    ['GET', '/organizations/101/invitations'],
    ['POST', '/organizations/101/invitations/resend'],
    ['DELETE', '/organizations/101/invitations'],
    ['GET', '/organizations/101/events?begin=0&end=1'],
    ['GET', '/organizations/101/events/after?eventId=0'],
    ['GET', '/organizations/101/events/recent'],
    ['GET', '/databases/2001/users/12'],
    ['PUT', '/databases/2001/users/12'],
    ['DELETE', '/databases/2001/users/12'],
  ] as const;
  for (const [method, path] of operations) {
    const { status, body } = await call(method, path);
    const text = method === 'DELETE' ? 'message' : 'title';
    expect([method, path, status, body.value]).toEqual([
      method,
      path,
      404,
      { [text]: apiErrors.unknownOperation, status: 404 },
    ]);
  }
});
