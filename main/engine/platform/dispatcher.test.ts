/** TLS is verified whatever the environment says: server, proxy, and server behind a proxy. */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { platformAt, secret } from '../../../test/fixtures/platform-client.ts';
import { createHttpDispatcher, type NetworkAccess } from './dispatcher.ts';

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const dayMs = 86_400_000;

async function certificate(host: string, validForDays: number): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 30 * dayMs),
    notAfterDate: new Date(Date.now() + validForDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
  });
  return { cert: made.cert, key: made.private };
}

let good: Certificate;
let expired: Certificate;
let elsewhere: Certificate;
beforeAll(async () => {
  good = await certificate('localhost', 30);
  expired = await certificate('localhost', -1);
  elsewhere = await certificate('elsewhere.example', 30);
});

beforeEach(() => vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
afterEach(() => vi.unstubAllEnvs());

async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  // A server on a TCP port has an address of this form.
  return (server.address() as AddressInfo).port;
}

/** A platform that notes every request with its key. */
async function platformServer(
  options: https.ServerOptions,
): Promise<{ readonly url: string; readonly keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const server = https.createServer(options, (request, response) => {
    keys.push(request.headers.authorization);
    response.end('{"data":{"id":1}}');
  });
  return { url: `https://localhost:${await listen(server)}`, keys };
}

/** A proxy that tunnels to localhost, whatever host it is asked for. */
async function proxyTo(certificateOfProxy: Certificate | null): Promise<string> {
  const proxy =
    certificateOfProxy === null ? http.createServer() : https.createServer({ ...certificateOfProxy });
  proxy.on('connect', (request: http.IncomingMessage, socket: net.Socket) => {
    const onward = net.connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
  });
  return `${certificateOfProxy === null ? 'http' : 'https'}://localhost:${await listen(proxy)}`;
}

async function ask(url: string, access: NetworkAccess) {
  const dispatcher = createHttpDispatcher(access);
  onTestFinished(() => dispatcher.destroy());
  return (await platformAt(new URL(url), { dispatcher })).read(
    'GetCurrentUser',
    { path: {}, query: {} },
    { unreachedTries: 1 },
  );
}

const refusedFor = (fault: string) => ({
  ok: false,
  failure: { code: 'unreachable', reason: { kind: 'network', fault } },
});

describe('with verification turned off in the environment', () => {
  const cases: readonly (readonly [string, string, () => https.ServerOptions, () => NetworkAccess])[] = [
    ['a self-signed server', 'certificate-not-trusted', () => good, () => ({})],
    ['an expired certificate', 'certificate-expired', () => expired, () => ({ caPem: expired.cert })],
    [
      'another host’s certificate',
      'certificate-wrong-host',
      () => elsewhere,
      () => ({ caPem: elsewhere.cert }),
    ],
  ];
  test.each(cases)('%s gets no key: %s', async (_what, fault, server, access) => {
    const { url, keys } = await platformServer(server());
    expect(await ask(url, access())).toMatchObject(refusedFor(fault));
    expect(keys).toEqual([]);
  });

  test.each(cases)('%s behind a proxy gets no key: %s', async (_what, fault, server, access) => {
    const { url, keys } = await platformServer(server());
    const proxyUrl = await proxyTo(null);
    expect(await ask(url, { ...access(), proxyUrl })).toMatchObject(refusedFor(fault));
    expect(keys).toEqual([]);
  });

  test.each(cases)('a proxy with %s is not asked for a tunnel: %s', async (_what, fault, server, access) => {
    const { url, keys } = await platformServer({ ...good });
    const { cert, key } = server();
    const proxyUrl = await proxyTo({ cert: String(cert), key: String(key) });
    const caPem = [good.cert, access().caPem ?? ''].join('\n');
    const trusted = fault === 'certificate-not-trusted' ? {} : { caPem };
    expect(await ask(url, { ...trusted, proxyUrl })).toMatchObject(refusedFor(fault));
    expect(keys).toEqual([]);
  });

  test('a server whose certificate is trusted gets the key, directly and through a proxy', async () => {
    const { url, keys } = await platformServer({ ...good });
    const access = { caPem: good.cert };
    expect(await ask(url, access)).toMatchObject({ ok: true });
    expect(await ask(url, { ...access, proxyUrl: await proxyTo(null) })).toMatchObject({ ok: true });
    expect(await ask(url, { ...access, proxyUrl: await proxyTo(good) })).toMatchObject({ ok: true });
    expect(keys).toEqual(Array(3).fill(`Bearer ${secret}`));
  });
});

test('TLS before 1.2 is refused, also where Node’s default was lowered', async () => {
  const { url, keys } = await platformServer({
    ...good,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'ALL:@SECLEVEL=0',
  });
  const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
  onTestFinished(() => void Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS }));
  Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: 'ALL:@SECLEVEL=0' });
  expect(await ask(url, { caPem: good.cert })).toMatchObject(refusedFor('tls-too-old'));
  expect(keys).toEqual([]);
});
