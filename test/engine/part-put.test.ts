import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createBlockHash,
  createBlockPool,
  cutBytes,
  firstBlockBytes,
  leastBlockBytes,
  mostBlockBytes,
  nextBlockBytes,
  unprovenBytes,
} from '../../main/engine/transfer/part-body.ts';
import {
  createPartDispatcher,
  judgeAnswer,
  type PartPut,
  type PutOutcome,
  putPart,
} from '../../main/engine/transfer/part-put.ts';
import { loopbackCertificate } from '../fakes/sink-certificate.ts';

const contentBytes = 24 * 1024 * 1024 + 12_345;
const content = randomBytes(contentBytes);
let folder: string;
let path: string;
let file: FileHandle;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-part-put-'));
  path = join(folder, 'evidence.bin');
  await writeFile(path, content);
  file = await open(path, 'r');
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

afterAll(async () => {
  await file.close();
  await rm(folder, { recursive: true });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function dispatcher(connections = 16, caPem?: string): Dispatcher {
  const made = createPartDispatcher({ connections, caPem });
  closing.push(() => made.destroy());
  return made;
}

async function listen(server: net.Server, scheme = 'http'): Promise<string> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('no address');
  return `${scheme}://127.0.0.1:${address.port}`;
}

function serve(handler: http.RequestListener): Promise<string> {
  return listen(http.createServer(handler));
}

/** A server that sees sockets, for what no HTTP server would do. */
function serveRaw(onSocket: (socket: net.Socket) => void): Promise<string> {
  return listen(net.createServer(onSocket));
}

function put(url: string, changes: Partial<PartPut> & { from?: number; bytes?: number } = {}) {
  const { from = 0, bytes = contentBytes - from, ...rest } = changes;
  return putPart({
    url: `${url}/bucket/part?partNumber=1&X-Signature=very-secret`,
    range: { file, path, offsetBytes: from, lengthBytes: bytes },
    pool: createBlockPool(),
    dispatcher: rest.dispatcher ?? dispatcher(),
    stallMs: 10_000,
    ...rest,
  });
}

function store(request: http.IncomingMessage, response: http.ServerResponse): void {
  request.resume().on('end', () => response.setHeader('ETag', '"stored"').end());
}

function expectRetry(outcome: PutOutcome) {
  expect(outcome).toMatchObject({ kind: 'retry' });
  if (outcome.kind !== 'retry') throw new Error('unreachable');
  expect(outcome.reason).not.toContain('secret');
  return outcome;
}

function expectForeign(outcome: PutOutcome): string {
  expect(outcome).toMatchObject({ kind: 'foreign' });
  if (outcome.kind !== 'foreign') throw new Error('unreachable');
  expect(outcome.reason).not.toContain('secret');
  return outcome.reason;
}

describe('what arrives', () => {
  test('is the range, byte for byte, with exact length, no chunks, no key, no redirect', async () => {
    let seen: http.IncomingMessage | undefined;
    const arrived: Buffer[] = [];
    const url = await serve((request, response) => {
      seen = request;
      request.on('data', (chunk) => arrived.push(chunk));
      request.on('end', () => response.setHeader('ETag', '"A-b\\c"').end());
    });
    const outcome = await put(url, { from: 7, bytes: 9_000_001 });
    expect(outcome).toEqual({ kind: 'stored', etag: '"A-b\\c"' });
    expect(sha256(Buffer.concat(arrived))).toBe(sha256(content.subarray(7, 9_000_008)));
    expect(seen?.method).toBe('PUT');
    expect(seen?.url).toBe('/bucket/part?partNumber=1&X-Signature=very-secret');
    expect(seen?.headers['content-length']).toBe('9000001');
    expect(seen?.headers['transfer-encoding']).toBeUndefined();
    expect(seen?.headers.authorization).toBeUndefined();
  });

  test('is an empty part for a zero-byte file', async () => {
    let length: string | undefined;
    const url = await serve((request, response) => {
      length = request.headers['content-length'];
      store(request, response);
    });
    const hash = createBlockHash({ md5: true, sha1: false });
    expect(await put(url, { bytes: 0, hash })).toEqual({
      kind: 'stored',
      etag: '"stored"',
      md5: 'd41d8cd98f00b204e9800998ecf8427e',
    });
    expect(length).toBe('0');
  });

  for (const scheme of ['http', 'https'] as const) {
    test(`is identical for many parts at once that share one pool, read fast and slowly, over ${scheme}`, async () => {
      const parts = 8;
      const partBytes = Math.ceil(contentBytes / parts);
      const arrived = new Map<number, string>();
      const readSlowly: http.RequestListener = async (request, response) => {
        const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('n'));
        const hash = createHash('sha256');
        for await (const chunk of request) {
          hash.update(chunk);
          // Every second reader is so slow that all buffers between us are full for most of the time.
          if (number % 2) await new Promise((resolve) => setTimeout(resolve, 2));
        }
        arrived.set(number, hash.digest('hex'));
        response.setHeader('ETag', `"${number}"`).end();
      };
      const certificate = await loopbackCertificate();
      const tlsOptions = { cert: certificate.certPem, key: certificate.keyPem };
      const server =
        scheme === 'http' ? http.createServer(readSlowly) : https.createServer(tlsOptions, readSlowly);
      const url = await listen(server, scheme);
      // Room for two idle buffers alone: they change hands all the time.
      const pool = createBlockPool(2);
      const shared = dispatcher(8, certificate.certPem);
      const ranges = Array.from({ length: parts }, (_, number) => ({
        from: number * partBytes,
        bytes: Math.min(partBytes, contentBytes - number * partBytes),
      }));
      const outcomes = await Promise.all(
        ranges.map((range, number) =>
          put(url, { ...range, url: `${url}/p?n=${number}`, pool, dispatcher: shared }),
        ),
      );
      expect(outcomes.map((outcome) => outcome.kind === 'stored' && outcome.etag)).toEqual(
        ranges.map((_, number) => `"${number}"`),
      );
      for (const [number, { from, bytes }] of ranges.entries()) {
        expect(arrived.get(number)).toBe(sha256(content.subarray(from, from + bytes)));
      }
      expect(pool.idle).toBe(2);
    });
  }

  test('comes with MD5 and SHA-1 of the same bytes, read once', async () => {
    const url = await serve(store);
    const bytes = 3_000_000;
    const outcome = await put(url, { bytes, hash: createBlockHash({ md5: true, sha1: true }) });
    const sent = content.subarray(0, bytes);
    expect(outcome).toMatchObject({
      md5: createHash('md5').update(sent).digest('hex'),
      sha1: createHash('sha1').update(sent).digest('hex'),
    });
  });

  test('keeps connections: parts one after another need no third socket', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      store(request, response);
    });
    const shared = dispatcher(4);
    for (let n = 0; n < 5; n++) await put(url, { bytes: 100_000, dispatcher: shared });
    // undici dispatches the next part a turn before it takes the last socket back.
    expect(ports.size).toBeLessThanOrEqual(2);
  });
});

describe('progress and throttle', () => {
  test('every byte is asked of the throttle before it goes and reported after it went', async () => {
    const url = await serve(store);
    let taken = 0;
    let sent = 0;
    const outcome = await put(url, {
      async take(bytes) {
        taken += bytes;
        // Nothing is reported that was not allowed.
        expect(sent).toBeLessThan(taken);
        await new Promise((resolve) => setImmediate(resolve));
      },
      onSent(bytes) {
        sent += bytes;
      },
    });
    expect(outcome.kind).toBe('stored');
    expect([taken, sent]).toEqual([contentBytes, contentBytes]);
  });

  test('waiting for the throttle is no stall', async () => {
    const url = await serve(store);
    const take = () => new Promise<void>((resolve) => setTimeout(resolve, 250));
    expect(await put(url, { bytes: 200_000, stallMs: 60, take })).toMatchObject({ kind: 'stored' });
  });

  test('a hook that throws is a bug and says so', async () => {
    const url = await serve(store);
    const take = () => {
      throw new Error('broken throttle');
    };
    await expect(put(url, { take })).rejects.toThrow('broken throttle');
  });
});

describe('a broken line is retried', () => {
  test('stalled before a byte is read by the host', async () => {
    const url = await serveRaw((socket) => socket.pause());
    const outcome = expectRetry(await put(url, { stallMs: 200 }));
    expect(outcome.reason).toContain('no byte was taken for 0.2 s');
  });

  test('stalled in the middle, after progress', async () => {
    const url = await serve((request) => {
      let bytes = 0;
      request.on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes > 2 * unprovenBytes) request.pause();
      });
    });
    expect(expectRetry(await put(url, { stallMs: 300 })).progressed).toBe(true);
  });

  test('stalled waiting for the answer', async () => {
    const url = await serve((request) => request.resume());
    const outcome = expectRetry(await put(url, { bytes: 1_000_000, stallMs: 200 }));
    expect(outcome.reason).toContain('no answer for 0.2 s');
  });

  test('stalled waiting for the answer to an empty part', async () => {
    const url = await serve((request) => request.resume());
    expectRetry(await put(url, { bytes: 0, stallMs: 100 }));
  });

  test('stalled in the middle of the answer', async () => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { ETag: '"x"', 'Content-Length': '10' });
        response.write('half');
      });
    });
    expectRetry(await put(url, { bytes: 1000, stallMs: 200 }));
  });

  test('reset in the middle', async () => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(expectRetry(await put(url)).progressed).toBe(false);
  });

  test('hung up instead of answering', async () => {
    const url = await serve((request) => request.resume().on('end', () => request.socket.destroy()));
    expectRetry(await put(url, { bytes: 500_000 }));
  });

  test('nobody listens', async () => {
    const server = net.createServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(expectRetry(await put(url)).reason).toBe('the connection was refused');
  });

  test('something that is not HTTP answers', async () => {
    const url = await serveRaw((socket) => socket.on('data', () => {}).write('SSH-2.0-OpenSSH_9.9\r\n'));
    expectRetry(await put(url));
  });

  test('a host whose certificate nobody vouches for gets nothing', async () => {
    const { certPem, keyPem } = await loopbackCertificate();
    let requests = 0;
    const server = https.createServer({ cert: certPem, key: keyPem }, () => {
      requests += 1;
    });
    const url = await listen(server, 'https');
    expect(expectRetry(await put(url)).reason).toContain('SELF_SIGNED');
    expect(requests).toBe(0);
  });
});

describe('what the host says', () => {
  test('an early 403, while we still send, is an expired URL and not a broken line', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(403, { 'Content-Type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>');
    });
    expect(await put(url)).toEqual({ kind: 'url-expired', status: 403 });
  });

  test('an early 403 whose sender then hangs up is still an expired URL', async () => {
    const url = await serveRaw((socket) => {
      socket.once('data', () => {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno');
      });
    });
    expect(await put(url)).toEqual({ kind: 'url-expired', status: 403 });
  });

  test('a 200 before the whole part was sent stores nothing', async () => {
    const url = await serveRaw((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nETag: "early"\r\nContent-Length: 0\r\n\r\n'),
      );
      socket.pause();
      setImmediate(() => socket.read(1) ?? socket.resume());
    });
    const take = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
    expect(expectForeign(await put(url, { take }))).toContain('before it had the whole part');
  });

  test('503 with Retry-After in seconds, over the wire', async () => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(503, { 'Retry-After': '7' }).end());
    });
    expect(expectRetry(await put(url, { bytes: 100 }))).toMatchObject({
      retryAfterMs: 7000,
      progressed: false,
    });
  });

  test('a redirect is not followed', async () => {
    let elsewhere = 0;
    const target = await serve((request, response) => {
      elsewhere += 1;
      store(request, response);
    });
    const url = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(307, { Location: target }).end());
    });
    expectForeign(await put(url, { bytes: 100 }));
    expect(elsewhere).toBe(0);
  });

  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  const judged = (answer: Partial<Parameters<typeof judgeAnswer>[0]>, all = true) =>
    judgeAnswer(
      { status: 200, etag: '"e"', retryAfter: undefined, contentType: '', text: '', ...answer },
      all,
      nowMs,
      'parts.example',
    );

  test.each([
    ['2xx with an ETag', { status: 204 }, { kind: 'stored', etag: '"e"' }],
    ['401', { status: 401 }, { kind: 'url-expired' }],
    ['403', { status: 403 }, { kind: 'url-expired' }],
    ['408', { status: 408 }, { kind: 'retry', retryAfterMs: null }],
    ['429', { status: 429, retryAfter: '3' }, { kind: 'retry', retryAfterMs: 3000 }],
    ['500', { status: 500 }, { kind: 'retry' }],
    [
      '503 until a date',
      { status: 503, retryAfter: 'Thu, 01 Jan 2026 00:00:30 GMT' },
      { kind: 'retry', retryAfterMs: 30_000 },
    ],
    ['503 with a web page', { status: 503, contentType: 'text/html' }, { kind: 'retry' }],
    ['429 with a web page', { status: 429, contentType: 'text/html' }, { kind: 'retry' }],
    ['400 RequestTimeout', { status: 400, text: '<Code>RequestTimeout</Code>' }, { kind: 'retry' }],
    ['404', { status: 404 }, { kind: 'refused', failure: { code: 'refused', status: 404 } }],
  ])('%s', (_name, answer, expected) => {
    expect(judged(answer)).toMatchObject(expected);
  });

  const webPage = { contentType: 'text/html; charset=utf-8' };
  test.each([
    ['2xx without an ETag', { etag: undefined }, '200, without an ETag'],
    ['2xx with a web page', webPage, '200, with a web page'],
    ['403 with a web page', { status: 403, ...webPage }, '403, with a web page'],
    ['413 with a web page', { status: 413, ...webPage }, '413, with a web page'],
    ['a redirect', { status: 302 }, '302, a redirect'],
    ['the sign-in that a network asks for', { status: 511, ...webPage }, '511'],
  ])('%s is no part host’s answer: it is told what came and from which host', (_name, answer, what) => {
    const outcome = judged(answer);
    expect(outcome).toMatchObject({ kind: 'foreign', retryAfterMs: null });
    expect(JSON.stringify(outcome)).toContain(`parts.example answered ${what}`);
  });

  test('a 2xx before the whole part was sent is no part host’s answer either', () => {
    expect(judged({}, false)).toMatchObject({ kind: 'foreign' });
  });

  test('a refusal carries the words of the host and nothing that was signed', () => {
    const text =
      '<Error><Message>Too big, see https://h/p?X-Signature=s3</Message><StringToSign>k</StringToSign></Error>';
    const outcome = judged({ status: 413, text });
    expect(outcome).toMatchObject({ kind: 'refused' });
    const said = JSON.stringify(outcome);
    expect(said).toContain('Too big');
    expect(said).not.toMatch(/s3|StringToSign/);
  });
});

describe('part URLs', () => {
  test('plain http goes to this computer alone', async () => {
    const outcome = await put('http://evil.example');
    expect(outcome).toMatchObject({ kind: 'refused', failure: { code: 'url-insecure' } });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  test('something that is no URL is refused', async () => {
    expect(await put('', { url: 'part 1' })).toMatchObject({
      kind: 'refused',
      failure: { code: 'unexpected-answer' },
    });
  });
});

describe('the source', () => {
  test('that shrinks while it is sent is named, and no part is completed with it', async () => {
    const shrinking = join(folder, 'shrinking.bin');
    await writeFile(shrinking, content);
    const handle = await open(shrinking, 'r');
    closing.push(() => handle.close());
    let complete = 0;
    const url = await serve((request, response) => {
      request.on('end', () => {
        complete += 1;
      });
      request.on('error', () => response.destroy()).resume();
    });
    let asked = 0;
    const outcome = await put(url, {
      range: { file: handle, path: shrinking, offsetBytes: 0, lengthBytes: contentBytes },
      async take() {
        asked += 1;
        if (asked === 5) await truncate(shrinking, 1_500_000);
      },
    });
    expect(outcome).toMatchObject({
      kind: 'source-failed',
      failure: { code: 'file-changed', path: shrinking },
    });
    expect(complete).toBe(0);
  });

  test('that is empty all of a sudden is not sent as an empty part', async () => {
    const empty = join(folder, 'empty.bin');
    await writeFile(empty, '');
    const handle = await open(empty, 'r');
    closing.push(() => handle.close());
    let requests = 0;
    const url = await serve((request, response) => {
      requests += 1;
      store(request, response);
    });
    const range = { file: handle, path: empty, offsetBytes: 0, lengthBytes: 1000 };
    expect(await put(url, { range })).toMatchObject({ failure: { code: 'file-changed' } });
    expect(requests).toBe(0);
  });

  test('that cannot be read is named', async () => {
    const closed = await open(path, 'r');
    await closed.close();
    const url = await serve(store);
    const range = { file: closed, path, offsetBytes: 0, lengthBytes: 1000 };
    expect(await put(url, { range })).toMatchObject({
      kind: 'source-failed',
      failure: { code: 'path-unreadable', path },
    });
  });
});

describe('stopping', () => {
  test('mid-way settles at once, closes the connection and keeps no buffer that is still out', async () => {
    const hungUp = Promise.withResolvers<void>();
    const url = await serve((request) => {
      request.on('error', hungUp.resolve).resume();
    });
    const stop = new AbortController();
    const pool = createBlockPool();
    let sent = 0;
    const outcome = await put(url, {
      pool,
      signal: stop.signal,
      onSent(bytes) {
        sent += bytes;
        stop.abort();
      },
    });
    expect(outcome).toEqual({ kind: 'stopped' });
    await hungUp.promise;
    expect(sent).toBe(firstBlockBytes);
    // The block that was reported had drained; the one being read was not given back.
    expect(pool.idle).toBe(1);
  });

  test('before it begins, or while it waits for a connection, sends nothing', async () => {
    let requests = 0;
    const url = await serve((request) => {
      requests += 1;
      request.resume();
    });
    const shared = dispatcher(1);
    const first = new AbortController();
    const holding = put(url, { bytes: 1000, dispatcher: shared, signal: first.signal });
    const second = new AbortController();
    const queued = put(url, { bytes: 1000, dispatcher: shared, signal: second.signal });
    second.abort();
    expect(await queued).toEqual({ kind: 'stopped' });
    expect(await put(url, { bytes: 1000, dispatcher: shared, signal: second.signal })).toEqual({
      kind: 'stopped',
    });
    first.abort();
    expect(await holding).toEqual({ kind: 'stopped' });
    const after = await serve(store);
    expect(await put(after, { bytes: 1000, dispatcher: shared })).toMatchObject({ kind: 'stored' });
    expect(requests).toBeLessThanOrEqual(1);
  });
});

describe('block sizes', () => {
  test('cuts add up, fit the buffers, and leave no rest too short to prove that it was taken', () => {
    const blockBytes = fc.constantFrom(...[64, 128, 256, 512, 1024].map((kib) => kib * 1024));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), blockBytes, (partBytes, block) => {
        let left = partBytes;
        while (left > 0) {
          const cut = cutBytes(left, block);
          expect(cut).toBeLessThanOrEqual(Math.min(left, mostBlockBytes));
          expect(cut).toBeGreaterThanOrEqual(Math.min(partBytes, leastBlockBytes));
          left -= cut;
        }
        expect(left).toBe(0);
      }),
    );
  });

  test('a fast line gets the largest blocks, a slow one small ones', () => {
    const grown = (tookMs: number, bytes: number) => {
      let block = firstBlockBytes;
      for (let sent = 0; sent < bytes; sent += block) block = nextBlockBytes(block, tookMs, sent);
      return block;
    };
    expect(grown(5, 50_000_000)).toBe(mostBlockBytes);
    // What the kernel swallows says nothing: 1 MiB blocks at 1 Mbit/s shared by eight would look like a stall.
    expect(grown(0.1, unprovenBytes)).toBe(2 * firstBlockBytes);
    expect(nextBlockBytes(2 * firstBlockBytes, 2000, 10_000_000)).toBe(firstBlockBytes);
    expect(nextBlockBytes(leastBlockBytes, 2000, 10_000_000)).toBe(leastBlockBytes);
  });
});
