import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import { createClient, shareSandbox } from './sandbox-client.ts';

const shared = shareSandbox();

describe('projects', () => {
  test('records have the fields of the interface, and two only in the list of a database', async () => {
    covers('operation 28');
    const { call } = createClient(shared());
    const inDatabase = (await call('GET', '/databases/2002/projects')).body.list('data');
    expect(
      inDatabase.map((project) => [project.at('id'), project.at('partial'), project.at('suspended')]),
    ).toEqual([
      [503, false, false],
      [505, true, false],
      [506, true, true],
    ]);
    expect(inDatabase[0]?.value).toEqual({
      id: 503,
      name: 'Acme investigation',
      displayName: 'Acme investigation (main review)',
      created: expect.stringMatching(/^\d{4}-\d{2}-01T09:00:00\.000Z$/),
      database: { context: 'SERVICE', id: 2002, name: 'Acme investigation', orgAdminAccess: true },
      ...{ eca: false, partial: false, mfaRequired: true, productionMode: false },
      ...{ suspended: false, frozen: false },
      emailThreadingStatus: 'IN_PROGRESS',
      lastLogin: expect.any(String),
    });
    for (const path of ['/projects', '/organizations/101/projects']) {
      const project = (await call('GET', path)).body.list('data').find((one) => one.at('id') === 503);
      const { emailThreadingStatus: _status, lastLogin: _login, ...common } = Object(inDatabase[0]?.value);
      expect(project?.value).toEqual(common);
    }
  });

  test('flags follow what happened to a project: ECA, frozen, suspended, deleted', async () => {
    const parent = createClient(shared(), shared().keys.parentOrganization);
    const admin = createClient(shared());
    const flags = async (client: typeof admin, databaseId: number) =>
      (await client.call('GET', `/databases/${databaseId}/projects`)).body
        .list('data')
        .map((project) =>
          ['id', 'eca', 'suspended', 'frozen', 'productionMode'].map((name) => project.at(name)),
        );
    expect(await flags(parent, 2201)).toEqual([
      [561, true, false, false, false],
      [562, false, false, false, false],
    ]);
    expect(await flags(admin, 2005)).toEqual([[509, false, false, true, false]]);
    // The other project of this database was deleted.
    expect(await flags(admin, 2006)).toEqual([[510, false, true, false, false]]);
  });
});

describe('users of a project', () => {
  test('hold the union of their groups’ permissions; some are outside the organization', async () => {
    covers('rule 1.3.3');
    const { call } = createClient(shared());
    const one = await call('GET', '/projects/501/users/14');
    expect(one.body.at('data')).toEqual({
      user: expect.objectContaining({ id: 14, firstName: 'Dana', primaryOrganization: 101 }),
      permissions: ['VIEW', 'CODE', 'PRODUCE'],
      userGroups: [
        { id: 8002, name: 'Reviewers', permissions: ['VIEW', 'CODE'] },
        { id: 8003, name: 'Production team', permissions: ['VIEW', 'PRODUCE'] },
      ],
    });
    const list = (await call('GET', '/projects/501/users')).body.list('data');
    expect(list.find((user) => user.at('user', 'id') === 14)?.value).toEqual(one.body.at('data'));
    const outside = (await call('GET', '/projects/505/users')).body.list('data');
    expect(outside.map((user) => user.at('user', 'organizations'))).toEqual([
      [{ id: 102, name: 'Castle Chambers', orgAdmin: false }],
    ]);
  });

  test('are listed page by page', async () => {
    const { call } = createClient(shared());
    const seen: unknown[] = [];
    let next: unknown = '/projects/501/users?limit=1';
    while (typeof next === 'string') {
      const page = await call('GET', next);
      seen.push(...page.body.list('data').map((user) => user.at('user', 'id')));
      next = page.body.at('links', 'next');
    }
    expect(seen.slice(0, 3)).toEqual([12, 13, 14]);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('are shown to admins of the project, its database, and its organization unless it is closed to them', async () => {
    const { keys } = shared();
    const table = [
      // role, users of 501, of the closed 504, user 14 of 501, user 999 of 501, users of an unknown project
      ['admin', 200, 403, 200, 404, 404],
      ['databaseAdmin', 200, 403, 200, 404, 404],
      ['uploader', 403, 403, 403, 403, 404],
      ['reader', 403, 403, 403, 403, 404],
      ['otherOrganization', 404, 404, 404, 404, 404],
    ] as const;
    const paths = ['501/users', '504/users', '501/users/14', '501/users/999', '999/users'];
    for (const [role, ...expected] of table) {
      const { call } = createClient(shared(), keys[role]);
      const statuses = await Promise.all(
        paths.map(async (path) => (await call('GET', `/projects/${path}`)).status),
      );
      expect([role, statuses]).toEqual([role, expected]);
    }
    const reader = createClient(shared(), keys.reader);
    expect((await reader.call('GET', '/projects/501/users')).body.value).toEqual({
      title: apiErrors.projectAdminOnly,
      status: 403,
    });
  });
});
