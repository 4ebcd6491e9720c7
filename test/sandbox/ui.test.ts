import { expect, test } from 'vitest';
import { ui } from '../../main/sandbox/words.ts';
import { createClient, sendRequest, sha1Of, startTestSandbox, waitUntilProcessed } from './sandbox-client.ts';

async function pageAt(url: string): Promise<string> {
  const answered = await sendRequest(url);
  if (answered === 'broken') throw new Error('the connection broke');
  return answered.text;
}

test('the pages show what was received, with every name escaped', async () => {
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
  expect(detail).toContain(ui.states.PROCESSED);
});

test('the pages load nothing from elsewhere and run only their own script', async () => {
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

test('pages and inspection are available under loopback names only', async () => {
  const sandbox = await startTestSandbox();
  for (const path of ['/', '/sandbox/api/summary', '/sandbox/api/requests']) {
    for (const host of ['evil.example.com', '127.evil.example']) {
      expect(await sendRequest(sandbox.url + path, { headers: { host } })).toMatchObject({ status: 403 });
    }
    expect(
      await sendRequest(sandbox.url + path, { headers: { host: `localhost:${sandbox.port}` } }),
    ).toMatchObject({
      status: 200,
    });
  }
});

test('the request log contains no key and no signature of a part URL', async () => {
  const sandbox = await startTestSandbox();
  await createClient(sandbox).upload('a', [Buffer.from('a')]);
  const log = JSON.stringify(await sandbox.inspect('requests'));
  expect(log).toContain('/upload/');
  expect(log).not.toContain('signature');
  expect(log).not.toContain(sandbox.apiKey.split('.')[2]);
});

test('long lists are paged', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const datasetId = await client.dataset();
  for (let n = 1; n <= 201; n += 1) await client.sourceFile(datasetId, { filename: `file ${n}` });
  const first = await pageAt(`${sandbox.url}/datasets/${datasetId}`);
  expect(first).toContain('file 200<');
  expect(first).not.toContain('file 201<');
  const next = new RegExp(`<a href="([^"]+)">${ui.moreSourceFiles}`)
    .exec(first)?.[1]
    ?.replaceAll('&amp;', '&');
  const second = await pageAt(`${sandbox.url}${next}`);
  expect(second).toContain('file 201<');
  expect(second).not.toContain(ui.moreSourceFiles);
});
