import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { connect, createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { openCertificates, type ServerCertificate } from '../../main/sandbox/certificates.ts';
import { openFileStorage } from '../../main/sandbox/file-storage.ts';
import { tryStartSandbox } from '../../main/sandbox/index.ts';
import { covers } from '../conformance/covers.ts';
import { startTestSandbox, temporaryFolder } from './sandbox-client.ts';

const hasModes = process.platform !== 'win32';

test('over TLS, everything is https, and a client that trusts its CA file reaches it', async () => {
  covers('rule 5.2');
  const sandbox = await startTestSandbox({ tls: true });
  const ca = readFileSync(sandbox.caFile ?? '', 'utf8');
  expect([sandbox.url, sandbox.pageAddress()].map((url) => new URL(url).protocol)).toEqual([
    'https:',
    'https:',
  ]);
  const call = async (method: string, path: string, host = '127.0.0.1', body?: object) => {
    const outgoing = request(`https://${host}:${sandbox.port}${path}`, {
      ...{ method, ca, agent: false },
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    }).end(body === undefined ? '' : JSON.stringify(body));
    const [response] = await once(outgoing, 'response');
    return { headers: response.headers, body: response.statusCode === 303 ? null : await json(response) };
  };
  expect((await call('GET', '/v1/users/me', 'localhost')).body).toMatchObject({ data: { id: 11 } });
  const database = `/v1/databases/${sandbox.databaseId}`;
  const dataset = (await call('POST', `${database}/datasets`, undefined, { name: 'D' })).body;
  const files = `${database}/datasets/${Reflect.get(Object(Reflect.get(Object(dataset), 'data')), 'id')}`;
  const file = (await call('POST', `${files}/sourceFiles`, undefined, { filename: 'a' })).body;
  const id = Reflect.get(Object(Reflect.get(Object(file), 'data')), 'id');
  expect((await call('POST', `${database}/sourceFiles/${id}/parts/1`)).body).toMatchObject({
    data: { url: expect.stringMatching(`^${sandbox.url}/upload/`) },
  });
  const { pathname, search } = new URL(sandbox.pageAddress());
  const opened = await call('GET', `${pathname}${search}`);
  expect(opened.headers['set-cookie']).toEqual([expect.stringMatching(/; Secure$/)]);
  expect((await sandbox.inspect('summary')).apiRequests).toBe(4);
  await expect(fetch(sandbox.url)).rejects.toMatchObject({
    cause: { code: expect.stringMatching('VERIFY') },
  });
});

const dayMs = 86_400_000;
const namesOf = ({ cert }: ServerCertificate) => new X509Certificate(cert).subjectAltName;

test('the authority is made once, and again before it would end; nobody else may read its key', () => {
  const files = openFileStorage(temporaryFolder());
  const first = openCertificates(files);
  const authority = readFileSync(first.caFile, 'utf8');
  const keyFile = join(files.root, 'ca-key.pem');
  expect(namesOf(first)).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
  if (hasModes)
    expect([first.caFile, keyFile].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
  expect(authority).not.toContain('KEY');

  const second = openCertificates(files, Date.now() + 3000 * dayMs);
  expect(second.cert).not.toBe(first.cert);
  expect(readFileSync(second.caFile, 'utf8')).toBe(authority);
  const issuer = new X509Certificate(authority);
  expect(new X509Certificate(second.cert).verify(issuer.publicKey)).toBe(true);
  expect(Date.parse(new X509Certificate(second.cert).validTo)).toBeLessThan(Date.parse(issuer.validTo));

  openCertificates(files, Date.now() + 3600 * dayMs);
  const renewed = readFileSync(first.caFile, 'utf8');
  expect(renewed).not.toBe(authority);
  // A kill between the two files.
  writeFileSync(first.caFile, authority);
  const third = openCertificates(files);
  const last = new X509Certificate(readFileSync(third.caFile));
  expect(new X509Certificate(third.cert).verify(last.publicKey)).toBe(true);
});

/** What a client that trusts the authority says of a server with this certificate. */
async function connectTo(host: string, { key, cert, caFile }: ServerCertificate): Promise<string> {
  const server = createServer({ key, cert }).listen(0, host);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const socket = connect({ host, port, ca: readFileSync(caFile), checkServerIdentity: () => undefined });
  onTestFinished(() => void socket.destroy());
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve('connected'));
    socket.once('error', ({ message }) => resolve(message));
  });
}

test('the authority can vouch for this computer only, whoever has its key', async () => {
  const files = openFileStorage(temporaryFolder());
  const own = openCertificates(files);
  expect(await connectTo('::1', own)).toBe('connected');
  const ca = {
    cert: readFileSync(own.caFile, 'utf8'),
    key: readFileSync(join(files.root, 'ca-key.pem'), 'utf8'),
  };
  const forged = await generate([{ name: 'commonName', value: 'review.example' }], {
    ...{ ca, keyType: 'ec', algorithm: 'sha256' },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'review.example' }] }],
  });
  const elsewhere = { ...own, cert: forged.cert, key: forged.private };
  expect(await connectTo('127.0.0.1', elsewhere)).toContain('permitted subtree violation');
});

test.runIf(hasModes)('a link instead of the authority’s key is refused', async () => {
  const dataDir = temporaryFolder();
  await (await startTestSandbox({ dataDir, tls: true })).stop();
  const key = join(dataDir, 'ca-key.pem');
  rmSync(key);
  symlinkSync(join(temporaryFolder(), 'key.pem'), key);
  const started = await tryStartSandbox({ dataDir, tls: true });
  expect(started).toMatchObject({ ok: false, failure: { detail: expect.stringMatching('certificates') } });
});
