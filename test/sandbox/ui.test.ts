import { expect, test } from 'vitest';
import { ui } from '../../main/sandbox/words.ts';
import {
  createClient,
  openPages,
  sendRequest,
  sha1Of,
  startTestSandbox,
  waitUntilProcessed,
} from './sandbox-client.ts';

test('the pages show what was received, with every name escaped', async () => {
  const sandbox = await startTestSandbox();
  const nasty = '<img src=x onerror=alert(1)>"\'&';
  const bytes = Buffer.alloc(12_345, 'x');
  const client = createClient(sandbox);
  const settings = { name: nasty, description: nasty, custodian: nasty };
  const id = await client.upload(nasty, [bytes], settings, { custodian: nasty });
  await waitUntilProcessed(sandbox, id);
  const [dataset] = await sandbox.inspect('datasets');
  await client.sourceFile(Number(dataset?.id), { filename: 'never completed' });
  const pages = await openPages(sandbox);
  const overview = await pages.text('');
  const detail = await pages.text(`datasets/${dataset?.id}`);
  const escaped = '&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;';
  for (const page of [overview, detail]) {
    expect(page).toContain(escaped);
    expect(page).not.toContain('<img');
    expect(page).toContain('title="12,345 bytes">12.3 kB');
  }
  // What was never completed wasn't received.
  for (const page of [overview, detail]) expect(page).toContain(`>1 · ${ui.unfinished('1')}<`);
  expect(detail).toContain(sha1Of(bytes));
  expect(detail).toContain(ui.states.PROCESSED);
});

test('the overview says which sizes it shows, and lists legal hold directories with how many people each has', async () => {
  const sandbox = await startTestSandbox();
  const overview = await (await openPages(sandbox)).text('');
  expect(overview).toContain('an expanded container is not counted');
  const rows = [...overview.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row.split(/<[^>]+>/).filter((cell) => cell.trim() !== ''),
  );
  expect(rows).toContainEqual(['Harrow &amp; Pike legal hold', '701', 'Harrow &amp; Pike LLP', '2']);
});

test('the pages load nothing from elsewhere and run only their own script', async () => {
  const sandbox = await startTestSandbox();
  const answered = await (await openPages(sandbox)).get('');
  const policy = String(answered.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(answered.text).not.toMatch(/<script(?![^>]* src=)|style=|https?:/);
  for (const [, path] of answered.text.matchAll(/(?:href|src)="(\/sandbox\/[^"]+)"/g)) {
    expect(await sendRequest(sandbox.url + path)).toMatchObject({ status: 200 });
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
  const pages = await openPages(sandbox);
  const first = await pages.text(`datasets/${datasetId}`);
  expect(first).toContain('file 200<');
  expect(first).not.toContain('file 201<');
  const next = new RegExp(`<a href="([^"]+)">${ui.moreSourceFiles}`)
    .exec(first)?.[1]
    ?.replaceAll('&amp;', '&');
  const second = await pages.text(`datasets/${datasetId}${next}`);
  expect(second).toContain('file 201<');
  expect(second).not.toContain(ui.moreSourceFiles);
});

test('names cannot hide what they are: control characters and reversed directions are shown', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const name = 'invoice\u202Egpj.exe\u0000\u0007\r\n<script>alert(1)</script>" onmouseover="x()';
  const datasetId = await client.dataset({ name });
  await client.sourceFile(datasetId, { filename: name, custodian: name });
  const pages = await openPages(sandbox);
  for (const page of [await pages.text(''), await pages.text(`datasets/${datasetId}`)]) {
    expect(page).toContain('invoice\uFFFDgpj.exe\u2400\u2407\u240D\u240A&lt;script&gt;');
    expect(page).not.toMatch(/(?!\n)\p{Cc}|\u202E|<script>alert|" onmouseover=/u);
  }
});
