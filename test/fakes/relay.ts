/** A line between a client and a server on this computer: slow, or one whose connections break after so many bytes. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface RelayOptions {
  /** Of a connection, from the client: then it is reset. */
  readonly resetAfterBytes?: number;
  /** From all clients together. */
  readonly bytesPerSecond?: number;
}

export interface Relay {
  /** The server's, over the line. */
  readonly url: string;
  /** What clients sent over the line. */
  readonly sentBytes: number;
  readonly resets: number;
  /** From now on, connections are reset after so many bytes. */
  resetAfterBytes: number;
  /** Breaks all connections; nothing of what they hold passes. */
  breakAll(): void;
  /** The same, and no new ones for so long. */
  goDown(ms: number): void;
  end(): Promise<void>;
}

/** URLs of the server in what passes become URLs of the relay, so that all requests take this line. */
export async function startRelay(
  serverUrl: string,
  { bytesPerSecond = Number.POSITIVE_INFINITY, ...options }: RelayOptions,
): Promise<Relay> {
  let { resetAfterBytes = Number.POSITIVE_INFINITY } = options;
  const { port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let [sentBytes, resets, freeAtMs, downUntilMs] = [0, 0, 0, 0];
  const server = createServer((client) => {
    if (performance.now() < downUntilMs) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(port), '127.0.0.1');
    let passedBytes = 0;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.on('data', async (chunk) => {
      client.pause();
      sentBytes += chunk.length;
      passedBytes += chunk.length;
      freeAtMs = Math.max(freeAtMs, performance.now()) + (chunk.length / bytesPerSecond) * 1000;
      await delay(Math.max(1, freeAtMs - performance.now()));
      if (passedBytes > resetAfterBytes) {
        if (!client.destroyed) resets += 1;
        client.resetAndDestroy();
        return;
      }
      if (!upstream.write(renamed(chunk, own, port))) await once(upstream, 'drain').catch(() => undefined);
      client.resume();
    });
    client.on('end', () => upstream.end());
    upstream.on('data', (chunk) => client.write(renamed(chunk, port, own)));
    upstream.on('end', () => client.end());
  });
  const own = await listen(server, port.length);
  const breakAll = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${own}`,
    get sentBytes() {
      return sentBytes;
    },
    get resets() {
      return resets;
    },
    get resetAfterBytes() {
      return resetAfterBytes;
    },
    set resetAfterBytes(bytes) {
      resetAfterBytes = bytes;
    },
    breakAll,
    goDown(ms) {
      downUntilMs = performance.now() + ms;
      breakAll();
    },
    async end() {
      breakAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** On a port with as many digits as the server's: what names it keeps its length. */
async function listen(server: ReturnType<typeof createServer>, digits: number): Promise<string> {
  for (;;) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address === null || typeof address === 'string' ? '' : String(address.port);
    if (port.length === digits) return port;
    await new Promise((resolve) => server.close(resolve));
  }
}

function renamed(chunk: Buffer, from: string, to: string): Buffer {
  const name = `127.0.0.1:${from}`;
  for (let at = chunk.indexOf(name); at !== -1; at = chunk.indexOf(name, at + name.length))
    chunk.write(to, at + name.length - from.length, 'latin1');
  return chunk;
}
