import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpServer } from '../../../test/fakes/http-server.ts';
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
  expect(codes(await probeLinks(links, {}, never, limits))).toEqual([
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
  const found = await probeLinks([new URL('/moved', host.url).href], {}, never, limits);
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
  expect(codes(await probeLinks([link, `http://${host.url.host}/a`], {}, never, limits))).toEqual([
    [5],
    [null, 'login-needed'],
  ]);
  expect(elsewhere.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('redirects in a circle end', async () => {
  await using host = await startHttpServer(
    (_, response) => void response.writeHead(307, { location: '/again' }).end(),
  );
  expect(codes(await probeLinks([host.url.href], {}, never, limits))).toEqual([
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
  expect(codes(await probeLinks([host.url.href], {}, never, limits))).toEqual([
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
  const found = codes(await probeLinks(links, {}, never, { perLinkMs: 200, allMs: 500, parallel: 2 }));
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
  const [found] = await probeLinks([`https://127.0.0.1:${address.port}/x`], {}, never, limits);
  expect(found?.warnings).toMatchObject([
    { code: 'unreachable', reason: { kind: 'network', fault: 'certificate-not-trusted' } },
  ]);
});

test('links are asked through the proxy that everything else uses', async () => {
  await using host = await startRangeServer({ '/a.pst': { bytes: Buffer.alloc(4711) } });
  const asked: string[] = [];
  const proxy = createHttpServer(({ url = '', headers }, response) => {
    asked.push(url);
    const onward = httpRequest(url, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.end();
  });
  onTestFinished(() => void proxy.close());
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const proxyUrl = `http://127.0.0.1:${address.port}`;
  expect(codes(await probeLinks([`${host.origin}/a.pst`], { proxyUrl }, never, limits))).toEqual([[4711]]);
  expect(asked).toEqual([`${host.origin}/a.pst`]);
});
