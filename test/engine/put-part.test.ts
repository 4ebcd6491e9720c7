import { createHash } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createBlockHash,
  createBlockPool,
  cutBytes,
  firstBlockBytes,
  maxBlockBytes,
  minBlockBytes,
  nextBlockBytes,
  unprovenBytes,
} from '../../main/engine/transfer/hashing/part-body.ts';
import { covers } from '../conformance/covers.ts';
import { startSink } from '../fakes/sink.ts';
import { loopbackCertificate } from '../fakes/sink-certificate.ts';
import fc from '../fixtures/property.ts';
import {
  closing,
  content,
  contentBytes,
  dispatcher,
  folder,
  listen,
  openFile,
  path,
  put,
  serve,
  setUpPartHosts,
  store,
} from './part-host.ts';

setUpPartHosts();

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('the received part', () => {
  test('is the range, byte for byte, with exact length, no chunks, no key, no redirect', async () => {
    covers('rule 4.1.uploading-a-part', 'rule 5.5');
    let seen: http.IncomingMessage | undefined;
    const arrived: Buffer[] = [];
    const url = await serve((request, response) => {
      seen = request;
      request.on('data', (chunk) => arrived.push(chunk));
      request.on('end', () => response.setHeader('ETag', '"A-b\\c"').end());
    });
    const outcome = await put(url, { from: 7, bytes: 9_000_001 });
    expect(outcome).toEqual({ kind: 'stored', etag: '"A-b\\c"', etagScope: url });
    expect(sha256(Buffer.concat(arrived))).toBe(sha256(content.subarray(7, 9_000_008)));
    expect(seen?.method).toBe('PUT');
    expect(seen?.url).toBe('/bucket/part?partNumber=1&X-Signature=very-secret');
    expect(seen?.headers['content-length']).toBe('9000001');
    expect(seen?.headers['transfer-encoding']).toBeUndefined();
    expect(seen?.headers.authorization).toBeUndefined();
  });

  test('is not sent again because a fast host answers over TLS before its last write is reported', async () => {
    // A process of its own: a host in this one never is that fast.
    const sink = await startSink({ tls: true });
    closing.push(() => sink.stop());
    const connections = dispatcher(8, sink.caPem);
    const send = () => put(`${sink.url}/raw`, { from: 0, bytes: 200_000, dispatcher: connections });
    for (let batch = 0; batch < 40; batch += 1) {
      const outcomes = await Promise.all(Array.from({ length: 8 }, send));
      expect(outcomes.filter((outcome) => outcome.kind !== 'stored')).toEqual([]);
    }
  });

  test('is an empty part for a zero-byte file', async () => {
    let length: string | undefined;
    const url = await serve((request, response) => {
      length = request.headers['content-length'];
      store(request, response);
    });
    const hash = createBlockHash(['md5']);
    expect(await put(url, { bytes: 0, hash })).toEqual({
      kind: 'stored',
      etag: '"stored"',
      etagScope: url,
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

  test('comes with hashes of the same bytes, read once', async () => {
    const url = await serve(store);
    const bytes = 3_000_000;
    const outcome = await put(url, { bytes, hash: createBlockHash(['md5', 'sha1', 'sha256']) });
    const sent = content.subarray(0, bytes);
    expect(outcome).toMatchObject({
      md5: createHash('md5').update(sent).digest('hex'),
      sha1: createHash('sha1').update(sent).digest('hex'),
      sha256: createHash('sha256').update(sent).digest('hex'),
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

describe('progress and bandwidth limit', () => {
  test('every byte passes the limit before it is sent and is reported after', async () => {
    const url = await serve(store);
    let taken = 0;
    let sent = 0;
    const outcome = await put(url, {
      async throttle(bytes) {
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

  test('waiting for the bandwidth limit is not a stall', async () => {
    const url = await serve(store);
    const throttle = () => new Promise<void>((resolve) => setTimeout(resolve, 250));
    expect(await put(url, { bytes: 200_000, stallMs: 60, throttle })).toMatchObject({ kind: 'stored' });
  });

  test('an error thrown by a hook is passed on as a bug', async () => {
    const url = await serve(store);
    const throttle = () => {
      throw new Error('broken throttle');
    };
    await expect(put(url, { throttle })).rejects.toThrow('broken throttle');
  });
});

describe('the source', () => {
  test('that shrinks while it is sent is a failure, and no part is completed', async () => {
    const shrinking = join(folder, 'shrinking.bin');
    await writeFile(shrinking, content);
    const handle = await openFile(shrinking);
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
      range: { file: handle, offsetBytes: 0, lengthBytes: contentBytes },
      async throttle() {
        asked += 1;
        if (asked === 5) await truncate(shrinking, 1_500_000);
      },
    });
    expect(outcome).toMatchObject({
      kind: 'source-failed',
      failure: { code: 'file-changed', change: { kind: 'truncated' } },
    });
    expect(complete).toBe(0);
  });

  test('that is suddenly empty is not sent as an empty part', async () => {
    const empty = join(folder, 'empty.bin');
    await writeFile(empty, '');
    const handle = await openFile(empty);
    closing.push(() => handle.close());
    let requests = 0;
    const url = await serve((request, response) => {
      requests += 1;
      store(request, response);
    });
    const range = { file: handle, offsetBytes: 0, lengthBytes: 1000 };
    expect(await put(url, { range })).toMatchObject({ failure: { code: 'file-changed' } });
    expect(requests).toBe(0);
  });

  test('that can’t be read is a failure', async () => {
    const closed = await openFile(path);
    closed.close();
    const url = await serve(store);
    const range = { file: closed, offsetBytes: 0, lengthBytes: 1000 };
    expect(await put(url, { range })).toMatchObject({
      kind: 'source-failed',
      failure: { code: 'path-unreadable', errno: 'EBADF' },
    });
  });
});

describe('stopping', () => {
  test('midway settles at once, closes the connection and reuses no buffer in flight', async () => {
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
  test('blocks add up, fit the buffers, and the last one is never too short to prove that it was sent', () => {
    const blockBytes = fc.constantFrom(...[64, 128, 256, 512, 1024].map((kib) => kib * 1024));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), blockBytes, (partBytes, block) => {
        let left = partBytes;
        while (left > 0) {
          const cut = cutBytes(left, block);
          expect(cut).toBeLessThanOrEqual(Math.min(left, maxBlockBytes));
          expect(cut).toBeGreaterThanOrEqual(Math.min(partBytes, minBlockBytes));
          left -= cut;
        }
        expect(left).toBe(0);
      }),
    );
  });

  test('a fast connection gets the largest blocks, a slow one small ones', () => {
    const grown = (tookMs: number, bytes: number) => {
      let block = firstBlockBytes;
      for (let sent = 0; sent < bytes; sent += block) block = nextBlockBytes(block, tookMs, sent);
      return block;
    };
    expect(grown(5, 50_000_000)).toBe(maxBlockBytes);
    // What the kernel swallows says nothing: 1 MiB blocks at 1 Mbit/s shared by eight would look like a stall.
    expect(grown(0.1, unprovenBytes)).toBe(2 * firstBlockBytes);
    expect(nextBlockBytes(2 * firstBlockBytes, 2000, 10_000_000)).toBe(firstBlockBytes);
    expect(nextBlockBytes(minBlockBytes, 2000, 10_000_000)).toBe(minBlockBytes);
  });
});
