import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import { createClient, startSharedSandbox, startTestSandbox, statusByRole } from './sandbox-client.ts';

const sandbox = await startSharedSandbox();
const admin = createClient(sandbox);
const events = '/organizations/101/events';
const range = (begin: number | string, end: number | string, more = ''): string =>
  `${events}?begin=${begin}&end=${end}${more}`;

interface Event {
  readonly id: number;
  readonly timestamp: number;
}

/** All events, by following links.next from this path. Also the sizes of the pages. */
async function readAll(path: string, client = admin) {
  const all: Event[] = [];
  const pages: number[] = [];
  let next: unknown = path;
  while (typeof next === 'string') {
    const { body } = await client.call('GET', next);
    const page = body
      .list('data')
      .map((row) => ({ id: row.number('id'), timestamp: row.number('timestamp') }));
    all.push(...page);
    pages.push(page.length);
    next = body.at('links', 'next');
  }
  return { all, pages };
}

test.each([range(0, 1), `${events}/after?eventId=0`, `${events}/recent`])(
  '%s is for org admins and those of the parent organization',
  async (path) => {
    expect(await statusByRole(sandbox, 'GET', path)).toEqual({
      ...{ admin: 200, parentOrganization: 200, databaseAdmin: 403, uploader: 403 },
      ...{ legalHoldAdmin: 403, reader: 403, otherOrganization: 404 },
    });
  },
);

describe('the history of a new sandbox', () => {
  test('has thousands of events over three years, in the order of time, and ends before its start', async () => {
    const { all, pages } = await readAll(`${events}/after?eventId=0`);
    expect(all.length).toBeGreaterThan(2000);
    expect(pages.slice(0, -1).every((size) => size === 1000)).toBe(true);
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    const times = all.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const years = (Date.now() - (times[0] ?? 0)) / (365 * 86_400_000);
    expect([years > 2.9, years < 3.1]).toEqual([true, true]);
    expect(times.at(-1)).toBeLessThan(Date.now());
  });

  test('stays the same after a restart', async () => {
    const first = await startTestSandbox();
    const before = await readAll(`${events}/after?eventId=0`, createClient(first));
    await first.stop();
    const second = await startTestSandbox({ dataDir: first.dataDir });
    expect(await readAll(`${events}/after?eventId=0`, createClient(second))).toEqual(before);
  });
});

describe('a range of time', () => {
  test('pages never split events that share a timestamp, so they may exceed the limit', async () => {
    covers('operation 19', 'rule 8.page-size-for-activity-log');
    const now = Date.now();
    const { all: whole } = await readAll(range(0, now, '&limit=10000'));
    const { all, pages } = await readAll(range(0, now, '&limit=5'));
    expect(all).toEqual(whole);
    expect(pages.some((size) => size > 5)).toBe(true);
    expect(pages.slice(0, -1).every((size) => size >= 5)).toBe(true);
  });

  test('includes its begin and excludes its end', async () => {
    covers('operation 19', 'rule 6.5');
    const { all } = await readAll(range(0, Date.now(), '&limit=10000'));
    const shared = all.filter((event, index) => event.timestamp === all[index + 1]?.timestamp);
    const at = shared[0]?.timestamp ?? 0;
    const sameTime = all.filter(({ timestamp }) => timestamp === at);
    expect(sameTime.length).toBeGreaterThan(5);
    expect((await readAll(range(at, at + 1))).all).toEqual(sameTime);
    expect((await readAll(range(at, at))).all).toEqual([]);
    expect((await readAll(range(at - 1, at))).all).toEqual([]);
  });

  test('takes any 64-bit integers', async () => {
    const everything = range('-9223372036854775808', '9223372036854775807', '&limit=1');
    const { status, body } = await admin.call('GET', everything);
    expect([status, body.list('data').length > 0]).toEqual([200, true]);
  });

  test.each([
    [`${events}?end=1`, apiErrors.missingParameter('begin')],
    [`${events}?begin=1`, apiErrors.missingParameter('end')],
    [range('x', 1), apiErrors.integerParameter('begin')],
    [range(0, '1.5'), apiErrors.integerParameter('end')],
    [range(0, '9223372036854775808'), apiErrors.integerParameter('end')],
    [range(2, 1), apiErrors.timeRange],
    [range(0, 1, '&limit=0'), apiErrors.eventLimitParameter],
    [range(0, 1, '&limit=10001'), apiErrors.eventLimitParameter],
    [`${events}/recent?limit=x`, apiErrors.eventLimitParameter],
    [`${events}/after?eventId=x`, apiErrors.integerParameter('eventId')],
  ])('%s is refused with 400', async (path, title) => {
    covers('rule 8.page-size-for-activity-log');
    expect((await admin.call('GET', path)).body.value).toEqual({ title, status: 400 });
  });
});

test('recent events come newest first, in an object', async () => {
  covers('operation 21');
  const { all } = await readAll(`${events}/after?eventId=0&limit=10000`);
  const recent = await admin.call('GET', `${events}/recent?limit=3`);
  expect(Object.keys(Object(recent.body.value))).toEqual(['data']);
  expect(recent.body.list('data', 'events').map((row) => row.at('id'))).toEqual(
    all
      .slice(-3)
      .map(({ id }) => id)
      .reverse(),
  );
});

describe('a parent organization’s key', () => {
  test.each([
    [range(0, '9999999999999', '&limit=1'), ['data', 0]],
    [`${events}/after?limit=1`, ['data', 0]],
    [`${events}/recent?limit=1`, ['data', 'events', 0]],
  ] as const)('gets neither data nor description from %s', async (path, first) => {
    covers('rule 2.10.with-a-parent-organization-api');
    const own = (await admin.call('GET', path)).body.at(...first);
    expect(own).toEqual({
      id: expect.any(Number),
      timestamp: expect.any(Number),
      type: expect.any(String),
      userId: expect.any(Number),
      organizationId: 101,
      description: expect.any(String),
      data: expect.any(Object),
    });
    const parent = createClient(sandbox, sandbox.keys.parentOrganization);
    expect((await parent.call('GET', path)).body.at(...first)).toEqual({
      ...Object(own),
      description: null,
      data: null,
    });
  });
});

test('every change in the organization is in the log, with who made it and what it was', async () => {
  covers('rule 6.2');
  const own = await startTestSandbox();
  const { call } = createClient(own);
  const [last] = (await call('GET', `${events}/recent?limit=1`)).body.list('data', 'events');
  const users = '/organizations/101/users';
  const email = 'new@example.com';
  const person = { email, firstName: 'N', lastName: 'P' };
  await call('POST', users, { users: [person, { ...person, email: 'eve.castle@example.org' }] });
  await call('POST', '/organizations/101/invitations/resend', { email });
  await call('DELETE', '/organizations/101/invitations', { email });
  await call('PATCH', `${users}/21`, { organizationPermissions: ['AI_ADMIN'], userIdentifiers: [] });
  await call('PUT', '/databases/2001/users/21', { databasePermissions: ['DB_UPLOAD'] });
  await call('DELETE', '/databases/2001/users/21');
  await call('DELETE', `${users}/21`);
  const databaseAdmin = createClient(own, own.keys.databaseAdmin);
  await databaseAdmin.call('POST', '/databases/2001/datasets', { name: 'Share' });
  // What was refused or changes nothing is not in it.
  await call('PATCH', `${users}/11`, { organizationPermissions: [] });
  await call('PATCH', `${users}/14`, {});
  await call('POST', users, { users: [{ ...person, email: 'dana.pike@example.com' }] });

  const { body } = await call('GET', `${events}/after?eventId=${last?.number('id')}`);
  expect(body.at('data')).toMatchObject([
    { type: 'MEMBER_ADDED', userId: 11, description: 'Added Eve Castle to the organization.' },
    { type: 'INVITATION_SENT', userId: 11, data: { email, permissions: [] } },
    { type: 'INVITATION_RESENT', data: { email } },
    { type: 'INVITATION_DELETED', data: { email } },
    {
      type: 'MEMBER_PERMISSIONS_CHANGED',
      data: { userId: 21, permissions: ['AI_ADMIN'], previousPermissions: [] },
    },
    { type: 'MEMBER_IDENTIFIERS_CHANGED', data: { userId: 21, userIdentifiers: [] } },
    {
      type: 'DATABASE_PERMISSIONS_CHANGED',
      description: 'Set the permissions of Eve Castle on Doe v. Roe to DB_UPLOAD.',
      data: { databaseId: 2001, userId: 21, permissions: ['DB_UPLOAD'], previousPermissions: [] },
    },
    { type: 'DATABASE_PERMISSIONS_REMOVED', data: { databaseId: 2001, userId: 21 } },
    { type: 'MEMBER_REMOVED', data: { userId: 21 } },
    { type: 'DATASET_CREATED', userId: 13, description: 'Created the dataset Share in Doe v. Roe.' },
  ]);
  expect(body.list('data').map((row) => row.at('organizationId'))).toEqual(Array(10).fill(101));
});
