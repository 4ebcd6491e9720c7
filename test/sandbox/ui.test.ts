import { expect, test } from 'vitest';
import { sizeText } from '../../main/sandbox/ui/pages.ts';
import { createClient, sendRequest, sha1Of, startTestSandbox, waitUntilProcessed } from './sandbox-client.ts';

async function pageAt(url: string): Promise<string> {
  const answered = await sendRequest(url);
  if (answered === 'broken') throw new Error('the connection broke');
  return answered.text;
}

test('the page shows what arrived, with nothing that a name could smuggle in', async () => {
  const sandbox = await startTestSandbox();
  const nasty = '<img src=x onerror=alert(1)>"\'&';
  const bytes = Buffer.alloc(12_345, 'x');
  const client = createClient(sandbox);
  const settings = { name: nasty, timezone: nasty, custodian: nasty };
  const id = await client.upload(nasty, [bytes], settings, { custodian: nasty });
  await waitUntilProcessed(sandbox, id);
  const [dataset] = await sandbox.inspect('datasets');
  const overview = await pageAt(`${sandbox.url}/`);
  const detail = await pageAt(`${sandbox.url}/datasets/${dataset?.id}`);
  const escaped = '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;';
  for (const page of [overview, detail]) {
    expect(page).toContain(escaped);
    expect(page).not.toContain('<img');
    expect(page).toContain('title="12,345 bytes">12.3 kB');
  }
  expect(detail).toContain(sha1Of(bytes));
  expect(detail).toContain('Processed');
});

test('the page loads nothing from elsewhere and runs no script but its own', async () => {
  const sandbox = await startTestSandbox();
  const answered = await sendRequest(`${sandbox.url}/`);
  if (answered === 'broken') throw new Error('the connection broke');
  const policy = String(answered.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(answered.text).not.toMatch(/<script(?![^>]* src=)|style=|https?:/);
  for (const [, path] of answered.text.matchAll(/(?:href|src)="(\/sandbox\/[^"]+)"/g)) {
    expect(await sendRequest(sandbox.url + path)).toMatchObject({ status: 200 });
  }
});

test('page and inspection answer this computer under its own name alone', async () => {
  const sandbox = await startTestSandbox();
  for (const path of ['/', '/sandbox/api/summary', '/sandbox/api/requests']) {
    expect(await sendRequest(sandbox.url + path, { headers: { host: 'evil.example.com' } })).toMatchObject({
      status: 403,
    });
    expect(
      await sendRequest(sandbox.url + path, { headers: { host: `localhost:${sandbox.port}` } }),
    ).toMatchObject({
      status: 200,
    });
  }
});

test('the request log holds no key and no part URL’s signature', async () => {
  const sandbox = await startTestSandbox();
  await createClient(sandbox).upload('a', [Buffer.from('a')]);
  const log = JSON.stringify(await sandbox.inspect('requests'));
  expect(log).toContain('/upload/');
  expect(log).not.toContain('signature');
  expect(log).not.toContain(sandbox.apiKey.split('.')[2]);
});

test('long lists come in pages that lead on', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const datasetId = await client.dataset();
  for (let n = 1; n <= 201; n += 1) await client.sourceFile(datasetId, { filename: `file ${n}` });
  const first = await pageAt(`${sandbox.url}/datasets/${datasetId}`);
  expect(first).toContain('file 200<');
  expect(first).not.toContain('file 201<');
  const next = /<a href="([^"]+)">More source files/.exec(first)?.[1]?.replaceAll('&amp;', '&');
  const second = await pageAt(`${sandbox.url}${next}`);
  expect(second).toContain('file 201<');
  expect(second).not.toContain('More source files');
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1 kB'],
  [999_999, '1 MB'],
  [5_000_000_000_000, '5 TB'],
  [20_600_000_000, '20.6 GB'],
])('%d bytes read as %s', (sizeBytes, text) => {
  expect(sizeText(sizeBytes)).toBe(text);
});
