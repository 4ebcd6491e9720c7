/** Limits of answers, and real lists that are within them. */
import { expect, test } from 'vitest';
import { answerJson } from '../../../test/fakes/http-server.ts';
import { platformAt, startFakeServer } from '../../../test/fixtures/platform-client.ts';
import { codeOf, unwrap } from '../../../test/fixtures/result.ts';
import { platformLimits } from './answer-limits.ts';

async function answering(body: string) {
  const fake = await startFakeServer((_request, response) => void response.end(body));
  return platformAt(fake.url);
}

const unreadable = (operation: string, problem: string) => ({
  ok: false,
  failure: { code: 'unexpected-answer', operation, reason: { kind: 'unreadable', status: 200, problem } },
});

const mebibyte = 1024 * 1024;
const record = (more: string): string => `{"data":{"id":7,"name":"A","more":${more}}}`;

test.each([
  // Without its ends: a parser would have made an object of each bracket, and then said that it is no JSON.
  [
    'nests deeper than any record',
    `{"data":{"id":7,"name":"A","more":${'['.repeat(mebibyte)}`,
    'unexpected-fields',
  ],
  ['has too many values', record(`[${'{},'.repeat(300_000)}0]`), 'too-long'],
  ['is longer than any record', record(`"${'x'.repeat(5 * mebibyte)}"`), 'too-long'],
])('a record that %s is refused before it is parsed', async (_, body, problem) => {
  const platform = await answering(body);
  const found = await platform.read('GetDatabase', { path: { databaseId: 7 }, query: {} });
  expect(found).toMatchObject(unreadable('GetDatabase', problem));
});

test('a record may be as long as what was sent, which it repeats', async () => {
  const folders = Array.from({ length: 60_000 }, (_, index) => [`${'é'.repeat(60)}/${index}/`, 'Ann']);
  const childCustodians = Object.fromEntries(folders);
  const fake = await startFakeServer(({ body }, response) =>
    answerJson(response, 201, { data: { id: 5, state: 'UPLOADING', ...JSON.parse(String(body)) } }),
  );
  const platform = await platformAt(fake.url);
  const created = await platform.createSourceFile(1, 2, { filename: 'all.zip', childCustodians });
  expect(unwrap(created)).toMatchObject({ id: 5 });
  expect(fake.seen).toHaveLength(1);
});

test('a page may be longer than a record', async () => {
  const users = Array.from({ length: 1000 }, (_, id) => ({ id, username: 'x'.repeat(8000) }));
  const platform = await answering(JSON.stringify({ data: users, links: {} }));
  const path = { orgId: 1 };
  const page = await platform.page('GetOrganizationUsers', { path, query: {}, limit: 200, next: null });
  expect(unwrap(page).elements).toHaveLength(1000);
});

test.each([
  ['values', { values: 1_000 }],
  ['characters', { characters: 10_000 }],
] as const)('a list without end is given up after its %s, whatever its pages have', async (_, limit) => {
  const fake = await startFakeServer((_request, response, number) =>
    answerJson(response, 200, {
      data: Array.from({ length: 20 }, (_, index) => ({ id: number * 20 + index, name: 'A' })),
      links: { next: `/v1/databases?after=${number}&limit=200` },
    }),
  );
  const limits = { ...platformLimits, list: { ...platformLimits.list, ...limit } };
  const platform = await platformAt(fake.url, { limits });
  const found = await platform.all('GetDatabases', { path: {}, query: {} });
  expect(found).toMatchObject(unreadable('GetDatabases', 'too-long'));
  expect(fake.seen.length).toBeLessThan(40);
});

/** Pages of 200, as the platform writes them. */
async function listServer(elements: number, element: (index: number) => object) {
  return startFakeServer((request, response) => {
    const { searchParams, pathname } = new URL(request.target, 'http://a');
    const start = Number(searchParams.get('after') ?? 0);
    const end = Math.min(elements, start + Number(searchParams.get('limit')));
    const data = Array.from({ length: end - start }, (_, index) => element(start + index + 1));
    const next = end < elements ? `${pathname}?limit=${searchParams.get('limit')}&after=${end}` : null;
    answerJson(response, 200, { data, links: { next } });
  });
}

test('100,000 users of an organization are read whole', async () => {
  const fake = await listServer(100_000, (id) => ({
    id,
    username: `first.last.${id}@client.example`,
    firstName: 'First',
    lastName: `Last-${id}`,
    active: true,
    permissions: ['ORG_ADMIN', 'ORG_VIEW'],
  }));
  const platform = await platformAt(fake.url);
  expect(unwrap(await platform.all('GetOrganizationUsers', { path: { orgId: 1 }, query: {} }))).toHaveLength(
    100_000,
  );
});

test('10,000 parts are read whole', async () => {
  const fake = await listServer(10_000, (partNumber) => ({
    partNumber,
    etag: `"${String(partNumber).padStart(32, '0')}"`,
    size: 50_000_000,
  }));
  const platform = await platformAt(fake.url);
  let parts = 0;
  for await (const page of platform.listParts(1, 2)) parts += unwrap(page).length;
  expect(parts).toBe(10_000);
});

test('an ETag without end is none', async () => {
  const fake = await listServer(1, (partNumber) => ({ partNumber, etag: 'x'.repeat(100_000) }));
  const platform = await platformAt(fake.url);
  for await (const page of platform.listParts(1, 2)) expect(codeOf(page)).toBe('unexpected-answer');
});
