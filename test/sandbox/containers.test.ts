import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { custodianFor } from '../../main/sandbox/container-expansion.ts';
import { containerProblems } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import fc from '../fixtures/property.ts';
import { createClient, sha1Of, startTestSandbox, waitUntilProcessed } from './sandbox-client.ts';

async function zipOf(entries: Readonly<Record<string, Buffer>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(entries)) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(bytes, name, { compress });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Sets the encryption flag of every entry, in its local and its central header. */
function asEncrypted(zip: Buffer): Buffer {
  const marked = Buffer.from(zip);
  for (const [signature, flagsAt] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const) {
    for (let at = marked.indexOf(signature); at >= 0; at = marked.indexOf(signature, at + 4)) {
      marked[at + flagsAt] = (marked[at + flagsAt] ?? 0) | 1;
    }
  }
  return marked;
}

describe('the custodian of a file in a container', () => {
  const childCustodians = { 'ng/': 'Ng, Ana', 'ng/shared/': 'Roe, Sam', 'ng/shared': 'nobody' };
  const given = { childCustodians, sourceFile: 'Source', dataset: 'Default' };

  test.each([
    ['ng/a.txt', 'Ng, Ana'],
    ['ng/deep/er/a.txt', 'Ng, Ana'],
    ['ng/shared/a.txt', 'Roe, Sam'],
    ['ng/sharedish/a.txt', 'Ng, Ana'],
    ['ngx/a.txt', 'Source'],
    ['Ng/a.txt', 'Source'],
    ['ng', 'Source'],
    ['a.txt', 'Source'],
    ['/a.txt', 'Source'],
    ['__proto__/a.txt', 'Source'],
  ])('of %s is %s', (path, custodian) => {
    expect(custodianFor(path, given)).toBe(custodian);
  });

  test('falls back to the source file, then to the dataset, then to none', () => {
    expect(custodianFor('a', { childCustodians: {}, sourceFile: 'S', dataset: 'D' })).toBe('S');
    expect(custodianFor('a', { childCustodians: {}, sourceFile: null, dataset: 'D' })).toBe('D');
    expect(custodianFor('a', { childCustodians: {}, sourceFile: null, dataset: null })).toBeNull();
  });

  test('is that of the longest matching folder', () => {
    covers('rule 4.3.childcustodians');
    const segment = fc.constantFrom('a', 'b', 'ab');
    const folder = fc.array(segment, { minLength: 1, maxLength: 3 }).map((names) => `${names.join('/')}/`);
    fc.assert(
      fc.property(
        fc.uniqueArray(folder),
        fc.array(segment, { minLength: 1, maxLength: 4 }),
        (folders, names) => {
          const path = names.join('/');
          const [longest] = folders
            .filter((each) => path.startsWith(each))
            .sort((a, b) => b.length - a.length);
          const map = Object.fromEntries(folders.map((each) => [each, `of ${each}`]));
          const chosen = custodianFor(path, { childCustodians: map, sourceFile: 'S', dataset: null });
          expect(chosen).toBe(longest === undefined ? 'S' : `of ${longest}`);
        },
      ),
    );
  });
});

test('a ZIP becomes its files, each with path, size, hash and custodian, and the database size includes them', async () => {
  covers('rule 1.6', 'rule 4.3.childcustodians');
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const entries = {
    'ng/': Buffer.alloc(0),
    'ng/mail.eml': Buffer.from('From: ng'),
    'ng/shared/plan.docx': await zipOf({ 'word/document.xml': Buffer.from('<w/>') }),
    'räume/日本.txt': Buffer.from('text'),
    'empty.txt': Buffer.alloc(0),
  };
  const id = await client.upload(
    'collection.ZIP',
    [await zipOf(entries)],
    { custodian: 'Default' },
    { childCustodians: { 'ng/': 'Ng, Ana', 'ng/shared/': 'Roe, Sam' } },
  );
  await waitUntilProcessed(sandbox, id);
  const documents = await sandbox.inspect('documents', { sourceFileId: id });
  const expected = Object.entries(entries)
    .filter(([path]) => !path.endsWith('/'))
    .map(([path, bytes]) => ({
      path,
      sizeBytes: bytes.length,
      sha1: sha1Of(bytes),
      locked: 0,
      problem: null,
    }));
  expect(documents).toMatchObject(expected);
  expect(documents.map((document) => document.custodian)).toEqual([
    'Ng, Ana',
    'Roe, Sam',
    'Default',
    'Default',
  ]);
  const size = await client.call('GET', `/databases/${sandbox.databaseId}/size`);
  expect(size.body.at('data', 'nativeDocs')).toMatchObject({ docCount: 1 });
  expect(size.body.at('data', 'processedDocs')).toMatchObject({
    docCount: 4,
    nativeSize: expected.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  });
});

test('a source file’s custodian overrides the dataset’s, also for files inside it', async () => {
  covers('rule 4.3.default-custodian');
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const settings = { custodian: 'Default' };
  const fields = { custodian: 'Own' };
  await waitUntilProcessed(sandbox, await client.upload('a.txt', [Buffer.from('a')], settings, fields));
  const zip = await zipOf({ 'b.txt': Buffer.from('b') });
  await waitUntilProcessed(sandbox, await client.upload('b.zip', [zip], settings, fields));
  await waitUntilProcessed(sandbox, await client.upload('c.txt', [Buffer.from('c')], settings));
  const documents = await sandbox.inspect('documents');
  expect(documents.map(({ path, custodian }) => [path, custodian])).toEqual([
    ['a.txt', 'Own'],
    ['b.txt', 'Own'],
    ['c.txt', 'Default'],
  ]);
});

test('a ZIP in a ZIP is opened, an office document is not', async () => {
  const sandbox = await startTestSandbox();
  const inner = await zipOf({ 'x/one.txt': Buffer.from('1') });
  const outer = await zipOf({ 'in/inner.zip': inner, 'two.txt': Buffer.from('2') }, false);
  const fields = { childCustodians: { 'in/inner.zip/x/': 'Inner' } };
  const id = await createClient(sandbox).upload('outer.zip', [outer], {}, fields);
  await waitUntilProcessed(sandbox, id);
  expect(await sandbox.inspect('documents')).toMatchObject([
    { path: 'in/inner.zip/x/one.txt', custodian: 'Inner', sha1: sha1Of(Buffer.from('1')) },
    { path: 'two.txt', custodian: null },
  ]);
  const office = await waitUntilProcessed(
    sandbox,
    await createClient(sandbox).upload('letter.docx', [inner]),
  );
  const documents = await sandbox.inspect('documents', { sourceFileId: office.id });
  expect(documents).toMatchObject([{ path: 'letter.docx', sha1: sha1Of(inner) }]);
});

describe('a message', () => {
  const part = (headers: string, body: string): string => `--x\r\n${headers}\r\n\r\n${body}\r\n`;
  const attached = (name: string, body: Buffer): string =>
    part(
      `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64`,
      body.toString('base64'),
    );
  const messageOf = (...parts: readonly string[]): Buffer =>
    Buffer.from(
      `From: ng@example.com\r\nSubject: Plans\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${parts.join('')}--x--\r\n`,
    );
  const body = part('Content-Type: text/plain', 'See attached.');
  const pdf = Buffer.from('%PDF-1.7 plan');

  test('becomes itself and its attachments, in a ZIP below its path, each with the custodian of the folder', async () => {
    covers('rule 1.6', 'rule 4.3.childcustodians');
    const sandbox = await startTestSandbox();
    const client = createClient(sandbox);
    // With a boundary of its own.
    const forwarded = messageOf(body, attached('räume.pdf', pdf))
      .toString()
      .replaceAll('--x', '--y')
      .replace('=x', '=y');
    const archive = await zipOf({ 'in.txt': Buffer.from('in') });
    const mail = messageOf(
      body,
      attached('plan.pdf', pdf),
      attached('old.zip', archive),
      part('Content-Type: message/rfc822', forwarded),
    );
    const id = await client.upload(
      'pack.zip',
      [await zipOf({ 'ng/mail.eml': mail, 'ng/mail.txt': mail })],
      {},
      { custodian: 'Default', childCustodians: { 'ng/': 'Ng, Ana' } },
    );
    await waitUntilProcessed(sandbox, id);
    expect(await sandbox.inspect('documents', { sourceFileId: id })).toMatchObject([
      {
        path: 'ng/mail.eml',
        custodian: 'Ng, Ana',
        sha1: sha1Of(mail),
        sizeBytes: mail.length,
        problem: null,
      },
      { path: 'ng/mail.eml/plan.pdf', custodian: 'Ng, Ana', sha1: sha1Of(pdf) },
      { path: 'ng/mail.eml/old.zip/in.txt', custodian: 'Ng, Ana' },
      { path: 'ng/mail.eml/3.eml', custodian: 'Ng, Ana' },
      { path: 'ng/mail.eml/3.eml/räume.pdf', custodian: 'Ng, Ana', sha1: sha1Of(pdf) },
      { path: 'ng/mail.txt', custodian: 'Ng, Ana' },
    ]);
    const alone = await client.upload('mail.EML', [mail], {}, { custodian: 'Own' });
    await waitUntilProcessed(sandbox, alone);
    const documents = await sandbox.inspect('documents', { sourceFileId: alone });
    expect(documents.map(({ path, custodian }) => [path, custodian])).toEqual([
      ['mail.EML', 'Own'],
      ['plan.pdf', 'Own'],
      ['old.zip/in.txt', 'Own'],
      ['3.eml', 'Own'],
      ['3.eml/räume.pdf', 'Own'],
    ]);
  });

  test('that can’t be read, or is too large, stays a document', async () => {
    const sandbox = await startTestSandbox();
    const deep = Array.from(
      { length: 40 },
      (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\r\n\r\n--b${index}\r\n`,
    );
    const zip = await zipOf({
      'deep.eml': Buffer.from(deep.join('')),
      'large.eml': Buffer.concat([messageOf(body, attached('a.pdf', pdf)), Buffer.alloc(20_000_000)]),
      'next.eml': messageOf(body, attached('../../a.pdf', pdf)),
    });
    await waitUntilProcessed(sandbox, await createClient(sandbox).upload('pack.zip', [zip]));
    expect(await sandbox.inspect('documents')).toMatchObject([
      { path: 'deep.eml', problem: expect.stringContaining('nesting') },
      { path: 'large.eml', problem: null },
      { path: 'next.eml', problem: null },
      { path: 'next.eml/../../a.pdf', problem: null },
    ]);
  });
});

test('encrypted files are listed as locked, with their names', async () => {
  const sandbox = await startTestSandbox();
  const zip = asEncrypted(await zipOf({ 'secret/a.pdf': Buffer.from('aaaa') }));
  const fields = { passwords: ['hunter2'] };
  await waitUntilProcessed(sandbox, await createClient(sandbox).upload('locked.zip', [zip], {}, fields));
  expect(await sandbox.inspect('documents')).toMatchObject([
    { path: 'secret/a.pdf', sizeBytes: 4, locked: 1, sha1: null },
  ]);
});

test('names that point outside the folder are recorded, but never used as paths', async () => {
  const sandbox = await startTestSandbox();
  const zip = await zipOf({ 'aaaaaaaaaaaa.txt': Buffer.from('x') });
  const traversing = Buffer.from(
    zip.toString('latin1').replaceAll('aaaaaaaaaaaa.txt', '../../../out.txt'),
    'latin1',
  );
  await waitUntilProcessed(sandbox, await createClient(sandbox).upload('traversal.zip', [traversing]));
  expect(await sandbox.inspect('documents')).toMatchObject([{ path: '../../../out.txt', problem: null }]);
});

test('an unreadable container is named, and does not stop the next', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const noZip = await waitUntilProcessed(
    sandbox,
    await client.upload('broken.zip', [Buffer.from('not a ZIP at all')]),
  );
  expect(noZip.problem).toContain(containerProblems.unreadable(''));
  const zip = await zipOf({ 'good.txt': Buffer.alloc(5000, 'ab'), 'bad.txt': Buffer.alloc(5000, 'cd') });
  const at = zip.lastIndexOf('bad.txt', zip.indexOf('PK\u0001\u0002')) + 'bad.txt'.length;
  zip.fill(0xff, at, at + 8);
  const damaged = await waitUntilProcessed(sandbox, await client.upload('damaged.zip', [zip]));
  expect(damaged.problem).toBeNull();
  expect(await sandbox.inspect('documents')).toMatchObject([
    { path: 'broken.zip', problem: noZip.problem },
    { path: 'good.txt', problem: null },
    { path: 'bad.txt', problem: expect.any(String), sha1: null },
  ]);
});

test('a container with many files and megabytes is expanded completely', async () => {
  const sandbox = await startTestSandbox();
  const names = Array.from({ length: 1201 }, (_, index) => `folder ${index % 7}/${index}.bin`);
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, Buffer.alloc(4000, name)])), false);
  const id = await createClient(sandbox).upload('pack.zip', [
    zip.subarray(0, 2_000_000),
    zip.subarray(2_000_000),
  ]);
  expect((await waitUntilProcessed(sandbox, id)).problem).toBeNull();
  const documents = await sandbox.inspect('documents', { sourceFileId: id, limit: 5000 });
  expect(documents.map((document) => document.path)).toEqual(names);
  expect(documents.at(-1)?.sha1).toBe(sha1Of(Buffer.alloc(4000, names.at(-1))));
});

test('keys of childCustodians that are not folders are refused', async () => {
  covers('rule 4.3.childcustodians');
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const url = `/databases/${sandbox.databaseId}/datasets/${await client.dataset()}/sourceFiles`;
  const refused = await client.call('POST', url, { filename: 'a.zip', childCustodians: { ng: 'Ng' } });
  expect(refused.status).toBe(400);
  expect(refused.body.text('title')).toContain('childCustodians');
});
