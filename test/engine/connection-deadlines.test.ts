import net from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHttpDispatcher, type NetworkAccess } from '../../main/engine/platform/dispatcher.ts';
import { createPartDispatcher } from '../../main/engine/transfer/source-files/put-part.ts';
import { platformAt } from '../fixtures/platform-client.ts';
import { closing, expectBroken, put, serveRaw, setUpPartHosts } from './part-host.ts';

setUpPartHosts();

const connectMs = 400;
/** Resolved by the proxy only; no test reaches it. */
const farHost = 'https://parts.example';

let openSockets: Set<net.Socket>;
beforeEach(() => {
  openSockets = new Set();
});

function track(socket: net.Socket): void {
  openSockets.add(socket);
  socket.on('error', () => socket.destroy()).on('close', () => openSockets.delete(socket));
}

/** A proxy that answers CONNECT, if at all, with this, and then says nothing. */
async function proxyThat(answers: string | null): Promise<string> {
  return serveRaw((socket) => {
    track(socket);
    socket.once('data', () => (answers === null ? undefined : socket.write(`HTTP/1.1 ${answers}\r\n\r\n`)));
    socket.on('data', () => undefined);
  });
}

function partsVia(access: NetworkAccess) {
  const made = createPartDispatcher({
    ...access,
    platformUrl: 'https://localhost/',
    connections: 4,
    connectMs,
  });
  closing.push(() => made.destroy());
  return made;
}

async function platformVia(access: NetworkAccess, url: string, withinMs = connectMs) {
  const dispatcher = createHttpDispatcher(access, {}, withinMs);
  closing.push(() => dispatcher.destroy());
  return platformAt(new URL(url), { dispatcher });
}

const proxies: readonly (readonly [string, string | null, string])[] = [
  ['accepts and says nothing', null, 'proxy-timeout'],
  ['answers CONNECT and then nothing in TLS', '200 Connection established', 'proxy-timeout'],
  ['wants a password', '407 Proxy Authentication Required', 'proxy-refused'],
  ['can’t reach the host', '502 Bad Gateway', 'proxy-refused'],
];

describe('a proxy that', () => {
  test.each(proxies)(
    '%s is given up by a part, whose next attempt can work',
    async (_what, answers, fault) => {
      const proxyUrl = await proxyThat(answers);
      const dispatcher = partsVia({ proxyUrl });
      for (let nth = 0; nth < 2; nth += 1) {
        const outcome = expectBroken(await put(farHost, { dispatcher, bytes: 1000 }));
        expect(outcome.reason).toMatchObject({ kind: 'network', fault });
      }
      await vi.waitFor(() => expect(openSockets.size).toBe(0), 5000);
    },
  );

  test.each(proxies)(
    '%s was certainly never sent a request to the platform',
    async (_what, answers, fault) => {
      const platform = await platformVia({ proxyUrl: await proxyThat(answers) }, farHost);
      const made = await platform.createDataset(
        1,
        { name: 'A', settings: {} },
        { giveUpAfterMs: 5 * connectMs },
      );
      expect(made).toMatchObject({
        ok: false,
        failure: { code: 'unreachable', reason: { kind: 'network', fault } },
      });
    },
  );
});

test('a proxy that hangs up on CONNECT is retried, and not for ever within one attempt', async () => {
  const proxyUrl = await serveRaw((socket) => void socket.once('data', () => socket.destroy()));
  const outcome = expectBroken(await put(farHost, { dispatcher: partsVia({ proxyUrl }), bytes: 1000 }));
  expect(outcome.reason).toMatchObject({ kind: 'network' });
});

test('a host that takes the connection and never speaks TLS is given up', async () => {
  const url = (await serveRaw((socket) => void track(socket.on('data', () => undefined)))).replace(
    'http:',
    'https:',
  );
  const outcome = expectBroken(await put(url, { dispatcher: partsVia({}), bytes: 1000 }));
  expect(outcome.reason).toMatchObject({ kind: 'network', fault: 'connect-timeout' });
});

test('a name that is never looked up is given up', async () => {
  const lookup = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function never(
    this: net.Socket,
  ) {
    return this;
  });
  onTestFinished(() => void lookup.mockRestore());
  const outcome = expectBroken(await put(farHost, { dispatcher: partsVia({}), bytes: 1000 }));
  expect(outcome.reason).toMatchObject({ kind: 'network', fault: 'connect-timeout' });
});

test('a stop ends a request that waits for a connection at once', async () => {
  const patientMs = 3_600_000;
  const platform = await platformVia({ proxyUrl: await proxyThat(null) }, farHost, patientMs);
  const stop = new AbortController();
  const asked = platform.read('GetCurrentUser', { path: {}, query: {} }, { signal: stop.signal });
  await vi.waitFor(() => expect(openSockets.size).toBe(1), 5000);
  stop.abort();
  expect(await asked).toMatchObject({ ok: false, failure: { code: 'stopped' } });
});
