import { describe, expect, test } from 'vitest';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { redacted } from '../../../preload/contract/texts/known-secrets.ts';
import { covers } from '../../../test/conformance/covers.ts';
import { answerJson } from '../../../test/fakes/http-server.ts';
import { platformAt, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { codeOf, unwrap } from '../../../test/fixtures/result.ts';

const member = { path: { orgId: 7, userId: 12 }, body: undefined };

describe('a read', () => {
  test('fills path and query from the table, and keeps fields and values that it does not know', async () => {
    covers('rule 2.12.fields-beyond-those-listed', 'rule 3.3.2', 'rule 9.2');
    const billing = { id: 3, name: 'A', monthStatus: { billingState: 'Thawing' }, more: [1] };
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data: billing }));
    const platform = await platformAt(fake.url);
    const read = await platform.read('GetDatabaseBilling', {
      path: { databaseId: 3 },
      query: { year: 2026, month: 12 },
    });
    expect(unwrap(read)).toEqual(billing);
    expect(fake.seen[0]?.target).toBe('/v1/databases/3/billing?year=2026&month=12');
  });

  test.each([
    [{ path: { databaseId: 3 }, query: { month: 13 } }, 'month'],
    [{ path: { databaseId: 3 }, query: { month: 0 } }, 'month'],
    [{ path: { databaseId: 3 }, query: { month: 1.5 } }, 'month'],
    [{ path: { databaseId: 3 }, query: { year: 999 } }, 'year'],
    [{ path: { databaseId: 3 }, query: { year: 10_000 } }, 'year'],
    [{ path: { databaseId: 3 }, query: { yaer: 2026 } }, 'yaer'],
    [{ path: { databaseId: '3' } }, 'databaseId'],
    [{ path: { databaseId: 3 }, limit: 5 }, 'limit'],
    [{ path: { databaseId: 3 }, after: 5 }, 'after'],
    [{ path: { databaseId: 3 }, body: {} }, 'body'],
  ])('with %j names %s and is not sent', async (input, parameter) => {
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data: {} }));
    const platform = await platformAt(fake.url);
    const refused = await platform.call('GetDatabaseBilling', input);
    expect(refused).toMatchObject({ ok: false, failure: { code: 'parameter-invalid', parameter } });
    expect(refused.ok ? '' : failureText(refused.failure)).toContain(parameter);
    expect(fake.seen).toEqual([]);
  });

  test('without a value that it needs names it', async () => {
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data: {} }));
    const platform = await platformAt(fake.url);
    for (const [name, input, parameter] of [
      ['GetDatabase', {}, 'databaseId'],
      ['GetOrganizationEvents', { path: { orgId: 7 }, query: { begin: 1 } }, 'end'],
      ['DeleteInvitation', { path: { orgId: 7 } }, 'body'],
      ['DeleteInvitation', { path: { orgId: 7 }, body: {} }, 'email'],
    ] as const)
      expect(await platform.call(name, input)).toMatchObject({
        failure: { code: 'parameter-missing', operation: name, parameter },
      });
    expect(fake.seen).toEqual([]);
  });
});

describe('an answer to a person who named the operation', () => {
  test('is as the platform wrote it, whatever its fields', async () => {
    const record = { id: '3', name: null, created: 5 };
    const fake = await startFakeServer(({ target }, response) =>
      answerJson(response, 200, { data: target.startsWith('/v1/databases/') ? record : [record, null] }),
    );
    const platform = await platformAt(fake.url);
    expect(unwrap(await platform.call('GetDatabase', { path: { databaseId: 3 } }))).toEqual({
      kind: 'record',
      data: record,
    });
    const elements = [record, null];
    expect(unwrap(await platform.call('GetDatabases', {}))).toMatchObject({ kind: 'page', elements });
    for await (const page of platform.rawPages('GetDatabases', {})) expect(unwrap(page)).toEqual(elements);
  });

  test.each([
    ['GetDatabases', {}, '/v1/databases?limit=7'],
    ['GetRecentOrganizationEvents', { path: { orgId: 7 } }, '/v1/organizations/7/events/recent?limit=70'],
    [
      'GetRecentOrganizationEvents',
      { path: { orgId: 7 }, limit: 3 },
      '/v1/organizations/7/events/recent?limit=3',
    ],
    ['GetDatabase', { path: { databaseId: 3 } }, '/v1/databases/3'],
  ] as const)('of %s with %j has the page size of the profile', async (name, input, target) => {
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data: [] }));
    const sizes = { pageSize: { default: 7, max: 9 }, eventPageSize: { default: 70, max: 90 } };
    const platform = await platformAt(fake.url, {}, (profile) => ({
      ...profile,
      limits: { ...profile.limits, ...sizes },
    }));
    await platform.call(name, input);
    expect(fake.seen.map((request) => request.target)).toEqual([target]);
  });

  test('never has the key, even if the platform wrote it', async () => {
    const fake = await startFakeServer(({ headers }, response) =>
      answerJson(response, 200, { data: { id: 3, name: `Doe ${headers.authorization}` } }),
    );
    const platform = await platformAt(fake.url);
    const input = { path: { databaseId: 3 }, query: {} };
    const data = { id: 3, name: `Doe Bearer ${redacted}` };
    expect(unwrap(await platform.read('GetDatabase', input))).toEqual(data);
    expect(unwrap(await platform.call('GetDatabase', input))).toEqual({ kind: 'record', data });
  });

  test.each([{ data: null }, {}, [], 'text', 7])('is none for %j', async (body) => {
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, body));
    const platform = await platformAt(fake.url);
    expect(codeOf(await platform.call('GetDatabase', { path: { databaseId: 3 } }))).toBe('unexpected-answer');
  });
});

describe('a page of a list', () => {
  test('is followed by the next one, up to the last', async () => {
    covers('rule 2.1.list');
    const fake = await startFakeServer((request, response) => {
      const isFirst = !request.target.includes('after');
      const next = isFirst ? '/v1/organizations/7/users?after=1&limit=1' : null;
      answerJson(response, 200, { data: [{ id: isFirst ? 1 : 2 }], links: { next } });
    });
    const platform = await platformAt(fake.url);
    const list = { path: { orgId: 7 }, query: {}, limit: 1 };
    const first = unwrap(await platform.page('GetOrganizationUsers', { ...list, next: null }));
    expect(first.elements).toEqual([{ id: 1 }]);
    const second = unwrap(await platform.page('GetOrganizationUsers', { ...list, next: first.next }));
    expect(second).toEqual({ elements: [{ id: 2 }], next: null });
    expect(fake.seen.map(({ target }) => target)).toEqual([
      '/v1/organizations/7/users?limit=1',
      '/v1/organizations/7/users?after=1&limit=1',
    ]);
  });

  test('is never asked for elsewhere, whatever the page before is said to have named', async () => {
    const fake = await startFakeServer((_request, response) =>
      answerJson(response, 200, { data: [], links: { next: null } }),
    );
    const platform = await platformAt(fake.url);
    for (const next of [
      'https://evil.example/v1/organizations/7/users',
      fake.url.href.replace('http:', 'https:'),
      fake.url.href.replace('http://', 'http://key@'),
      'nonsense',
      '',
    ])
      expect(
        await platform.page('GetOrganizationUsers', { path: { orgId: 7 }, query: {}, next }),
      ).toMatchObject({ failure: { code: 'parameter-invalid', parameter: 'next' } });
    expect(fake.seen).toEqual([]);
  });

  test('has as many elements as the profile allows for its kind', async () => {
    covers('rule 8.page-size', 'rule 8.page-size-for-activity-log');
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data: [] }));
    const platform = await platformAt(fake.url);
    const events = { path: { orgId: 7 }, query: { begin: 0, end: 9 }, next: null };
    await platform.page('GetOrganizationEvents', events);
    await platform.page('GetOrganizationUsers', { path: { orgId: 7 }, query: {}, next: null });
    expect(fake.seen.map(({ target }) => target)).toEqual([
      '/v1/organizations/7/events?begin=0&end=9&limit=10000',
      '/v1/organizations/7/users?limit=200',
    ]);
    expect(codeOf(await platform.page('GetOrganizationEvents', { ...events, limit: 10_001 }))).toBe(
      'parameter-invalid',
    );
    expect(fake.seen).toHaveLength(2);
  });

  test('of uploaded parts continues after the field that the profile names', async () => {
    const fake = await startFakeServer((request, response) => {
      const after = Number(new URL(request.target, 'http://x').searchParams.get('after') ?? 0);
      const parts = [after + 1, after + 2].filter((number) => number <= 3);
      answerJson(response, 200, { data: parts.map((number) => ({ number, etag: `"${number}"` })) });
    });
    const platform = await platformAt(fake.url, {}, (profile) => ({
      ...profile,
      limits: { ...profile.limits, pageSize: { default: 2, max: 2 } },
      fields: {
        ...profile.fields,
        part: { ...profile.fields.part, partNumber: { name: 'number', known: false } },
      },
    }));
    const numbers: unknown[] = [];
    for await (const page of platform.listParts(1, 2))
      numbers.push(...unwrap(page).map(({ partNumber }) => partNumber));
    const path = { databaseId: 1, sourceFileId: 2 };
    const raw = unwrap(await platform.all('GetSourceFileParts', { path, query: {} }));
    expect([numbers, raw.length]).toEqual([[1, 2, 3], 3]);
  });
});

test('a list may come in one page of any length', async () => {
  const data = Array.from({ length: 200_000 }, (_, index) => ({ id: index + 1, name: 'A' }));
  const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data }));
  const platform = await platformAt(fake.url);
  expect(unwrap(await platform.all('GetDatabases', { path: {}, query: {} }))).toHaveLength(data.length);
});

describe('a change', () => {
  test('sends its body, also with DELETE', async () => {
    const fake = await startFakeServer((_request, response) => void response.writeHead(204).end());
    const platform = await platformAt(fake.url);
    const body = { email: ' ada@firm.example ' };
    expect(unwrap(await platform.change('DeleteInvitation', { path: { orgId: 7 }, body }))).toBeNull();
    const [request] = fake.seen;
    expect([request?.method, request?.target]).toEqual(['DELETE', '/v1/organizations/7/invitations']);
    expect(JSON.parse(String(request?.body))).toEqual({ email: 'ada@firm.example' });
    expect(request?.headers['content-type']).toBe('application/json');
  });

  test.each([
    ['nothing', 204, '', null],
    ['an empty body', 200, '', null],
    ['JSON', 200, '{"data":{"removed":true}}', { data: { removed: true } }],
    ['text', 200, 'OK', null],
  ])('whose answer is not documented accepts %s', async (_name, status, text, expected) => {
    const fake = await startFakeServer((_request, response) => void response.writeHead(status).end(text));
    const platform = await platformAt(fake.url);
    expect(unwrap(await platform.change('DeleteOrganizationUser', member))).toEqual(expected);
  });

  test('is not believed from the web page of something in between', async () => {
    const fake = await startFakeServer(
      (_request, response) => void response.writeHead(200).end('<html>Sign in to this network'),
    );
    const platform = await platformAt(fake.url);
    expect(codeOf(await platform.change('DeleteOrganizationUser', member))).toBe('outcome-unknown');
    expect(fake.seen.length).toBeGreaterThan(1);
  });

  test.each([401, 403, 404])('may be done where something in between answers with %i', async (status) => {
    const fake = await startFakeServer(
      (_request, response) => void response.writeHead(status).end('<html>Sign in'),
    );
    const platform = await platformAt(fake.url);
    expect(codeOf(await platform.change('DeleteOrganizationUser', member))).toBe('outcome-unknown');
  });

  test('whose attempts all got no answer may be done when it is given up', async () => {
    const fake = await startFakeServer((_request, response) => void response.destroy());
    const platform = await platformAt(fake.url);
    const given = await platform.change('DeleteOrganizationUser', member, { giveUpAfterMs: 100 });
    expect(codeOf(given)).toBe('outcome-unknown');
  });

  test('passes on the platform’s own words, in either shape of an error', async () => {
    covers('rule 7.2', 'rule 7.3');
    const bodies = [
      { message: 'No object found for id 12', status: 404 },
      { title: 'No object found for id 12', status: 404 },
      { title: null, message: 'No object found for id 12', status: 404 },
    ];
    const fake = await startFakeServer((_request, response, number) =>
      answerJson(response, 404, bodies[number]),
    );
    const platform = await platformAt(fake.url);
    for (const _ of bodies)
      expect(await platform.change('DeleteOrganizationUser', member)).toMatchObject({
        failure: { code: 'not-found', platformMessage: 'No object found for id 12' },
      });
  });

  test('that finds nothing to remove after an attempt without an answer may have removed it', async () => {
    const fake = await startFakeServer((_request, response, number) =>
      number === 0
        ? void response.destroy()
        : answerJson(response, 404, { message: 'No object found for id 12', status: 404 }),
    );
    const platform = await platformAt(fake.url);
    expect(await platform.change('DeleteOrganizationUser', member)).toMatchObject({
      failure: { code: 'removal-unknown', platformMessage: 'No object found for id 12' },
    });
    expect(fake.seen).toHaveLength(2);
  });

  test('that was only slowed down before is not taken for done', async () => {
    const fake = await startFakeServer((_request, response, number) =>
      number === 0
        ? answerJson(response, 429, { title: 'Slow down', status: 429 }, { 'retry-after': '0' })
        : answerJson(response, 404, { message: 'No object found for id 12', status: 404 }),
    );
    const platform = await platformAt(fake.url);
    expect(codeOf(await platform.change('DeleteOrganizationUser', member))).toBe('not-found');
  });

  test('that something in between slowed down may be done', async () => {
    const fake = await startFakeServer((_request, response, number) =>
      number === 0
        ? answerJson(response, 429, { message: 'Too Many Requests' }, { 'retry-after': '0' })
        : answerJson(response, 404, { message: 'No object found for id 12', status: 404 }),
    );
    const platform = await platformAt(fake.url);
    expect(codeOf(await platform.change('DeleteOrganizationUser', member))).toBe('removal-unknown');
  });

  test.each([
    [{ databasePermissions: ['DB_UPLOAD', 'DB_UPLOAD'] }, 'databasePermissions'],
    [{ databasePermissions: ['db upload'] }, 'databasePermissions.0'],
    [{ permissions: [] }, 'databasePermissions'],
    ['DB_UPLOAD', 'body'],
  ])('with the body %j names %s and is not sent', async (body, parameter) => {
    const fake = await startFakeServer((_request, response) => answerJson(response, 200, { data: {} }));
    const platform = await platformAt(fake.url);
    const refused = await platform.call('PutDatabaseUser', { path: { databaseId: 1, userId: 2 }, body });
    expect(refused).toMatchObject({ ok: false, failure: { parameter } });
    expect(fake.seen).toEqual([]);
  });
});

test.each([
  ['PostDatabaseDataset', { path: { databaseId: 1 }, body: { name: 'A' } }],
  [
    'PostOrganizationUsers',
    { path: { orgId: 7 }, body: { users: [{ email: 'a@x.test', firstName: 'A', lastName: 'B' }] } },
  ],
  ['ResendInvitation', { path: { orgId: 7 }, body: { email: 'a@x.test' } }],
] as const)(
  '%s is not repeated, nor called refused, after what is not the platform’s answer',
  async (name, input) => {
    for (const status of [400, 403, 404, 409, 422, 429]) {
      const fake = await startFakeServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html' }).end('<html>busy</html>');
      });
      const platform = await platformAt(fake.url);
      expect([status, codeOf(await platform.call(name, input))]).toEqual([status, 'outcome-unknown']);
      expect(fake.seen).toHaveLength(1);
    }
  },
);
