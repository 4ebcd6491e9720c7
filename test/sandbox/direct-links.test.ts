import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../main/sandbox/index.ts';
import { apiErrors, linkProblems } from '../../main/sandbox/words.ts';
import { covers } from '../conformance/covers.ts';
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

async function startHost(
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

function respondWithRange(
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

async function downloadFrom(url: string, filename = 'linked.bin') {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const id = await client.sourceFile(await client.dataset(), { filename, directLink: url });
  return { sandbox, client, id, file: await waitUntilProcessed(sandbox, id) };
}

test('a direct link is downloaded and becomes a document', async () => {
  covers('rule 3.1.2');
  const bytes = randomContent(3_000_000);
  const host = await startHost((request, response) =>
    response.end(respondWithRange(request, response, bytes)),
  );
  const { sandbox, client, id, file } = await downloadFrom(host.url);
  expect(file).toMatchObject({ state: 'PROCESSED', sizeBytes: 3_000_000, sha1: sha1Of(bytes) });
  expect(readFileSync(file.assembledPath ?? '').equals(bytes)).toBe(true);
  expect(await sandbox.inspect('documents')).toMatchObject([{ path: 'linked.bin', sha1: sha1Of(bytes) }]);
  expect((await client.complete(id, ['"x"'])).body.text('title')).toBe(apiErrors.downloadedFromLink);
});

test('an interrupted download resumes where it stopped', async () => {
  const bytes = randomContent(3_000_000);
  const host = await startHost((request, response, nth) => {
    const slice = respondWithRange(request, response, bytes);
    if (nth >= 2 && nth <= 4) response.write(slice.subarray(0, 500_000), () => response.destroy());
    else response.end(slice);
  });
  const { file } = await downloadFrom(host.url);
  expect(file.sha1).toBe(sha1Of(bytes));
  const starts = host.ranges.slice(1).map((range) => Number(/\d+/.exec(range)?.[0]));
  expect(starts[0]).toBe(0);
  expect(starts.at(-1)).toBeGreaterThan(0);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});

test('a file that changes during the download is downloaded again, never mixed', async () => {
  const before = randomContent(2_000_000);
  const after = randomContent(2_000_000);
  const host = await startHost((request, response, nth) => {
    if (nth > 2) return void response.end(respondWithRange(request, response, after, '"v2"'));
    const slice = respondWithRange(request, response, before);
    return void (nth === 1
      ? response.end(slice)
      : response.write(slice.subarray(0, 900_000), () => response.destroy()));
  });
  const { file } = await downloadFrom(host.url);
  expect(file.sha1).toBe(sha1Of(after));
});

test('an empty file behind a link is an empty file', async () => {
  const host = await startHost((_request, response) => {
    response.writeHead(416, { 'content-range': 'bytes */0' }).end();
  });
  const { file } = await downloadFrom(host.url);
  expect(file).toMatchObject({ state: 'PROCESSED', sizeBytes: 0 });
});

test('a host without Range requests, one that refuses, one that does not exist, and an invalid link are refused', async () => {
  covers('rule 3.1.2', 'rule 8.direct-links');
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const datasetId = await client.dataset();
  const whole = await startHost((_request, response) => void response.end('everything'));
  const refusing = await startHost((_request, response) => void response.writeHead(403).end());
  const table = [
    [whole.url, linkProblems.noRanges],
    [refusing.url, linkProblems.status(403)],
    ['http://127.0.0.1:1/nothing', linkProblems.unreachable],
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

test('a host that stops responding fails the source file, with the reason', async () => {
  const host = await startHost((request, response, nth) => {
    if (nth === 1) response.end(respondWithRange(request, response, Buffer.from('promised')));
    else response.destroy();
  });
  const { file } = await downloadFrom(host.url);
  expect(file).toMatchObject({ state: 'DOWNLOAD_FAILED', problem: linkProblems.unreachable });
});

test('a download continues after a kill and restart', async () => {
  const bytes = randomContent(1_000_000);
  let isStalled = true;
  const host = await startHost((request, response, nth) => {
    const slice = respondWithRange(request, response, bytes);
    if (nth > 1 && isStalled) response.write(slice.subarray(0, 1000));
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
  isStalled = false;
  expect((await waitUntilProcessed(await startTestSandbox({ dataDir }), id)).sha1).toBe(sha1Of(bytes));
});

/** The title of the answer to a link that is refused at once. */
async function refusalOf(sandbox: Sandbox, directLink: string): Promise<unknown> {
  const client = createClient(sandbox);
  const path = `/databases/${sandbox.databaseId}/datasets/${await client.dataset()}/sourceFiles`;
  const refused = await client.call('POST', path, { filename: 'a', directLink });
  expect(refused.status).toBe(400);
  expect(await sandbox.inspect('source-files')).toEqual([]);
  return refused.body.at('title');
}

test('redirects are followed a few times, never to the sandbox itself or to what is not HTTP', async () => {
  const sandbox = await startTestSandbox();
  const bytes = randomContent(1000);
  const host = await startHost((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const target = pathname === '/loop' ? '/loop' : (searchParams.get('to') ?? '');
    if (target === '') response.end(respondWithRange(request, response, bytes));
    else response.writeHead(302, { location: target }).end();
  });
  const via = (target: string) => `${host.url}?to=${encodeURIComponent(target)}`;
  const client = createClient(sandbox);
  const secretPages = sandbox.pageAddress();
  expect(await refusalOf(sandbox, secretPages)).toBe(linkProblems.localAddress);
  expect(await refusalOf(sandbox, via(secretPages))).toBe(linkProblems.localAddress);
  expect(await refusalOf(sandbox, via('file:///etc/passwd'))).toBe(linkProblems.badRedirect);
  expect(await refusalOf(sandbox, via('/loop'))).toBe(linkProblems.badRedirect);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a', directLink: via(host.url) });
  expect((await waitUntilProcessed(sandbox, id)).sha1).toBe(sha1Of(bytes));
  // The address was not used up.
  expect((await fetch(secretPages, { redirect: 'manual' })).status).toBe(303);
});

test('a file that is too large for the platform or the disk is refused before it is downloaded', async () => {
  const sandbox = await startTestSandbox({ maxSourceFileBytes: 1000 });
  const ofSize = (total: number) =>
    startHost((_request, response) => {
      response.writeHead(206, { 'content-range': `bytes 0-0/${total}` }).end('a');
    });
  expect(await refusalOf(sandbox, (await ofSize(1001)).url)).toBe(linkProblems.tooLarge(1000));
  const large = await startTestSandbox({ maxSourceFileBytes: 9e15 });
  expect(await refusalOf(large, (await ofSize(9e14)).url)).toBe(linkProblems.noRoom);
});

test('a host that sends more than the file has is not written to the disk', async () => {
  const host = await startHost((request, response) => {
    const { from } = rangeOf(request, 10);
    response.writeHead(206, { 'content-range': `bytes ${from}-9/10` });
    const more = setInterval(() => response.write(Buffer.alloc(100_000)), 1);
    response.once('close', () => clearInterval(more));
  });
  const dataDir = temporaryFolder();
  const sandbox = await startTestSandbox({ dataDir });
  const client = createClient(sandbox);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a', directLink: host.url });
  expect(await waitUntilProcessed(sandbox, id)).toMatchObject({
    state: 'DOWNLOAD_FAILED',
    problem: linkProblems.tooMuchData,
  });
  expect(readdirSync(join(dataDir, 'unfinished'))).toEqual([]);
});

test('other bytes than those asked for are never mixed into the file', async () => {
  const bytes = randomContent(200_000);
  const host = await startHost((request, response, nth) => {
    if (nth === 2) {
      response.write(respondWithRange(request, response, bytes).subarray(0, 100_000));
      setTimeout(() => response.destroy(), 300);
    } else {
      // From the start, whatever was asked for.
      response.writeHead(206, { 'content-range': `bytes 0-199999/200000`, etag: '"v1"' }).end(bytes);
    }
  });
  const { file } = await downloadFrom(host.url);
  expect(file).toMatchObject({ state: 'DOWNLOAD_FAILED', problem: linkProblems.noRanges, sha1: null });
});
