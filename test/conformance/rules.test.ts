/** Rules of the specification that no other suite shows, through the engine's client against the sandbox. */
import { describe, expect, test } from 'vitest';
import type { OperationAnswer } from '../../main/engine/platform/operation-calls.ts';
import type { Platform } from '../../main/engine/platform/platform.ts';
import { loadProfile } from '../../main/engine/platform/profile-file.ts';
import type { Role } from '../../main/sandbox/index.ts';
import { type Result, success } from '../../preload/contract/failures/failure.ts';
import { operationNames } from '../../preload/contract/platform/operations.ts';
import { answerJson } from '../fakes/http-server.ts';
import { platformAt, startFakeServer } from '../fixtures/platform-client.ts';
import { codeOf, failureOf, unwrap } from '../fixtures/result.ts';
import { createClient, randomContent, waitUntilProcessed } from '../sandbox/sandbox-client.ts';
import { readAccess } from './access.ts';
import { covers } from './covers.ts';
import { callOf } from './operation-calls.ts';
import { sandboxForTests } from './sandbox-platform.ts';
import { readSpecification } from './specification.ts';

const { operations, enumerations } = readSpecification();
const platforms = sandboxForTests({});
const organization = () => ({ orgId: platforms().sandbox.organizationId });
const database = () => ({ databaseId: platforms().sandbox.databaseId });

describe('organizations and databases', () => {
  test('every database that is not deleted has a project, and belongs to the organization that lists it', async () => {
    covers('rule 1.2.1', 'rule 1.2.2');
    const admin = platforms().as('admin');
    const listed = unwrap(await admin.all('GetOrganizationDatabases', { path: organization(), query: {} }));
    const projects = unwrap(await admin.all('GetOrganizationProjects', { path: organization(), query: {} }));
    expect(listed.length).toBeGreaterThan(2);
    for (const { id, owningOrganizationId } of listed) {
      expect(owningOrganizationId).toBe(organization().orgId);
      expect(projects.filter((project) => project.database?.id === id)).not.toEqual([]);
    }
  });

  test('an organization key is that of an org admin, a parent organization’s that of a parent org admin', async () => {
    covers('rule 5.3', 'rule 1.3.1');
    const admin = unwrap(await platforms().as('admin').read('GetCurrentUser', { path: {}, query: {} }));
    expect(admin.organizations).toContainEqual(
      expect.objectContaining({ ...{ id: organization().orgId }, orgAdmin: true }),
    );
    const parent = platforms().as('parentOrganization');
    const seen = unwrap(await parent.all('GetOrganizations', { path: {}, query: {} }));
    const own = unwrap(await parent.read('GetCurrentUser', { path: {}, query: {} })).primaryOrganization;
    expect(seen.map(({ parentOrganizationId }) => parentOrganizationId)).toContain(own);
    expect(seen.map(({ id }) => id)).toContain(organization().orgId);
  });
});

describe('lists', () => {
  test('show each key only what it may see', async () => {
    covers('operation 1', 'operation 3', 'operation 4');
    const own = organization().orgId;
    const seenBy = async (role: Role) => {
      const platform = platforms().as(role);
      const whole = { path: {}, query: {} };
      const projects = unwrap(await platform.all('GetProjects', whole));
      return {
        databases: unwrap(await platform.all('GetDatabases', whole)).map((each) => each.owningOrganizationId),
        organizations: unwrap(await platform.all('GetOrganizations', whole)).map(({ id }) => id),
        projects: projects.map((project) => project.database?.id),
      };
    };
    const admin = await seenBy('admin');
    expect([new Set(admin.databases), admin.organizations]).toEqual([new Set([own]), [own]]);
    const { databaseId } = database();
    // A database's admin sees the database; an uploader only the projects that the account is on.
    expect((await seenBy('databaseAdmin')).databases).toEqual([own]);
    const uploader = await seenBy('uploader');
    expect([uploader.databases, new Set(uploader.projects)]).toEqual([[], new Set([databaseId])]);
    const other = await seenBy('otherOrganization');
    expect(other.organizations).not.toContain(own);
    expect(other.databases).not.toContain(own);
    expect(other.databases.length).toBeGreaterThan(0);
  });

  const paged = operations.filter(({ parameters }) => /\bafter\b/.test(parameters));

  test('those with after and limit give every element once, page by page', async () => {
    covers('rule 4.2.operation-1-to-4', 'rule 4.common-rules.2', 'rule 2.1.list');
    expect(paged.map(({ id }) => id)).toEqual(
      expect.arrayContaining([1, 3, 4, 6, 8, 9].map((number) => `operation ${number}`)),
    );
    for (const { id, response } of paged) {
      // Operation 7 has both parameters and answers one object.
      if (/single object/.test(response)) continue;
      const { name, input } = callOf(id);
      const whole = await pagesOf(platforms().as('admin'), name, input, 200);
      const count = whole.flat().length;
      const limit = Math.max(1, Math.floor(count / 3));
      const pages = await pagesOf(platforms().as('admin'), name, input, limit);
      expect([name, pages.flat()]).toEqual([name, whole.flat()]);
      expect([name, pages.length]).toEqual([name, Math.max(1, Math.ceil(count / limit))]);
    }
  });

  test('a limit outside 1 to 200 is refused before it is sent', async () => {
    covers('rule 8.page-size');
    for (const limit of [0, 201, 1.5]) {
      const refused = await platforms().as('admin').call('GetDatabases', { limit });
      expect(refused).toMatchObject({ failure: { code: 'parameter-invalid', parameter: 'limit' } });
    }
  });
});

async function pagesOf(
  platform: Platform,
  name: ReturnType<typeof callOf>['name'],
  input: ReturnType<typeof callOf>['input'],
  limit: number,
): Promise<readonly (readonly unknown[])[]> {
  const pages: (readonly unknown[])[] = [];
  let next: string | null = null;
  do {
    const page: OperationAnswer = unwrap(await platform.call(name, { ...input, limit, next }));
    if (page.kind !== 'page') throw new Error(`${name} is no list`);
    pages.push(page.elements);
    next = page.next;
  } while (next !== null);
  return pages;
}

test('the Access column is read to its last word', () => {
  covers('rule 4.2.access-column-states-who');
  const accessOf = (id: string) => {
    const operation = operations.find((each) => each.id === id);
    return operation === undefined ? [] : [...readAccess(operation, operations)].toSorted();
  };
  expect(accessOf('operation 6')).toEqual(['org-admin', 'parent-admin']);
  expect(accessOf('operation 10')).toEqual(['org-admin']);
  expect(accessOf('operation 25')).toEqual(['admitted-org-admin', 'database-admin']);
  expect(accessOf('operation 29')).toEqual(['database-admin', 'org-admin', 'parent-admin']);
  const [first] = operations.filter(({ access }) => access !== '');
  if (first === undefined) throw new Error('no operation');
  expect(() => readAccess({ ...first, access: 'org admin, or the janitor' }, operations)).toThrow('janitor');
});

describe('permissions', () => {
  test('every value of the enumerations can be given, and no other', async () => {
    covers('rule 2.3.organizationpermissions-values', 'rule 2.8.databasepermissions-values');
    const admin = platforms().as('admin');
    const give = async (name: string, values: readonly string[]): Promise<Result<unknown>> => {
      const member = await (name === 'DatabasePermissions'
        ? admin.change('PutDatabaseUser', {
            path: { ...database(), userId: 14 },
            body: { databasePermissions: [...values] },
          })
        : admin.change('PatchOrganizationUser', {
            path: { ...organization(), userId: 14 },
            body: { organizationPermissions: [...values] },
          }));
      return member.ok ? success(member.value.permissions) : member;
    };
    expect([...enumerations.keys()]).toEqual(['OrganizationPermissions', 'DatabasePermissions']);
    for (const [name, values] of enumerations) {
      expect(unwrap(await give(name, values))).toEqual(values);
      expect(failureOf(await give(name, ['SUPERUSER']))).toMatchObject({ code: 'refused', status: 400 });
      unwrap(await give(name, []));
    }
  });
});

test('a document counts once in the size of its database, however many projects it is in', async () => {
  covers('rule 2.7.each-document-is-counted', 'rule 1.2.3');
  const { sandbox, as } = platforms();
  const admin = as('admin');
  const read = async () =>
    unwrap(await admin.read('GetDatabaseSize', { path: database(), query: {} })).nativeDocs;
  const before = await read();
  const bytes = randomContent(1234);
  const id = await createClient(sandbox).upload('letter.txt', [bytes], { partialProjects: [502] });
  await waitUntilProcessed(sandbox, id);
  const after = await read();
  expect([after?.docCount, after?.nativeSize]).toEqual([
    (before?.docCount ?? 0) + 1,
    (before?.nativeSize ?? 0) + bytes.length,
  ]);
});

describe('what the specification does not show', () => {
  const unknown = {
    id: 3,
    timestamp: 4,
    type: 'PIGEON_ARRIVED',
    userId: 5,
    organizationId: 7,
    description: 'x',
    data: { wing: ['left', { span: 30 }] },
    altitude: 12,
  };

  test('types of events, and what is in their data, are passed on as they come', async () => {
    covers('rule 6.3', 'rule 6.4');
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: [unknown], links: { next: null } }),
    );
    const events = await (await platformAt(fake.url)).all('GetOrganizationEventsAfter', {
      path: { orgId: 7 },
      query: { eventId: 0 },
    });
    expect(unwrap(events)).toEqual([unknown]);
  });

  test('units of sizes, states of SAML and other fields are passed on as they come', async () => {
    covers('rule 2.7.units', 'rule 3.3.1', 'rule 2.12.fields-beyond-those-listed');
    const size = { nativeDocs: { docCount: 1, imageSize: 2.5, nativeSize: 3e15, textSize: 0, unit: 'MiB' } };
    const organizationRecord = {
      id: 7,
      name: 'A',
      saml: { state: 'HALF_ENABLED', reason: 'trial' },
      tier: 'gold',
    };
    const fake = await startFakeServer(({ target }, response) =>
      answerJson(response, 200, { data: target.endsWith('/size') ? size : organizationRecord }),
    );
    const platform = await platformAt(fake.url);
    expect(unwrap(await platform.read('GetDatabaseSize', { path: { databaseId: 3 }, query: {} }))).toEqual(
      size,
    );
    expect(unwrap(await platform.read('GetOrganization', { path: { orgId: 7 }, query: {} }))).toEqual(
      organizationRecord,
    );
  });

  test('records of project users are passed on as they come', async () => {
    covers(
      'rule 2.12.project-user-records-and-user-group',
      'operation GetProjectUsers',
      'operation GetProjectUser',
    );
    const record = { whoever: 'Ada', groups: [{ called: 'Reviewers', may: ['code', 'redact'] }] };
    const fake = await startFakeServer(({ target }, response) =>
      answerJson(response, 200, { data: target.includes('/users/') ? record : [record] }),
    );
    const platform = await platformAt(fake.url);
    const path = { projectId: 501 };
    expect(unwrap(await platform.all('GetProjectUsers', { path, query: {} }))).toEqual([record]);
    expect(
      unwrap(await platform.read('GetProjectUser', { path: { ...path, userId: 12 }, query: {} })),
    ).toEqual(record);
  });

  test.each([200, 201, 202, 204])('a deletion that is answered with %i is done', async (status) => {
    covers('rule 7.7', 'rule 7.1');
    const fake = await startFakeServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : '{"data": null}');
    });
    const answer = await (await platformAt(fake.url)).change('DeleteOrganizationUser', {
      path: { orgId: 7, userId: 12 },
      body: undefined,
    });
    expect(codeOf(answer)).toBe('ok');
  });

  test('the body of a 401: the key is refused, whatever it is', async () => {
    covers('rule 5.6');
    const bodies = ['', '{"title": "Who are you?", "status": 401}', '{"reason": 7}', '<html>Sign in'];
    const fake = await startFakeServer((_request, response, number) => {
      response.writeHead(401).end(bodies[number]);
    });
    const platform = await platformAt(fake.url);
    for (const _ of bodies)
      expect(codeOf(await platform.read('GetCurrentUser', { path: {}, query: {} }))).toBe('key-refused');
  });

  test('no operation registers for notifications: events are read', () => {
    covers('rule 6.1');
    expect(operationNames.filter((name) => /webhook|callback|subscri|notif/i.test(name))).toEqual([]);
    expect(
      operationNames.filter((name) => name.endsWith('Events') || name.includes('EventsAfter')),
    ).toHaveLength(3);
  });

  test('another version or base path is a matter of the profile, and known paths have /v1 in the default one', async () => {
    covers('rule 9.1', 'rule 9.3', 'rule 4.common-rules.4');
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: { id: 3, name: 'A' } }),
    );
    const read = async (platform: Platform) =>
      unwrap(await platform.read('GetDatabase', { path: { databaseId: 3 }, query: {} }));
    await read(await platformAt(fake.url));
    await read(await platformAt(fake.url, {}, (profile) => ({ ...profile, basePath: '/v2' })));
    expect(fake.seen.map(({ target }) => target)).toEqual(['/v1/databases/3', '/v2/databases/3']);
    const { operations: paths, basePath } = unwrap(await loadProfile());
    const known = operations.filter(({ section, text }) => section === '4.1' && text.includes(' /v1/'));
    const shown = known.map(({ text }) => / (\/v1\/[^ ]+)/.exec(text)?.[1]);
    expect(shown).toEqual(
      [
        paths.SyncDirectoryCustodians,
        paths.PostDatabaseDataset,
        paths.PostDatasetFile,
        paths.PostSourceFilePart,
      ].map(({ path }) => `${basePath}${path}`),
    );
  });
});

describe('envelopes and errors', () => {
  test('an entity is the data of an object', async () => {
    covers('rule 2.1.single-entity');
    const client = createClient(platforms().sandbox);
    const reply = await client.call('GET', '/organizations/101');
    expect(Object.keys(Object(reply.body.value))).toEqual(['data']);
    const read = await platforms()
      .as('admin')
      .read('GetOrganization', { path: { orgId: 101 }, query: {} });
    expect(unwrap(read)).toEqual(reply.body.at('data'));
  });

  test('a refusal has the platform’s own words: shape A, and shape B of a deletion', async () => {
    covers('rule 2.1.error', 'rule 7.2', 'rule 7.3', 'rule 7.1');
    const admin = platforms().as('admin');
    const refused = await platforms().as('reader').call('GetOrganizationBilling', { path: organization() });
    expect(failureOf(refused)).toMatchObject({
      code: 'forbidden',
      platformMessage: expect.stringContaining('admin'),
    });
    const gone = await admin.call('DeleteOrganizationUser', { path: { ...organization(), userId: 999_999 } });
    expect(failureOf(gone)).toMatchObject({
      code: 'not-found',
      platformMessage: expect.stringContaining('member'),
    });
  });
});

describe('a cap on what can be created', () => {
  const capped = sandboxForTests({ maxDatasetsPerDatabase: 1 });

  test('is refused with the platform’s words, which name the limit', async () => {
    covers('rule 7.4', 'rule 8.caps-on-objects-created-via-the-api');
    const { sandbox, as } = capped();
    const create = () => as('uploader').createDataset(sandbox.databaseId, { name: 'A', settings: {} });
    unwrap(await create());
    expect(failureOf(await create())).toMatchObject({
      code: 'cap-reached',
      status: 422,
      platformMessage: expect.stringMatching(/\b1\b/),
    });
  });
});
