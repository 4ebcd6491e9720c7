import dns from 'node:dns';
import https from 'node:https';
import net from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { unprovenBytes } from '../../main/engine/transfer/hashing/part-body.ts';
import { createPartDispatcher, interpretAnswer } from '../../main/engine/transfer/source-files/put-part.ts';
import { loopbackCertificate } from '../fakes/sink-certificate.ts';
import {
  closing,
  expectBroken,
  expectIntercepted,
  listen,
  put,
  serve,
  serveRaw,
  setUpPartHosts,
  store,
} from './part-host.ts';

setUpPartHosts();

describe('a broken connection is retried', () => {
  test('stalled before a byte is read by the host', async () => {
    const url = await serveRaw((socket) => socket.pause());
    const outcome = expectBroken(await put(url, { stallMs: 200 }));
    expect(outcome.reason).toEqual({ kind: 'stalled', seconds: 0.2, waitingFor: 'progress' });
  });

  test('stalled in the middle, after progress', async () => {
    const url = await serve((request) => {
      let bytes = 0;
      request.on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes > 2 * unprovenBytes) request.pause();
      });
    });
    expect(expectBroken(await put(url, { stallMs: 300 })).madeProgress).toBe(true);
  });

  test('stalled waiting for the answer', async () => {
    const url = await serve((request) => request.resume());
    const outcome = expectBroken(await put(url, { bytes: 1_000_000, stallMs: 200 }));
    expect(outcome.reason).toEqual({ kind: 'stalled', seconds: 0.2, waitingFor: 'answer' });
  });

  test('stalled waiting for the answer to an empty part', async () => {
    const url = await serve((request) => request.resume());
    expectBroken(await put(url, { bytes: 0, stallMs: 100 }));
  });

  test('stalled in the middle of the answer', async () => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { ETag: '"x"', 'Content-Length': '10' });
        response.write('half');
      });
    });
    expectBroken(await put(url, { bytes: 1000, stallMs: 200 }));
  });

  test('reset in the middle', async () => {
    const url = await serveRaw((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(expectBroken(await put(url)).madeProgress).toBe(false);
  });

  test('hung up instead of answering', async () => {
    const url = await serve((request) => request.resume().on('end', () => request.socket.destroy()));
    expectBroken(await put(url, { bytes: 500_000 }));
  });

  test('connection refused', async () => {
    const server = net.createServer();
    const url = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(expectBroken(await put(url)).reason).toMatchObject({ fault: 'connection-refused' });
  });

  test('the answer is not HTTP', async () => {
    const url = await serveRaw((socket) => socket.on('data', () => {}).write('SSH-2.0-OpenSSH_9.9\r\n'));
    expectBroken(await put(url));
  });

  test('a host with an untrusted certificate gets nothing', async () => {
    const { certPem, keyPem } = await loopbackCertificate();
    let requests = 0;
    const server = https.createServer({ cert: certPem, key: keyPem }, () => {
      requests += 1;
    });
    const url = await listen(server, 'https');
    expect(expectBroken(await put(url)).reason).toMatchObject({ fault: 'certificate-not-trusted' });
    expect(requests).toBe(0);
  });
});

describe('the host’s answer', () => {
  test('an early 403, before the part is sent, is an expired URL and not a broken connection', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(403, { 'Content-Type': 'application/xml' });
      response.end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>');
    });
    expect(await put(url)).toEqual({ kind: 'url-refused', status: 403 });
  });

  test('an early 403 whose sender then hangs up is still an expired URL', async () => {
    const url = await serveRaw((socket) => {
      socket.once('data', () => {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno');
      });
    });
    expect(await put(url)).toEqual({ kind: 'url-refused', status: 403 });
  });

  test('a 200 before the whole part was sent stores nothing', async () => {
    const url = await serveRaw((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nETag: "early"\r\nContent-Length: 0\r\n\r\n'),
      );
      socket.pause();
      setImmediate(() => socket.read(1) ?? socket.resume());
    });
    const throttle = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
    expect(expectIntercepted(await put(url, { throttle }))).toMatchObject({ kind: 'answered-early' });
  });

  test('503 with Retry-After in seconds, over the wire', async () => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(503, { 'Retry-After': '7' }).end());
    });
    expect(expectBroken(await put(url, { bytes: 100 }))).toMatchObject({
      retryAfterMs: 7000,
      madeProgress: false,
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
    expectIntercepted(await put(url, { bytes: 100 }));
    expect(elsewhere).toBe(0);
  });

  const interpreted = (answer: Partial<Parameters<typeof interpretAnswer>[0]>, all = true) =>
    interpretAnswer(
      {
        status: 200,
        etag: '"e"',
        etagScope: 'h',
        retryAfterMs: null,
        contentType: '',
        text: '',
        ...answer,
      },
      all,
      'parts.example',
    );

  test.each([
    ['2xx with an ETag', { status: 204 }, { kind: 'stored', etag: '"e"' }],
    ['401', { status: 401 }, { kind: 'url-refused' }],
    ['403', { status: 403 }, { kind: 'url-refused' }],
    ['408', { status: 408 }, { kind: 'broken', retryAfterMs: null }],
    ['429', { status: 429, retryAfterMs: 3000 }, { kind: 'broken', retryAfterMs: 3000 }],
    ['500', { status: 500 }, { kind: 'broken' }],
    ['503 with a web page', { status: 503, contentType: 'text/html' }, { kind: 'broken' }],
    ['429 with a web page', { status: 429, contentType: 'text/html' }, { kind: 'broken' }],
    ['400 RequestTimeout', { status: 400, text: '<Code>RequestTimeout</Code>' }, { kind: 'broken' }],
    ['404', { status: 404 }, { kind: 'refused', status: 404 }],
  ])('%s', (_name, answer, expected) => {
    expect(interpreted(answer)).toMatchObject(expected);
  });

  const webPage = { contentType: 'text/html; charset=utf-8' };
  test.each([
    ['2xx without an ETag', { etag: undefined }, { kind: 'no-etag', status: 200 }],
    ['2xx with a web page', webPage, { kind: 'unreadable', status: 200, problem: 'web-page' }],
    [
      '403 with a web page',
      { status: 403, ...webPage },
      { kind: 'unreadable', status: 403, problem: 'web-page' },
    ],
    [
      '413 with a web page',
      { status: 413, ...webPage },
      { kind: 'unreadable', status: 413, problem: 'web-page' },
    ],
    ['a redirect', { status: 302 }, { kind: 'redirect', status: 302 }],
    [
      'the sign-in that a network asks for',
      { status: 511, ...webPage },
      { kind: 'sign-in-required', status: 511 },
    ],
  ])(
    '%s does not come from the part host: the reason has the answer and the host',
    (_name, answer, reason) => {
      expect(interpreted(answer)).toEqual({
        kind: 'intercepted',
        retryAfterMs: null,
        reason: { ...reason, host: 'parts.example' },
      });
    },
  );

  test('a 2xx before the whole part was sent doesn’t come from the part host', () => {
    expect(interpreted({}, false)).toMatchObject({ kind: 'intercepted' });
  });

  test('a refusal has the host’s message and nothing that was signed', () => {
    const text =
      '<Error><Message>Too big, see https://h/p?X-Signature=s3</Message><StringToSign>k</StringToSign></Error>';
    const outcome = interpreted({ status: 413, text });
    expect(outcome).toMatchObject({ kind: 'refused' });
    const said = JSON.stringify(outcome);
    expect(said).toContain('Too big');
    expect(said).not.toMatch(/s3|StringToSign/);
  });
});

test('an ETag is told apart by its host and by how the host encrypts', async () => {
  const scopeOf = async (headers: Record<string, string>) => {
    const url = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { ETag: '"e"', ...headers }).end());
    });
    const outcome = await put(url, { bytes: 100 });
    return outcome.kind === 'stored' ? outcome.etagScope.replace(url, 'host') : outcome.kind;
  };
  expect(await scopeOf({})).toBe('host');
  expect(await scopeOf({ 'x-amz-server-side-encryption': 'aws:kms' })).toBe('host aws:kms');
  expect(await scopeOf({ 'x-amz-server-side-encryption-customer-algorithm': 'AES256' })).toBe(
    'host customer AES256',
  );
});

describe('part URLs', () => {
  test('plain http is for this computer only', async () => {
    const outcome = await put('http://evil.example');
    expect(outcome).toMatchObject({ kind: 'url-unusable', failure: { code: 'part-url-insecure' } });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });

  const elsewhere = 'https://review.example/';
  const secureHost = async (answered: () => void) => {
    const { certPem, keyPem } = await loopbackCertificate();
    return listen(https.createServer({ cert: certPem, key: keyPem }, answered), 'https');
  };

  test('of a platform elsewhere are not for this computer, which sees no connection', async () => {
    const answered = vi.fn();
    const outcome = await put(await secureHost(answered), { platformUrl: elsewhere });
    expect(outcome).toMatchObject({ kind: 'url-unusable', failure: { code: 'part-url-local' } });
    expect(JSON.stringify(outcome)).not.toContain('secret');
    expect(answered).not.toHaveBeenCalled();
  });

  test('of a platform elsewhere may not lead to this computer by name either', async () => {
    const answered = vi.fn();
    const { port } = new URL(await secureHost(answered));
    const made = createPartDispatcher({ platformUrl: elsewhere, connections: 1 });
    closing.push(() => made.destroy());
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((...args: readonly unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function') callback(null, [{ address: '127.0.0.1', family: 4 }]);
    }) as typeof dns.lookup);
    onTestFinished(() => void lookup.mockRestore());
    const outcome = await put(`https://files.example:${port}`, { platformUrl: elsewhere, dispatcher: made });
    expect(outcome).toMatchObject({
      kind: 'intercepted',
      reason: { kind: 'network', fault: 'local-address' },
    });
    expect(answered).not.toHaveBeenCalled();
  });

  test('text that is not a URL is refused', async () => {
    expect(await put('', { url: 'part 1' })).toMatchObject({
      kind: 'url-unusable',
      failure: { code: 'part-url-malformed' },
    });
  });
});
