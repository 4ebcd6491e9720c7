import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createAuthority, hasOpenssl } from '../../../../test/fixtures/openssl-tsa.ts';
import { certificatesOfPem } from './certificate.ts';
import { requestTimestamp } from './request-timestamp.ts';

const home = mkdtempSync(join(tmpdir(), 'lading-tsa-'));
const servers: Server[] = [];
const content = Buffer.from('the signature of a receipt');
const never = new AbortController().signal;

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function serve(answer: (body: Buffer, response: ServerResponse, request: IncomingMessage) => void) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(Buffer.concat(chunks), response, request));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return new URL(`http://127.0.0.1:${address.port}/tsa`);
}

function ask(url: URL, signal = never, timeoutMs = 5000) {
  return requestTimestamp({ url, trusted: null, network: {} }, content, signal, timeoutMs);
}

test.skipIf(!hasOpenssl)('gets a time stamp from an authority, which learns only a hash', async () => {
  const tsa = createAuthority(mkdtempSync(join(home, 'tsa-')), { key: 'ec', name: 'Ostrel Time' });
  const seen: { type: string | undefined; body: Buffer }[] = [];
  const url = await serve((body, response, request) => {
    seen.push({ type: request.headers['content-type'], body });
    response.setHeader('content-type', 'application/timestamp-reply').end(tsa.reply(body));
  });
  const found = await requestTimestamp(
    { url, trusted: certificatesOfPem(tsa.root), network: {} },
    content,
    never,
  );
  expect(found).toMatchObject({ ok: true, proof: { authority: 'Ostrel Time', isTrusted: true } });
  expect(seen[0]?.type).toBe('application/timestamp-query');
  expect(seen[0]?.body.includes(content)).toBe(false);
});

test.skipIf(!hasOpenssl)(
  "refuses a time stamp that was recorded earlier, for another's request",
  async () => {
    const tsa = createAuthority(mkdtempSync(join(home, 'tsa-')), { key: 'ec' });
    let recorded: Buffer | null = null;
    const url = await serve((body, response) => {
      recorded ??= tsa.reply(body);
      response.end(recorded);
    });
    expect(await ask(url)).toMatchObject({ ok: true });
    expect(await ask(url)).toEqual({ ok: false, problem: { code: 'other-request' } });
  },
);

test.each<[string, (response: ServerResponse) => void, object]>([
  ['a web page', (response) => response.end('<!DOCTYPE html>'), { code: 'malformed' }],
  ['nothing', (response) => response.end(), { code: 'malformed' }],
  ['an error', (response) => response.writeHead(503).end('busy'), { code: 'bad-status', status: 503 }],
  [
    'a redirect',
    (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    { code: 'bad-status', status: 307 },
  ],
  ['more than a time stamp has', (response) => response.end(Buffer.alloc(65_537)), { code: 'too-long' }],
  [
    'an answer that breaks off',
    (response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write('0', () => response.destroy());
    },
    { code: 'not-reached', reason: { kind: 'network', fault: 'connection-reset', code: 'UND_ERR_SOCKET' } },
  ],
])('says what is wrong with %s', async (_what, answer, problem) => {
  const url = await serve((_body, response) => answer(response));
  expect(await ask(url)).toEqual({ ok: false, problem });
});

test('reads no more of an endless answer than it may', async () => {
  const url = await serve((_body, response) => {
    const more = (): void => {
      while (response.write(Buffer.alloc(16_384)));
      response.once('drain', more);
    };
    more();
  });
  expect(await ask(url)).toEqual({ ok: false, problem: { code: 'too-long' } });
});

test('gives up on an authority that is silent, or sends a byte at a time', async () => {
  const problem = { code: 'not-reached', reason: { kind: 'no-answer' } };
  const silent = await serve(() => undefined);
  expect(await ask(silent, never, 200)).toEqual({ ok: false, problem });
  const slow = await serve((_body, response) => {
    const timer = setInterval(() => response.write('0'), 20);
    response.on('close', () => clearInterval(timer));
  });
  expect(await ask(slow, never, 200)).toEqual({ ok: false, problem });
});

test('says that nothing listens, and ends when Lading does', async () => {
  expect(await ask(new URL('http://127.0.0.1:1/'))).toMatchObject({
    ok: false,
    problem: { code: 'not-reached', reason: { kind: 'network', fault: 'connection-refused' } },
  });
  const silent = await serve(() => undefined);
  expect(await ask(silent, AbortSignal.timeout(100))).toEqual({
    ok: false,
    problem: { code: 'not-reached', reason: { kind: 'stopped' } },
  });
});
