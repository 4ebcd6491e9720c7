import { expect, test } from 'vitest';
import type { EngineAnswer } from '../../main/engine/index.ts';
import { answerJson, startHttpServer } from '../fakes/http-server.ts';
import { bugs, call, callOk, sandbox, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers('all');

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

test('a page is continued with the token that came with it, wherever its link leads on the server', async () => {
  const names = ['users?after=1', 'gateway/v1/users?after=2', null];
  await using fake = await startHttpServer(({ target }, response) => {
    const link = names[Number(/after=(\d)/.exec(target)?.[1] ?? 0)];
    const next = link === null ? null : `/${link}`;
    const isList = !target.endsWith('/users/me');
    answerJson(response, 200, { data: isList ? [{ id: fake.seen.length }] : { id: 1 }, links: { next } });
  });
  const other = { connectionId: 'fake', serverUrl: fake.url.href, apiKey: sandbox.apiKey };
  await callOk('connections.open', { ...other, profilePath: null, proxyUrl: null, caPem: null });
  const before = fake.seen.length;
  const list = { connectionId: 'fake', path: { orgId: 7 }, query: {} };
  const tokens: string[] = [];
  let next: string | null = null;
  do {
    const page: EngineAnswer<'platform.GetOrganizationUsers'> = await callOk(
      'platform.GetOrganizationUsers',
      { ...list, next },
    );
    expect(page.elements).toHaveLength(1);
    next = page.next;
    if (next !== null) tokens.push(next);
  } while (next !== null);
  const targets = fake.seen.slice(before).map(({ target }) => target);
  expect(targets.slice(1)).toEqual(['/users?after=1', '/gateway/v1/users?after=2']);
  expect(tokens.join()).not.toContain('after');
  const asked = fake.seen.length;
  const [token = ''] = tokens;
  for (const argument of [
    { ...list, next: '/gateway/v1/users?after=2' },
    { ...list, next: `${fake.url.href}users` },
    { ...list, next: '' },
    { ...list, path: { orgId: 8 }, next: token },
    { ...list, connectionId, next: token },
  ])
    expect(await call('platform.GetOrganizationUsers', argument)).toMatchObject({
      failure: { code: 'parameter-invalid', parameter: 'next' },
    });
  expect(fake.seen).toHaveLength(asked);
  await callOk('connections.close', { connectionId: 'fake' });
});

test('a connection that is not open is named, and no call is a bug', async () => {
  const other = { connectionId: 'gone', path: {}, query: {} };
  expect(await call('platform.GetCurrentUser', other)).toMatchObject({
    failure: { code: 'connection-not-ready' },
  });
  expect(bugs).toEqual([]);
});

test('a change that a person confirmed is made, and answers with the record or that it is done', async () => {
  const organizations = { connectionId, path: {}, query: {}, next: null };
  const [organization] = (await callOk('platform.GetOrganizations', organizations)).elements;
  const path = { orgId: organization?.id ?? 0 };
  const body = { email: 'new.person@firm.example' };
  const invited = await callOk('platform.PostOrganizationUsers', {
    connectionId,
    path,
    body: { users: [{ ...body, firstName: 'New', lastName: 'Person' }], permissions: ['AI_ADMIN'] },
  });
  expect(invited.invites).toMatchObject([{ ...body, organizationPermissions: ['AI_ADMIN'] }]);
  const list = { connectionId, path, query: {} };
  const emails = async () =>
    (await callOk('platform.GetInvitations', list)).invitations.map(({ email }) => email);
  expect(await emails()).toContain(body.email);
  expect(await callOk('platform.DeleteInvitation', { connectionId, path, body })).toBe('done');
  expect(await emails()).not.toContain(body.email);
  // The platform's own words say why.
  expect(await call('platform.DeleteInvitation', { connectionId, path, body })).toMatchObject({
    failure: { code: 'not-found', platformMessage: expect.any(String) },
  });
  expect(bugs).toEqual([]);
});

test('each connection reads as its own account, also where two are to the same server', async () => {
  const other = {
    connectionId: 'c2',
    serverUrl: sandbox.url,
    profilePath: null,
    proxyUrl: null,
    caPem: null,
  };
  await callOk('connections.open', { ...other, apiKey: sandbox.keys.reader });
  const userOf = (id: string) => callOk('platform.GetCurrentUser', { connectionId: id, path: {}, query: {} });
  const [first, second] = [await userOf('c1'), await userOf('c2')];
  expect(second.id).not.toBe(first.id);
  // What a key may not read is a failure with the platform's words, not an empty list.
  const path = { orgId: first.primaryOrganization ?? 0 };
  const list = { connectionId: 'c2', path, query: {}, next: null };
  expect(await call('platform.GetOrganizationUsers', list)).toMatchObject({ failure: { code: 'forbidden' } });
  await callOk('connections.close', { connectionId: 'c2' });
});
