import { expect, test } from 'vitest';
import type { EngineAnswer } from '../../main/engine/index.ts';
import { bugs, call, callOk, sandbox } from './rpc-handlers.ts';

const connectionId = 'c1';

test('records and lists of the platform reach the window', async () => {
  const user = await callOk('platform.GetCurrentUser', { connectionId, path: {}, query: {} });
  expect(user).toMatchObject({ username: expect.any(String), mfaRequired: expect.any(Boolean) });
  const { elements, next } = await callOk('platform.GetDatabases', {
    connectionId,
    path: {},
    query: {},
    next: null,
  });
  expect(elements.map(({ id }) => id)).toContain(sandbox.databaseId);
  expect(next).toBeNull();
  const path = { databaseId: sandbox.databaseId };
  const database = await callOk('platform.GetDatabase', { connectionId, path, query: {} });
  expect(elements).toContainEqual(database);
});

test('a page is continued with what the page before named, and with nothing else', async () => {
  const organizations = { connectionId, path: {}, query: {}, next: null };
  const [organization] = (await callOk('platform.GetOrganizations', organizations)).elements;
  const path = { orgId: organization?.id ?? 0 };
  const list = { connectionId, path, query: {} };
  const all = await callOk('platform.GetOrganizationDatabases', { ...list, next: null });
  const own = new URL(`/v1/organizations/${path.orgId}/databases?limit=1`, sandbox.url).href;
  const ids: number[] = [];
  let next: string | null = own;
  while (next !== null) {
    const page: EngineAnswer<'platform.GetOrganizationDatabases'> = await callOk(
      'platform.GetOrganizationDatabases',
      { ...list, next },
    );
    expect(page.elements.length).toBeLessThanOrEqual(1);
    ids.push(...page.elements.map(({ id }) => id));
    next = page.next;
  }
  expect(ids).toEqual(all.elements.map(({ id }) => id));
  for (const next of [
    own.replace('/databases', '/users'),
    own.replace(/organizations\/\d+/, 'organizations/999'),
    'https://evil.example/v1/organizations/1/databases',
  ])
    expect(await call('platform.GetOrganizationDatabases', { ...list, next })).toMatchObject({
      failure: { code: 'parameter-invalid', parameter: 'next' },
    });
});

test('a connection that is not open is named, and no call is a bug', async () => {
  const other = { connectionId: 'gone', path: {}, query: {} };
  expect(await call('platform.GetCurrentUser', other)).toMatchObject({
    failure: { code: 'connection-not-ready' },
  });
  expect(bugs).toEqual([]);
});
