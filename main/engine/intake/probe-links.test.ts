import dns from 'node:dns';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startHttpServer } from '../../../test/fakes/http-server.ts';
import { startNameProxy } from '../../../test/fakes/name-proxy.ts';
import { startRangeServer } from '../../../test/fakes/range-server.ts';
import { loopbackCertificate } from '../../../test/fakes/sink-certificate.ts';
import { probeLinks } from './probe-links.ts';

const never = new AbortController().signal;
const limits = { perLinkMs: 5_000, allMs: 20_000, parallel: 4 };
const codes = (checks: Awaited<ReturnType<typeof probeLinks>>) =>
  checks.map(({ sizeBytes, warnings }) => [sizeBytes, ...warnings.map(({ code }) => code)]);

test('each link gets its own answer, in order, whatever else fails', async () => {
  await using host = await startRangeServer({
    '/a.pst': { bytes: Buffer.alloc(4711) },
    '/b.e01': { bytes: Buffer.alloc(3), query: '?token=opensesame' },
  });
  const links = [
    `${host.origin}/a.pst`,
    `${host.origin}/b.e01?token=wrong`,
    null,
    `${host.origin}/gone`,
    `${host.origin}/b.e01?token=opensesame`,
    'https://nowhere.invalid/x',
  ];
  expect(codes(await probeLinks(links, {}, 'any', never, limits))).toEqual([
    [4711],
    [null, 'login-needed'],
    [null, 'not-checked'],
    [null, 'refused'],
    [3],
    [null, 'unreachable'],
  ]);
});

test('sends no key, follows redirects, asks with HEAD for a size that GET did not name', async () => {
  await using host = await startHttpServer(({ method, target }, response) => {
    if (target === '/moved') response.writeHead(302, { location: '/file?sig=1' }).end();
    else if (method === 'HEAD') response.writeHead(200, { 'content-length': '99' }).end();
    else response.writeHead(206, { 'content-range': 'bytes 0-0/*' }).end('x');
  });
  const found = await probeLinks([new URL('/moved', host.url).href], {}, 'any', never, limits);
  expect(found).toEqual([{ sizeBytes: 99, warnings: [] }]);
  expect(host.seen.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'GET /moved',
    'GET /file?sig=1',
    'HEAD /file?sig=1',
  ]);
  for (const { headers } of host.seen) {
    expect(headers.authorization).toBeUndefined();
    expect(headers.cookie).toBeUndefined();
  }
  expect(host.seen[0]?.headers.range).toBe('bytes=0-0');
});

test('a user and password in a link go to its own server only', async () => {
  await using elsewhere = await startHttpServer(
    (_, response) => void response.writeHead(206, { 'content-range': 'bytes 0-0/5' }).end('x'),
  );
  await using host = await startHttpServer(({ headers }, response) => {
    if (headers.authorization === `Basic ${btoa('ana:p@ss')}`)
      response.writeHead(302, { location: elsewhere.url.href }).end();
    else response.writeHead(401).end();
  });
  const link = `http://ana:p%40ss@${host.url.host}/a`;
  expect(codes(await probeLinks([link, `http://${host.url.host}/a`], {}, 'any', never, limits))).toEqual([
    [5],
    [null, 'login-needed'],
  ]);
  expect(elsewhere.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('redirects in a circle end', async () => {
  await using host = await startHttpServer(
    (_, response) => void response.writeHead(307, { location: '/again' }).end(),
  );
  expect(codes(await probeLinks([host.url.href], {}, 'any', never, limits))).toEqual([
    [null, 'redirect-not-followed'],
  ]);
  expect(host.seen.length).toBeLessThan(10);
});

test('a host without ranges is not read from: its connection is closed', async () => {
  const closed = Promise.withResolvers<void>();
  await using host = await startHttpServer(({ method }, response) => {
    if (method === 'HEAD') return void response.end();
    response.on('close', () => closed.resolve());
    response.writeHead(200);
    const block = Buffer.alloc(65_536);
    const more = (): void => void (response.destroyed || (response.write(block) ? setImmediate(more) : 0));
    response.on('drain', more);
    more();
  });
  expect(codes(await probeLinks([host.url.href], {}, 'any', never, limits))).toEqual([
    [null, 'no-ranges', 'size-unknown'],
  ]);
  await closed.promise;
});

test('a host that never answers costs its deadline, and all of them together theirs', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const links = Array<string>(400).fill(`http://127.0.0.1:${address.port}/x`);
  const found = codes(await probeLinks(links, {}, 'any', never, { perLinkMs: 200, allMs: 500, parallel: 2 }));
  expect(found[0]).toEqual([null, 'unreachable']);
  expect(found.at(-1)).toEqual([null, 'not-checked']);
});

test('a certificate that is not trusted is a warning with its reason', async () => {
  const { certPem, keyPem } = await loopbackCertificate();
  const server = createTlsServer({ cert: certPem, key: keyPem }, (_, response) => void response.end());
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const [found] = await probeLinks([`https://127.0.0.1:${address.port}/x`], {}, 'any', never, limits);
  expect(found?.warnings).toMatchObject([
    { code: 'unreachable', reason: { kind: 'network', fault: 'certificate-not-trusted' } },
  ]);
});

test('links are asked through the proxy that everything else uses', async () => {
  await using host = await startRangeServer({ '/a.pst': { bytes: Buffer.alloc(4711) } });
  await using proxy = await startNameProxy(() => host.origin);
  const { proxyUrl, asked } = proxy;
  expect(codes(await probeLinks([`${host.origin}/a.pst`], { proxyUrl }, 'any', never, limits))).toEqual([
    [4711],
  ]);
  expect(asked).toEqual([`${host.origin}/a.pst`]);
});

describe('of links from the window', () => {
  const confirmed = (...origins: readonly string[]) => ({
    isConfirmed: (origin: string) => origins.includes(origin),
  });

  test('only those on confirmed servers are asked, and redirects are followed to confirmed servers only', async () => {
    await using host = await startHttpServer(({ target }, response) => {
      if (target === '/away') response.writeHead(302, { location: 'http://other.example/x' }).end();
      else if (target === '/inside') response.writeHead(302, { location: 'http://10.0.0.5/x' }).end();
      else if (target === '/there') response.writeHead(302, { location: 'http://cdn.example/x' }).end();
      else response.writeHead(206, { 'content-range': 'bytes 0-0/4711' }).end('x');
    });
    await using proxy = await startNameProxy(() => host.url.origin);
    const { proxyUrl, asked } = proxy;
    const hosts = confirmed('http://files.example', 'http://cdn.example', 'http://10.0.0.5');
    const links = [
      'http://files.example/a',
      'http://files.example:81/a',
      'http://sub.files.example/a',
      'http://other.example/a',
      'http://files.example/away',
      'http://files.example/inside',
      'http://files.example/there',
    ];
    const plain = 'not-encrypted';
    expect(codes(await probeLinks(links, { proxyUrl }, hosts, never, { ...limits, parallel: 1 }))).toEqual([
      [4711, plain],
      [null, plain, 'host-not-confirmed'],
      [null, plain, 'host-not-confirmed'],
      [null, plain, 'host-not-confirmed'],
      [null, plain, 'redirect-not-followed'],
      [null, plain, 'redirect-not-followed'],
      [4711, plain],
    ]);
    expect(asked).toEqual([
      'http://files.example/a',
      'http://files.example/away',
      'http://files.example/inside',
      'http://files.example/there',
      'http://cdn.example/x',
    ]);
  });

  test('none leads to this computer or a private network, even if it was confirmed', async () => {
    await using host = await startHttpServer((_, response) => void response.end());
    const links = [
      host.url.href,
      `http://localhost:${host.url.port}/`,
      'https://192.168.1.1/',
      'https://router.local/',
    ];
    const hosts = confirmed(...links.map((link) => new URL(link).origin));
    const found = await probeLinks(links, {}, hosts, never, limits);
    expect(found.map(({ warnings }) => warnings.at(-1)?.code)).toEqual(links.map(() => 'private-address'));
    expect(host.seen).toEqual([]);
  });

  test('a confirmed name that DNS leads to this computer is not asked', async () => {
    await using host = await startHttpServer((_, response) => void response.end());
    vi.spyOn(dns, 'lookup').mockImplementation(((...args: readonly unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function') callback(null, [{ address: '127.0.0.1', family: 4 }]);
    }) as typeof dns.lookup);
    onTestFinished(() => void vi.restoreAllMocks());
    const link = `http://files.example:${host.url.port}/a`;
    const [found] = await probeLinks([link], {}, confirmed(new URL(link).origin), never, limits);
    expect(found?.warnings.at(-1)).toEqual({ code: 'private-address' });
    expect(host.seen).toEqual([]);
  });
});
