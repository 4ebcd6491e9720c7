import https from 'node:https';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { unprovenBytes } from '../../main/engine/transfer/part-body.ts';
import { judgeAnswer } from '../../main/engine/transfer/put-part.ts';
import { loopbackCertificate } from '../fakes/sink-certificate.ts';
import { expectForeign, expectRetry, listen, put, serve, serveRaw, store } from './part-host.ts';

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
