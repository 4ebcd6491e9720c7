/** Who may see the pages and the inspection answers: the browser and the program that were given a secret. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newPageToken } from '../../main/sandbox/page-access.ts';
import { html } from '../../main/sandbox/ui/html.ts';
import { ui } from '../../main/sandbox/words.ts';
import {
  createClient,
  openPages,
  type RawResponse,
  sendRequest,
  startTestSandbox,
  temporaryFolder,
} from './sandbox-client.ts';
import { assertNowhere, linkHost } from './secret-search.ts';

async function get(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') {
  const answered = await sendRequest(url, { headers, method });
  if (answered === 'broken') throw new Error('the connection broke');
  return answered;
}

function expectClosed(answered: RawResponse, reason: keyof typeof ui.closedPage): void {
  expect(answered.status).toBe(403);
  expect(answered.text).toContain(html`${ui.closedPage[reason].title}`.text);
  expect(answered.text).toContain('lading sandbox --page');
  expect(answered.headers['set-cookie']).toBeUndefined();
}

test('another user or program of this computer sees nothing without an address', async () => {
  const sandbox = await startTestSandbox();
  await createClient(sandbox).upload('privileged.pst', [Buffer.from('x')]);
  const [dataset] = await sandbox.inspect('datasets');
  const { path } = await openPages(sandbox);
  expectClosed(await get(`${sandbox.url}/`), 'missing');
  expectClosed(await get(sandbox.url + path), 'closed');
  expectClosed(await get(`${sandbox.url + path}datasets/${dataset?.id}`), 'closed');
  for (const name of ['summary', 'requests', 'datasets', 'source-files', 'documents', 'parts']) {
    for (const authorization of ['', 'Bearer x', `Bearer ${sandbox.apiKey}`]) {
      const answered = await get(`${sandbox.url}/sandbox/api/${name}`, { authorization });
      expect(answered.status).toBe(401);
      expect(answered.text).not.toContain('privileged');
    }
  }
});

test('an address opens the pages once, also after a restart', async () => {
  const dataDir = temporaryFolder();
  const first = await startTestSandbox({ dataDir });
  const address = first.pageAddress();
  const unused = first.pageAddress();
  expect(new URL(address).searchParams.get('token')).not.toBe(new URL(unused).searchParams.get('token'));
  const pages = await openPages(first, address);
  expect(pages.path).not.toContain('token');
  expect((await pages.get('')).status).toBe(200);
  expectClosed(await get(address), 'used');
  expectClosed(await get(address, { cookie: pages.cookie }), 'used');
  await first.stop();
  const second = await startTestSandbox({ dataDir, port: first.port });
  expectClosed(await get(address), 'used');
  // Sessions are not stored.
  expectClosed(await pages.get(''), 'closed');
  await openPages(second, unused);
});

test('of many requests with the same address at once, one gets the session', async () => {
  const sandbox = await startTestSandbox();
  const address = sandbox.pageAddress();
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(address)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(19).fill(403)]);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'another user who reads the address from the arguments of the browser cannot use it, nor use it up',
  async () => {
    const [owner, other] = [65_534, 65_533];
    const dataDir = temporaryFolder();
    chownSync(dataDir, owner, owner);
    const sandbox = await startTestSandbox({
      dataDir,
      startProcess: (entry, args) => spawn(process.execPath, [entry, ...args], { uid: owner, gid: owner }),
    });
    const address = sandbox.pageAddress();
    const statusFor = (uid: number, localAddress: string) => {
      const script = `require('http').get('${address}', { localAddress: '${localAddress}' }, (response) => {
        console.log(response.statusCode);
        response.destroy();
      })`;
      return execFileSync(process.execPath, ['-e', script], { uid, encoding: 'utf8' }).trim();
    };
    for (const localAddress of ['127.0.0.1', '127.0.0.2', '127.1.2.3'])
      expect(statusFor(other, localAddress)).toBe('403');
    expect(statusFor(owner, '127.0.0.2')).toBe('303');
  },
);

test('looking at an address without opening it does not use it up', async () => {
  const sandbox = await startTestSandbox();
  const address = sandbox.pageAddress();
  expect((await get(address, {}, 'HEAD')).status).toBe(404);
  expect((await get(address, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(503);
  await openPages(sandbox, address);
});

test('the cookie is for this browser, these pages and no script', async () => {
  const sandbox = await startTestSandbox();
  const opened = await get(sandbox.pageAddress());
  const path = opened.headers.location ?? '';
  expect(opened.headers['set-cookie']).toEqual([
    expect.stringMatching(
      new RegExp(`^lading-sandbox-${sandbox.port}=[\\w-]{43}; Path=${path}; HttpOnly; SameSite=Lax$`),
    ),
  ]);
  // Browsers send cookies to all ports of a host: no other server may guess the path.
  expect(path).toMatch(/^\/view\/[\w-]{43}\/$/);
  const pages = await openPages(sandbox);
  expect(
    (await pages.get('', { cookie: `a=b; ${pages.cookie.split('=')[0]}=planted; ${pages.cookie}` })).status,
  ).toBe(200);
  const other = await openPages(sandbox);
  expectClosed(await get(sandbox.url + pages.path, { cookie: other.cookie }), 'closed');
  expectClosed(await get(sandbox.url + pages.path, { cookie: `${pages.cookie}x` }), 'closed');
});

describe('an address', () => {
  const altered = (token: string): string => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  const table: readonly (readonly [string, (token: string) => string])[] = [
    ['that was altered', altered],
    ['with a later end', (token) => token.replace(/^\d+/, (ms) => String(Number(ms) + 1))],
    ['with another key', () => newPageToken('key', Date.now())],
    ['of nothing', () => ''],
    ['of dots', () => '..'],
    ['that is very long', (token) => token.repeat(50)],
  ];
  test.each(table)('%s opens nothing', async (_, change) => {
    const sandbox = await startTestSandbox();
    const url = new URL(sandbox.pageAddress());
    url.searchParams.set('token', change(url.searchParams.get('token') ?? ''));
    expectClosed(await get(url.href), 'invalid');
  });

  test('expires', async () => {
    const sandbox = await startTestSandbox();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 12 * 60 * 60_000 - 1 });
    onTestFinished(() => void vi.useRealTimers());
    const address = sandbox.pageAddress();
    vi.useRealTimers();
    expectClosed(await get(address), 'expired');
  });
});

test('a web site whose name resolves to this computer, and a page of another port, get nothing', async () => {
  const sandbox = await startTestSandbox();
  const key = { authorization: 'Bearer x' };
  const address = sandbox.pageAddress();
  const { path, cookie } = await openPages(sandbox);
  for (const host of [
    'evil.example.com',
    `evil.example.com:${sandbox.port}`,
    `127.evil.example:${sandbox.port}`,
    `127.0.0.1.evil.example:${sandbox.port}`,
    '127.0.0.1',
    `127.0.0.1:${sandbox.port + 1}`,
  ]) {
    for (const url of [address, sandbox.url + path, `${sandbox.url}/sandbox/api/summary`]) {
      const answered = await get(url, { host, cookie, ...key });
      expect([host, answered.status, answered.headers['set-cookie']]).toEqual([
        host,
        expect.toBeOneOf([400, 403]),
        undefined,
      ]);
      expect(answered.text).not.toContain('<table');
    }
  }
  for (const origin of ['https://evil.example.com', `http://127.0.0.1:${sandbox.port + 1}`, 'null']) {
    expect((await get(address, { origin })).status).toBe(403);
    const datasets = `${sandbox.url}/v1/databases/${sandbox.databaseId}/datasets`;
    const headers = { origin, authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
    expect(await sendRequest(datasets, { method: 'POST', headers, body: '{"name":"x"}' })).toMatchObject({
      status: 403,
    });
  }
  expect(await sandbox.inspect('datasets')).toEqual([]);
  const answered = await get(address, { host: `localhost:${sandbox.port}` });
  expect(answered.status).toBe(303);
  expect(answered.headers).not.toHaveProperty('access-control-allow-origin');
});

test('passwords and whole links are in no page, inspection answer or file of the data folder', async () => {
  const dataDir = temporaryFolder();
  const sandbox = await startTestSandbox({ dataDir });
  const client = createClient(sandbox);
  const secrets = { password: 'correct-horse', path: 'path-secret-5f1c', query: 'query-secret-77aa' };
  const host = await linkHost();
  const directLink = `${host}/d/${secrets.path}/export.zip?sig=${secrets.query}`;
  const base = `/databases/${sandbox.databaseId}`;
  const datasetId = await client.dataset();
  const fields = { filename: 'linked.bin', passwords: [secrets.password, 'x'], directLink };
  const created = await client.call('POST', `${base}/datasets/${datasetId}/sourceFiles`, fields);
  // platform-interface 2.12: whoever sent them gets them back, once.
  expect(created.body.at('data')).toMatchObject({ passwords: fields.passwords, directLink });
  const locked = await client.sourceFile(datasetId, { filename: 'a', passwords: [secrets.password] });
  const completed = await client.complete(locked, [await client.part(locked, 1, Buffer.from('a'))]);
  expect(completed.body.at('data')).toMatchObject({ state: 'PROCESSING', passwords: ['********'] });
  expect((await sandbox.inspect('source-files'))[0]).toMatchObject({
    linkLabel: `${new URL(host).host}/…/export.zip`,
    passwordCount: 2,
  });
  await assertNowhere(sandbox, dataDir, Object.values(secrets));
});
