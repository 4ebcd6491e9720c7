import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import fc from '../fixtures/property.ts';
import { createClient, startSharedSandbox, startTestSandbox, statusByRole } from './sandbox-client.ts';

const sandbox = await startSharedSandbox();
const base = await startSharedSandbox({ form: 'base' });
const admin = createClient(sandbox);
const users = '/organizations/101/users';

describe('access', () => {
  test.each([
    ['GET', users, undefined, 200],
    ['GET', `${users}/12`, undefined, 200],
    ['POST', users, { users: [{ email: 'not an address', firstName: '', lastName: '' }] }, 200],
    ['PATCH', `${users}/12`, {}, 200],
    ['DELETE', `${users}/999`, undefined, 404],
    ['GET', '/organizations/101/userIdentifiers', undefined, 200],
  ])(
    '%s %s is for org admins only, not for those of the parent organization',
    async (method, path, body, own) => {
      expect(await statusByRole(sandbox, method, path, body)).toEqual({
        ...{ admin: own, parentOrganization: 403, databaseAdmin: 403, uploader: 403 },
        ...{ legalHoldAdmin: 403, reader: 403, otherOrganization: 404 },
      });
    },
  );

  test('the list is in the base form too, where members have no permissions field', async () => {
    const inBase = (await createClient(base).call('GET', users)).body.list('data');
    expect(inBase.length).toBeGreaterThan(20);
    expect(inBase.filter((member) => member.at('permissions') !== undefined)).toEqual([]);
    const parent = createClient(base, base.keys.parentOrganization);
    expect((await parent.call('GET', users)).status).toBe(404);
  });
});

test('a member has permissions, identifiers and every organization', async () => {
  expect((await admin.call('GET', `${users}/15`)).body.at('data')).toMatchObject({
    id: 15,
    email: 'femi.adler@example.com',
    organizations: [{ id: 101 }, { id: 103 }],
    primaryOrganization: 101,
    userIdentifiers: [],
    permissions: ['LEGAL_HOLD_ADMIN'],
    lastActivity: expect.stringMatching(/^\d{4}-/),
  });
  expect((await admin.call('GET', `${users}/11`)).body.at('data', 'userIdentifiers')).toEqual([
    { abbreviation: 'PTR', label: 'Partner' },
  ]);
  expect((await admin.call('GET', `${users}/21`)).body.value).toEqual({
    title: apiErrors.notFound('member'),
    status: 404,
  });
});

test('the pages of the list have every member once', async () => {
  covers('operation 10');
  const seen: number[] = [];
  let next: unknown = `${users}?limit=7`;
  while (typeof next === 'string') {
    const { body } = await admin.call('GET', next);
    seen.push(...body.list('data').map((member) => member.number('id')));
    next = body.at('links', 'next');
  }
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  expect(seen.length).toBeGreaterThan(20);
});

describe('adding users', () => {
  test('makes known users members, invites unknown ones, and lists invalid addresses', async () => {
    covers('operation 12', 'rule 3.2.3');
    const added = await admin.call('POST', users, {
      permissions: ['AI_ADMIN'],
      users: [
        { email: 'EVE.castle@example.org', firstName: 'E', lastName: 'C' },
        { email: 'new.person@example.com', firstName: 'New', lastName: 'Person' },
        { email: 'New.Person@example.com', firstName: 'Again', lastName: 'Person' },
        { email: 'nobody@', firstName: 'No', lastName: 'Body' },
        { email: 'dana.pike@example.com', firstName: 'Dana', lastName: 'Pike' },
      ],
    });
    expect(added.status).toBe(200);
    expect(added.body.at('data')).toMatchObject({
      invalid: ['nobody@'],
      invites: [
        {
          organizationId: 101,
          organizationPermissions: ['AI_ADMIN'],
          invitedBy: 11,
          approvedBy: 11,
          expired: false,
        },
      ],
      users: [
        { id: 21, organizations: [{ id: 101 }, { id: 102 }], permissions: ['AI_ADMIN'] },
        { id: 14, permissions: [] },
      ],
    });
    const other = createClient(sandbox, sandbox.keys.otherOrganization);
    expect((await other.call('GET', '/organizations/101')).status).toBe(200);
    const list = (await admin.call('GET', '/organizations/101/invitations')).body.list('data', 'invitations');
    expect(list.filter((row) => row.text('email').toLowerCase() === 'new.person@example.com')).toHaveLength(
      1,
    );
    await admin.call('DELETE', `${users}/21`);
    expect((await other.call('GET', '/organizations/101')).status).toBe(404);
  });

  const person = { email: 'a@example.com', firstName: 'A', lastName: 'B' };
  test.each([
    ['users', {}],
    ['users', { users: [] }],
    ['users.0.email', { users: [{ firstName: 'A', lastName: 'B' }] }],
    ['users.0.lastName', { users: [{ email: 'a@example.com', firstName: 'A' }] }],
    ['permissions.0', { users: [person], permissions: ['OWNER'] }],
    ['permissions', { users: [person], permissions: ['AI_ADMIN', 'AI_ADMIN'] }],
    ['permissions', { users: [person], permissions: 'AI_ADMIN' }],
  ])('is refused with 400 and the field %s', async (field, body) => {
    const refused = await admin.call('POST', users, body);
    expect(refused.status).toBe(400);
    expect(refused.body.text('title')).toContain(`The field ${field} isn't valid`);
  });

  test('beyond the cap on invitations it is a 422 that names the limit, and invites nobody', async () => {
    covers('rule 7.4', 'rule 8.caps-on-objects-created-via-the-api');
    const small = await startTestSandbox({ maxInvitationsPerOrganization: 5 });
    const { call } = createClient(small);
    const two = ['one', 'two'].map((name) => ({ ...person, email: `${name}@example.com` }));
    const refused = await call('POST', users, { users: two });
    expect([refused.status, refused.body.at('title')]).toEqual([422, apiErrors.invitationCap(5)]);
    const list = (await call('GET', '/organizations/101/invitations')).body.list('data', 'invitations');
    expect(list).toHaveLength(4);
    expect((await call('POST', users, { users: [{ ...person, email: 'one@example.com' }] })).status).toBe(
      200,
    );
  });
});

describe('changing a member', () => {
  test('overwrites what is given and keeps the rest', async () => {
    covers('operation 13');
    const read = async () => (await admin.call('GET', `${users}/205`)).body.at('data');
    const first = await admin.call('PATCH', `${users}/205`, {
      organizationPermissions: ['ORG_ADMIN', 'AI_ADMIN'],
    });
    expect(first.body.at('data')).toMatchObject({
      permissions: ['ORG_ADMIN', 'AI_ADMIN'],
      userIdentifiers: [{ abbreviation: 'ASC', label: 'Associate' }],
      organizations: [{ id: 101, orgAdmin: true }],
    });
    const identifier = { abbreviation: 'HSR', label: 'Second request team' };
    const second = await admin.call('PATCH', `${users}/205`, { userIdentifiers: [identifier] });
    expect(second.body.at('data')).toMatchObject({
      permissions: ['ORG_ADMIN', 'AI_ADMIN'],
      userIdentifiers: [identifier],
    });
    expect(await read()).toEqual(second.body.at('data'));
    const identifiers = await admin.call('GET', '/organizations/101/userIdentifiers');
    expect(identifiers.body.at('data')).toContainEqual(identifier);
    const cleared = { organizationPermissions: [], userIdentifiers: [] };
    await admin.call('PATCH', `${users}/205`, cleared);
    expect(await read()).toMatchObject({ permissions: [], userIdentifiers: [] });
  });

  test.each([
    ['organizationPermissions.0', { organizationPermissions: ['DB_ADMIN'] }],
    ['organizationPermissions', { organizationPermissions: ['AI_ADMIN', 'AI_ADMIN'] }],
    ['userIdentifiers.0.label', { userIdentifiers: [{ abbreviation: 'X' }] }],
    ['userIdentifiers', { userIdentifiers: {} }],
  ])('is refused with 400 and the field %s', async (field, body) => {
    const refused = await admin.call('PATCH', `${users}/204`, body);
    expect(refused.status).toBe(400);
    expect(refused.body.text('title')).toContain(`The field ${field} isn't valid`);
  });

  test('the only admin stays an admin', async () => {
    const refused = await admin.call('PATCH', `${users}/11`, { organizationPermissions: ['AI_ADMIN'] });
    expect(refused.body.value).toEqual({ title: apiErrors.lastOrganizationAdmin, status: 409 });
  });
});

describe('removing a member', () => {
  test('ends access to the organization, its databases and projects', async () => {
    covers('operation 14', 'rule 1.3.1');
    const own = await startTestSandbox();
    const owner = createClient(own);
    const removed = createClient(own, own.keys.uploader);
    expect((await removed.call('GET', '/projects')).body.list('data')).toHaveLength(1);
    expect((await owner.call('GET', '/projects/501/users/12')).status).toBe(200);
    const answer = await owner.call('DELETE', `${users}/12`);
    expect([answer.status, answer.body.value]).toEqual([204, undefined]);
    expect((await removed.call('GET', '/organizations')).body.list('data')).toEqual([]);
    expect((await removed.call('GET', '/projects')).body.list('data')).toEqual([]);
    expect((await removed.call('POST', '/databases/2001/datasets', { name: 'x' })).status).toBe(404);
    expect((await owner.call('GET', `${users}/12`)).status).toBe(404);
    expect((await owner.call('GET', '/projects/501/users/12')).status).toBe(404);
    await own.stop();
    const again = await startTestSandbox({ dataDir: own.dataDir });
    expect((await createClient(again).call('GET', `${users}/12`)).status).toBe(404);
  });

  test('leaves the other organizations, one of which is then the primary one', async () => {
    const own = await startTestSandbox();
    await createClient(own, own.keys.legalHoldAdmin).call('PUT', '/databases/2003/users/206', {
      databasePermissions: ['DB_ADMIN'],
    });
    await createClient(own).call('DELETE', `${users}/15`);
    const { body } = await createClient(own, own.keys.legalHoldAdmin).call('GET', '/users/me');
    expect(body.at('data')).toMatchObject({ organizations: [{ id: 103 }], primaryOrganization: 103 });
  });

  test('answers in shape B that there is no such member', async () => {
    covers('rule 7.3');
    expect((await admin.call('DELETE', `${users}/21`)).body.value).toEqual({
      message: apiErrors.notFound('member'),
      status: 404,
    });
  });

  test('is refused for the only admin, and for the caller', async () => {
    const own = await startTestSandbox();
    const { call } = createClient(own);
    const only = await call('DELETE', `${users}/11`);
    expect(only.body.value).toEqual({ message: apiErrors.lastOrganizationAdmin, status: 409 });
    await call('PATCH', `${users}/14`, { organizationPermissions: ['ORG_ADMIN'] });
    const self = await call('DELETE', `${users}/11`);
    expect(self.body.value).toEqual({ message: apiErrors.selfRemoval, status: 409 });
    expect((await createClient(own, own.keys.reader).call('DELETE', `${users}/11`)).status).toBe(204);
    expect((await call('GET', '/organizations')).body.list('data')).toEqual([]);
  });
});

test('whatever members do to each other, the organization keeps an admin', async () => {
  const own = await startTestSandbox();
  const emails = { admin: 'ada.harrow', reader: 'dana.pike', uploader: 'ben.okafor' };
  const ids = { admin: 11, reader: 14, uploader: 12 };
  const role = fc.constantFrom('admin', 'reader', 'uploader');
  const change = fc.record({ by: role, of: role, kind: fc.constantFrom('grant', 'revoke', 'remove', 'add') });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 15 }), async (changes) => {
      for (const { by, of, kind } of changes) {
        const { call } = createClient(own, own.keys[by]);
        const member = `${users}/${ids[of]}`;
        if (kind === 'remove') await call('DELETE', member);
        else if (kind === 'add') {
          const user = { email: `${emails[of]}@example.com`, firstName: '', lastName: '' };
          await call('POST', users, { users: [user] });
        } else {
          const organizationPermissions = kind === 'grant' ? ['ORG_ADMIN'] : [];
          await call('PATCH', member, { organizationPermissions });
        }
      }
      const { admin: first, reader, uploader } = await statusByRole(own, 'GET', users);
      expect([first, reader, uploader]).toContain(200);
    }),
    { numRuns: 30 },
  );
});
