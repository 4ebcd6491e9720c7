import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiErrors } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
import {
  createClient,
  md5Of,
  pollUntil,
  putBytes,
  randomContent,
  sendRequest,
  sha1Of,
  startTestSandbox,
  waitUntilProcessed,
} from './sandbox-client.ts';

test('parts sent in any order become the original file, byte for byte', async () => {
  covers('rule 3.1.3', 'rule 4.1.uploading-a-part');
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox, sandbox.keys.uploader);
  const parts = [randomContent(3_000_001), randomContent(2_500_000), randomContent(17)];
  const id = await client.sourceFile(await client.dataset(), { filename: 'image.E01' });
  const etags: string[] = [];
  for (const number of [3, 1, 2])
    etags[number - 1] = await client.part(id, number, parts[number - 1] ?? Buffer.alloc(0));
  expect(etags).toEqual(parts.map((part) => `"${md5Of(part)}"`));
  expect((await client.complete(id, etags, sha1Of(...parts).toUpperCase())).status).toBe(200);
  const file = await waitUntilProcessed(sandbox, id);
  expect(file).toMatchObject({ sha1: sha1Of(...parts), sizeBytes: 5_500_018, partCount: 3 });
  expect(readFileSync(file.assembledPath ?? '').equals(Buffer.concat(parts))).toBe(true);
  await pollUntil(
    async () => readdirSync(join(sandbox.dataDir, 'parts')),
    (folders) => folders.length === 0,
  );
  const size = await createClient(sandbox).call('GET', `/databases/${sandbox.databaseId}/size`);
  expect(size.body.at('data', 'nativeDocs')).toMatchObject({ docCount: 1, nativeSize: 5_500_018 });
});

test('a zero-byte file is one empty part', async () => {
  covers('rule 8.part-size');
  const sandbox = await startTestSandbox();
  const file = await waitUntilProcessed(
    sandbox,
    await createClient(sandbox).upload('empty.txt', [Buffer.alloc(0)]),
  );
  expect(file).toMatchObject({ sizeBytes: 0, sha1: sha1Of() });
  expect(readFileSync(file.assembledPath ?? '')).toHaveLength(0);
});

test('a part that is sent twice replaces the first, and its bytes are counted twice', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
  const first = await client.part(id, 1, Buffer.from('wrong'));
  const second = await client.part(id, 1, Buffer.from('right!'));
  expect(readdirSync(join(sandbox.dataDir, 'parts', String(id)))).toHaveLength(1);
  expect((await client.complete(id, [first])).status).toBe(400);
  expect((await client.complete(id, [second])).status).toBe(200);
  expect(readFileSync((await waitUntilProcessed(sandbox, id)).assembledPath ?? '', 'utf8')).toBe('right!');
  expect(await sandbox.inspect('parts', { sourceFileId: id })).toEqual([
    {
      partNumber: 1,
      etag: second,
      md5: md5Of(Buffer.from('right!')),
      sizeBytes: 6,
      puts: 2,
      attempts: 2,
      acceptedPuts: 2,
      receivedBytes: 11,
    },
  ]);
});

test('the list of parts is paged by part number', async () => {
  covers('rule 4.1.an-operation-that-lists');
  const client = createClient(await startTestSandbox());
  const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
  for (const number of [5, 1, 9]) await client.part(id, number, Buffer.from([number]));
  const first = await client.call('GET', `/databases/2001/sourceFiles/${id}/parts?limit=2`);
  expect(first.body.list('data').map((row) => row.at('partNumber'))).toEqual([1, 5]);
  const rest = await client.call('GET', first.body.text('links', 'next'));
  expect(rest.body.value).toEqual({
    data: [{ partNumber: 9, etag: `"${md5Of(Buffer.from([9]))}"`, size: 1 }],
    links: { next: null },
  });
});

describe('completion', () => {
  test('refuses parts that are missing, out of order, altered, too small, or do not match the SHA-1', async () => {
    const client = createClient(await startTestSandbox({ minPartBytes: 10 }));
    const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
    const titleFor = async (etags: readonly string[], sha1?: string): Promise<string> => {
      const reply = await client.complete(id, etags, sha1);
      expect(reply.status).toBe(400);
      return reply.body.text('title');
    };
    expect(await titleFor([])).toContain('etags');
    const early = await client.part(id, 1, Buffer.from('long enough'));
    const last = await client.part(id, 3, Buffer.from('last'));
    expect(await titleFor([early])).toBe(apiErrors.etagCount(2, 1));
    expect(await titleFor([early, last])).toBe(apiErrors.partMissing(2));
    const middle = await client.part(id, 2, Buffer.from('middle part'));
    const small = await client.part(id, 1, Buffer.from('small'));
    expect(await titleFor([small, middle, last])).toBe(apiErrors.partTooSmall(1, 5, 10));
    const first = await client.part(id, 1, Buffer.from('large enough'));
    expect(await titleFor([middle, first, last])).toBe(apiErrors.wrongEtag(1));
    expect(await titleFor([first, middle, last.replaceAll('"', '')])).toBe(apiErrors.wrongEtag(3));
    expect(await titleFor([first, middle, last], 'abc')).toContain('sha1');
    const wrong = sha1Of(Buffer.from('something else'));
    expect(await titleFor([first, middle, last], wrong)).toBe(apiErrors.wrongSha1);
    expect(await titleFor([first, middle, last], wrong)).toBe(apiErrors.wrongSha1);
    const right = sha1Of(Buffer.from('large enoughmiddle partlast'));
    expect((await client.complete(id, [first, middle, last], right)).status).toBe(200);
  });

  test('repeated, reports that the upload is already complete, and no more parts are accepted', async () => {
    const sandbox = await startTestSandbox();
    const client = createClient(sandbox);
    const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
    const url = await client.partUrl(id, 1);
    const etag = await client.part(id, 1, Buffer.from('a'));
    await client.complete(id, [etag]);
    const again = await client.complete(id, [etag]);
    expect(again.body.value).toEqual({ title: apiErrors.alreadyComplete, status: 409 });
    expect(await putBytes(url, Buffer.from('b'))).toMatchObject({ status: 409 });
    const base = `/databases/${sandbox.databaseId}/sourceFiles/${id}/parts`;
    expect((await client.call('POST', `${base}/1`)).status).toBe(409);
    expect((await client.call('GET', base)).body.list('data')).toHaveLength(1);
  });

  test('requested twice at once, assembles the file once', async () => {
    const sandbox = await startTestSandbox();
    const client = createClient(sandbox);
    const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
    const parts = [randomContent(4_000_000), randomContent(4_000_000)];
    const etags = [
      await client.part(id, 1, parts[0] ?? Buffer.alloc(0)),
      await client.part(id, 2, parts[1] ?? Buffer.alloc(0)),
    ];
    const replies = await Promise.all([client.complete(id, etags), client.complete(id, etags)]);
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect((await waitUntilProcessed(sandbox, id)).sha1).toBe(sha1Of(...parts));
    expect(await sandbox.inspect('documents')).toHaveLength(1);
  });

  test('part numbers and part sizes have limits', async () => {
    covers('rule 8.parts-per-upload', 'rule 8.part-size');
    const client = createClient(await startTestSandbox({ maxParts: 3, maxPartBytes: 4 }));
    const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
    for (const number of ['0', '4', 'x']) {
      expect((await client.call('POST', `/databases/2001/sourceFiles/${id}/parts/${number}`)).status).toBe(
        400,
      );
    }
    expect(await putBytes(await client.partUrl(id, 3), Buffer.from('12345'))).toMatchObject({ status: 413 });
  });
});

describe('a part URL', () => {
  test('is refused if altered, expired, or used with the API key', async () => {
    covers('rule 5.5');
    const sandbox = await startTestSandbox({ partUrlLifeMs: 200 });
    const client = createClient(sandbox);
    const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
    const other = await client.sourceFile(await client.dataset(), { filename: 'b' });
    const bytes = Buffer.from('bytes');
    const fresh = async (): Promise<URL> => new URL(await client.partUrl(id, 1));
    const altered = await fresh();
    altered.searchParams.set('expires', String(Date.now() + 1e9));
    expect(await putBytes(altered.href, bytes)).toMatchObject({ status: 403 });
    const elsewhere = await fresh();
    elsewhere.pathname = `/upload/${other}/1`;
    expect(await putBytes(elsewhere.href, bytes)).toMatchObject({ status: 403 });
    const bare = await fresh();
    expect(await putBytes(bare.origin + bare.pathname, bytes)).toMatchObject({ status: 403 });
    const leaked = await putBytes((await fresh()).href, bytes, { authorization: `Bearer ${sandbox.apiKey}` });
    expect(leaked).toMatchObject({ status: 400 });
    const late = (await fresh()).href;
    await pollUntil(
      async () => Date.now(),
      (now) => now > Number(new URL(late).searchParams.get('expires')),
    );
    expect(await putBytes(late, bytes)).toMatchObject({
      status: 403,
      text: expect.stringContaining('expired'),
    });
    expect(await sandbox.inspect('parts', { sourceFileId: id })).toEqual([]);
  });

  test('requires a Content-Length', async () => {
    const client = createClient(await startTestSandbox());
    const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
    const url = await client.partUrl(id, 1);
    const chunked = await sendRequest(url, {
      method: 'PUT',
      headers: { 'transfer-encoding': 'chunked' },
      body: 'abc',
    });
    expect(chunked).toMatchObject({ status: 411 });
  });

  test('leaves nothing behind if the connection breaks during the body', async () => {
    const sandbox = await startTestSandbox();
    const client = createClient(sandbox);
    const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
    const { port, pathname, search } = new URL(await client.partUrl(id, 1));
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: 3000000\r\n\r\n`);
    socket.write(randomContent(2_000_000), () => socket.destroy());
    await pollUntil(
      () => sandbox.inspect('requests'),
      (rows) => rows.some((row) => row.isPut === 1 && row.finishedMs !== null && row.status === null),
    );
    const folder = join(sandbox.dataDir, 'parts', String(id));
    await pollUntil(
      async () => readdirSync(folder),
      (names) => names.length === 0,
    );
    expect(await sandbox.inspect('parts', { sourceFileId: id })).toEqual([]);
  });
});

test('many files with many parts are received completely at the same time', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const files = Array.from({ length: 12 }, () => Array.from({ length: 4 }, () => randomContent(200_000)));
  const datasetId = await client.dataset();
  await Promise.all(
    files.map(async (parts, index) => {
      const id = await client.sourceFile(datasetId, { filename: `${index}` });
      const etags = await Promise.all(parts.map((part, number) => client.part(id, number + 1, part)));
      expect((await client.complete(id, etags, sha1Of(...parts))).status).toBe(200);
      const file = await waitUntilProcessed(sandbox, id);
      expect(readFileSync(file.assembledPath ?? '').equals(Buffer.concat(parts))).toBe(true);
    }),
  );
  expect((await sandbox.inspect('summary')).receivedPartBytes).toBe(12 * 4 * 200_000);
});

test('opaque ETags are not MD5, and still complete an upload', async () => {
  const sandbox = await startTestSandbox({ etags: 'opaque' });
  const client = createClient(sandbox);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
  const etag = await client.part(id, 1, Buffer.from('a'));
  expect(etag).not.toBe(`"${md5Of(Buffer.from('a'))}"`);
  expect((await client.complete(id, [etag])).status).toBe(200);
});

test('with discard, sizes and ETags are kept but no bytes', async () => {
  const sandbox = await startTestSandbox({ discard: true });
  const id = await createClient(sandbox).upload('a.zip', [randomContent(100_000), randomContent(50)]);
  expect(await waitUntilProcessed(sandbox, id)).toMatchObject({
    sizeBytes: 100_050,
    sha1: null,
    assembledPath: null,
  });
  expect(readdirSync(join(sandbox.dataDir, 'parts'))).toEqual([]);
  expect(readdirSync(join(sandbox.dataDir, 'files'))).toEqual([]);
});
