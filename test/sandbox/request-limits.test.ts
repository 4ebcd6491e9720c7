/** Clients that send too much, too slowly, or what nobody expects. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Sandbox } from '../../main/sandbox/index.ts';
import { bodyLimits, limitBodyTime } from '../../main/sandbox/request-limits.ts';
import { createClient, openPages, sendRequest, startTestSandbox } from './sandbox-client.ts';

function rawConnection(sandbox: Sandbox): Socket {
  const socket = connect(sandbox.port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function exchange(sandbox: Sandbox, text: string): Promise<string> {
  const socket = rawConnection(sandbox);
  socket.write(text);
  setTimeout(() => socket.end(), 2000);
  let answered = '';
  socket.on('data', (chunk) => {
    answered += chunk.toString();
  });
  // A reset of the connection is one way to refuse.
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  return answered;
}

test('every route has a limit for its body', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const base = `/databases/${sandbox.databaseId}`;
  const datasetId = await client.dataset();
  const id = await client.sourceFile(datasetId, { filename: 'a' });
  const table = [
    [`${base}/datasets`, bodyLimits.default],
    [`${base}/datasets/${datasetId}/sourceFiles`, bodyLimits.sourceFile],
    [`${base}/sourceFiles/${id}/parts/1`, bodyLimits.default],
    [`${base}/sourceFiles/${id}`, bodyLimits.completion],
    ['/nothing', bodyLimits.default],
  ] as const;
  for (const [path, limit] of table) {
    const answered = await exchange(
      sandbox,
      `POST /v1${path} HTTP/1.1\r\nhost: 127.0.0.1:${sandbox.port}\r\nauthorization: Bearer ${sandbox.apiKey}\r\n` +
        `content-type: application/json\r\ncontent-length: ${limit + 1}\r\n\r\n{`,
    );
    expect([path, answered.split('\r\n')[0]]).toEqual([path, 'HTTP/1.1 413 Payload Too Large']);
  }
  expect((await client.call('GET', '/users/me')).status).toBe(200);
});

test('large headers, addresses and names are refused', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const long = 'x'.repeat(100_000);
  expect(await exchange(sandbox, `GET /${long.slice(0, 20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`)).toContain(
    ' 431 ',
  );
  expect(
    await exchange(sandbox, `GET / HTTP/1.1\r\nhost: a\r\nx: ${long.slice(0, 20_000)}\r\n\r\n`),
  ).toContain(' 431 ');
  const base = `/databases/${sandbox.databaseId}/datasets`;
  expect((await client.call('POST', base, { name: long })).status).toBe(400);
  const files = `${base}/${await client.dataset()}/sourceFiles`;
  expect((await client.call('POST', files, { filename: long })).status).toBe(400);
  expect((await client.call('POST', files, { filename: 'a', custodian: long })).status).toBe(400);
});

test('a part has the bytes that were announced, and what follows is not part of it', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const id = await client.sourceFile(await client.dataset(), { filename: 'a' });
  const { pathname, search } = new URL(await client.partUrl(id, 1));
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: 127.0.0.1:${sandbox.port}\r\n`;
  const longer = await exchange(sandbox, `${head}content-length: 5\r\n\r\n0123456789`);
  expect(longer).toContain('HTTP/1.1 400');
  const both = `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n`;
  expect(await exchange(sandbox, both)).toContain('HTTP/1.1 400');
  expect(await exchange(sandbox, `${head}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`)).toContain(
    'HTTP/1.1 411',
  );
  for (const part of await sandbox.inspect('parts', { sourceFileId: id })) expect(part.sizeBytes).toBe(5);
});

test('JSON that reaches for prototypes, or is nested deeply, changes nothing and ends nothing', async () => {
  const sandbox = await startTestSandbox();
  const client = createClient(sandbox);
  const post = (path: string, body: string) =>
    sendRequest(`${sandbox.url}/v1/databases/${sandbox.databaseId}/${path}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
    });
  const polluting = '"__proto__":{"orgAdmin":1,"polluted":1},"constructor":{"prototype":{"polluted":1}}';
  expect(await post('datasets', `{"name":"x",${polluting}}`)).toMatchObject({ status: 201 });
  const datasetId = await client.dataset();
  const folders = '"childCustodians":{"__proto__/":"a","constructor/":"b"}';
  const file = await post(
    `datasets/${datasetId}/sourceFiles`,
    `{"filename":"__proto__",${folders},${polluting}}`,
  );
  expect(file).toMatchObject({ status: 201 });
  const deep = '['.repeat(400_000) + ']'.repeat(400_000);
  expect(await post('datasets', `{"name":"deep","x":${deep}}`)).toMatchObject({
    status: expect.toBeOneOf([201, 400, 413, 500]),
  });
  for (const body of ['null', '[]', '"x"', '1', '{"name":{"a":1}}', '{', '\u0000']) {
    expect([body, await post('datasets', body)]).toMatchObject([body, { status: 400 }]);
  }
  // A reader is still no admin, and plain objects have nothing new.
  const reader = createClient(sandbox, sandbox.keys.reader);
  expect((await reader.call('POST', `/databases/${sandbox.databaseId}/datasets`, { name: 'x' })).status).toBe(
    403,
  );
  expect(JSON.stringify(await sandbox.inspect('summary'))).not.toContain('polluted');
  expect((await (await openPages(sandbox)).get(`datasets/${datasetId}`)).status).toBe(200);
});

test('a body that stops coming ends its connection; one that ended does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    limitBodyTime(request, false);
    request.on('data', () => arrived.resolve());
    request.on('end', () => response.end('all'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const slow = connect(address.port, '127.0.0.1');
  slow.on('error', () => undefined);
  slow.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n0');
  await arrived.promise;
  const closed = once(slow, 'close');
  vi.advanceTimersByTime(5 * 60_000);
  await closed;
});

test('connections are capped, and others are served once some are closed', async () => {
  const sandbox = await startTestSandbox();
  const sockets = Array.from({ length: 1100 }, () => rawConnection(sandbox));
  const closed = new Set<Socket>();
  for (const socket of sockets) socket.once('close', () => closed.add(socket));
  await vi.waitFor(() => expect(closed.size).toBeGreaterThanOrEqual(100), { timeout: 20_000 });
  expect(closed.size).toBeLessThan(200);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(
    async () => expect(await sendRequest(`${sandbox.url}/v1/users/me`)).toMatchObject({ status: 401 }),
    { timeout: 20_000 },
  );
});
