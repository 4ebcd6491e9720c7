import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import {
  createClient,
  pollUntil,
  randomContent,
  sha1Of,
  startTestSandbox,
  temporaryFolder,
  waitUntilProcessed,
} from './sandbox-client.ts';

interface Host {
  readonly url: string;
  /** The Range header of each request, in order. */
  readonly ranges: string[];
}

async function hostOf(
  serve: (request: IncomingMessage, response: ServerResponse, nth: number) => void,
): Promise<Host> {
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    ranges.push(request.headers.range ?? '');
    serve(request, response, ranges.length);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/evidence`, ranges };
}

function rangeOf(request: IncomingMessage, total: number): { readonly from: number; readonly to: number } {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  return { from: Number(from), to: to === '' || to === undefined ? total - 1 : Number(to) };
}

function answerRange(
  request: IncomingMessage,
  response: ServerResponse,
  bytes: Buffer,
  etag = '"v1"',
): Buffer {
  const { from, to } = rangeOf(request, bytes.length);
  const slice = bytes.subarray(from, to + 1);
  response.writeHead(206, {
    'content-range': `bytes ${from}-${to}/${bytes.length}`,
    'content-length': slice.length,
    etag,
  });
  return slice;
}

async function fetchedFrom(url: string, filename = 'linked.bin') {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const id = await client.sourceFile(await client.dataset(), { filename, directLink: url });
  return { sandbox, client, id, file: await waitUntilProcessed(sandbox, id) };
}

test('a direct link is fetched and becomes a document', async () => {
  const bytes = randomContent(3_000_000);
  const host = await hostOf((request, response) => response.end(answerRange(request, response, bytes)));
  const { sandbox, client, id, file } = await fetchedFrom(host.url);
  expect(file).toMatchObject({ state: 'PROCESSED', sizeBytes: 3_000_000, sha1: sha1Of(bytes) });
  expect(readFileSync(file.assembledPath ?? '').equals(bytes)).toBe(true);
  expect(await sandbox.inspect('documents')).toMatchObject([{ path: 'linked.bin', sha1: sha1Of(bytes) }]);
  expect((await client.complete(id, ['"x"'])).body.text('title')).toContain('fetched from its link');
});

test('a download that drops goes on where it stopped', async () => {
  const bytes = randomContent(3_000_000);
  const host = await hostOf((request, response, nth) => {
    const slice = answerRange(request, response, bytes);
    if (nth >= 2 && nth <= 4) response.write(slice.subarray(0, 500_000), () => response.destroy());
    else response.end(slice);
  });
  const { file } = await fetchedFrom(host.url);
  expect(file.sha1).toBe(sha1Of(bytes));
  const starts = host.ranges.slice(1).map((range) => Number(/\d+/.exec(range)?.[0]));
  expect(starts[0]).toBe(0);
  expect(starts.at(-1)).toBeGreaterThan(0);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});

test('a file that changes on the way is fetched anew, never mixed', async () => {
  const before = randomContent(2_000_000);
  const after = randomContent(2_000_000);
  const host = await hostOf((request, response, nth) => {
    if (nth > 2) return void response.end(answerRange(request, response, after, '"v2"'));
    const slice = answerRange(request, response, before);
    return void (nth === 1
      ? response.end(slice)
      : response.write(slice.subarray(0, 900_000), () => response.destroy()));
  });
  const { file } = await fetchedFrom(host.url);
  expect(file.sha1).toBe(sha1Of(after));
});

test('an empty file behind a link is an empty file', async () => {
  const host = await hostOf((_request, response) => {
    response.writeHead(416, { 'content-range': 'bytes */0' }).end();
  });
  const { file } = await fetchedFrom(host.url);
  expect(file).toMatchObject({ state: 'PROCESSED', sizeBytes: 0 });
});

test('a host without Range, one that refuses, one that is not there, and no link at all are refused', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const datasetId = await client.dataset();
  const whole = await hostOf((_request, response) => void response.end('everything'));
  const refusing = await hostOf((_request, response) => void response.writeHead(403).end());
  const table = [
    [whole.url, 'Range'],
    [refusing.url, 'status 403'],
    ['http://127.0.0.1:1/nothing', 'could not be reached'],
    ['file:///etc/passwd', 'directLink'],
    ['no link', 'directLink'],
  ] as const;
  for (const [directLink, words] of table) {
    const refused = await client.call(
      'POST',
      `/databases/${sandbox.databaseId}/datasets/${datasetId}/sourceFiles`,
      {
        filename: 'a',
        directLink,
      },
    );
    expect(refused.body.value).toEqual({ title: expect.stringContaining(words), status: 400 });
  }
  expect(await sandbox.inspect('source-files')).toEqual([]);
});

test('a host that falls silent for good fails the source file, in words', async () => {
  const host = await hostOf((request, response, nth) => {
    if (nth === 1) response.end(answerRange(request, response, Buffer.from('promised')));
    else response.destroy();
  });
  const { file } = await fetchedFrom(host.url);
  expect(file).toMatchObject({ state: 'DOWNLOAD_FAILED', problem: 'The direct link could not be reached.' });
});

test('killed while it fetches, it fetches after its restart', async () => {
  const bytes = randomContent(1_000_000);
  let isHeld = true;
  const host = await hostOf((request, response, nth) => {
    const slice = answerRange(request, response, bytes);
    if (nth > 1 && isHeld) response.write(slice.subarray(0, 1000));
    else response.end(slice);
  });
  const dataDir = temporaryFolder();
  const first = await startTestSandbox({ dataDir });
  const client = createClient(first);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a', directLink: host.url });
  await pollUntil(
    async () => host.ranges.length,
    (count) => count > 1,
  );
  first.kill();
  await first.exited;
  isHeld = false;
  expect((await waitUntilProcessed(await startTestSandbox({ dataDir }), id)).sha1).toBe(sha1Of(bytes));
});
