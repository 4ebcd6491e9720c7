/** A line between a client and a server on this computer: slow, long, or one whose connections break. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../soak/random.ts';

export interface RelayOptions {
  /** Of a connection, from the client: then it is reset. */
  readonly resetAfterBytes?: number;
  /** From all clients together. */
  readonly bytesPerSecond?: number;
  /** Half of it in each direction. Each connection has a window then, as TCP's: it begins small and grows with what arrived. */
  readonly roundTripMs?: number;
  /** How many of the connections that carry bytes are reset in a second, at random. The same from run to run. */
  readonly resetShare?: number;
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

/** Linux's first window, and the send buffer that bounds it (net.ipv4.tcp_wmem). */
const firstWindowBytes = 14_600;
const largestWindowBytes = 4 * 1024 * 1024;
/** What waits at a long line's beginning, so that it stays busy between two turns of this process. */
const queueMs = 50;

/** URLs of the server in what passes become URLs of the relay, so that all requests take this line. */
export async function startRelay(
  serverUrl: string,
  { bytesPerSecond = Number.POSITIVE_INFINITY, roundTripMs = 0, resetShare = 0, ...options }: RelayOptions,
): Promise<Relay> {
  let { resetAfterBytes = Number.POSITIVE_INFINITY } = options;
  const { port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const random = new Random('relay');
  let [sentBytes, resets, freeAtMs, downUntilMs] = [0, 0, 0, 0];
  const reset = (client: Socket): void => {
    if (!client.destroyed) resets += 1;
    client.resetAndDestroy();
  };
  const server = createServer((client) => {
    if (performance.now() < downUntilMs) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(port), '127.0.0.1');
    const window = new Window(roundTripMs);
    let [passedBytes, seenBytes] = [0, 0];
    const resetting = setInterval(() => {
      const isCarrying = passedBytes > seenBytes;
      seenBytes = passedBytes;
      if (isCarrying && random.chance(resetShare)) reset(client);
    }, 1000);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          clearInterval(resetting);
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    const toServer = new Direction();
    const toClient = new Direction();
    const pass = async (piece: Buffer): Promise<void> => {
      sentBytes += piece.length;
      passedBytes += piece.length;
      freeAtMs = Math.max(freeAtMs, performance.now()) + (piece.length / bytesPerSecond) * 1000;
      const waitMs = freeAtMs - performance.now();
      if (roundTripMs > 0) {
        window.send(piece.length, waitMs + roundTripMs);
        toServer.arrive(waitMs + roundTripMs / 2, () => upstream.destroyed || upstream.write(piece));
        if (waitMs > queueMs) await delay(waitMs - queueMs);
        return;
      }
      await delay(Math.max(1, waitMs));
      if (passedBytes > resetAfterBytes) reset(client);
      else if (!upstream.write(piece)) await once(upstream, 'drain').catch(() => undefined);
    };
    // The handshake takes a round trip.
    client.pause();
    setTimeout(() => client.resume(), roundTripMs);
    client.on('data', async (chunk) => {
      client.pause();
      const bytes = renamed(chunk, own, port);
      for (let at = 0; at < bytes.length && !client.destroyed; ) {
        const piece = bytes.subarray(at, at + (await window.room()));
        at += piece.length;
        await pass(piece);
      }
      client.resume();
    });
    client.on('end', () => toServer.arrive(roundTripMs / 2, () => upstream.end()));
    upstream.on('data', (chunk) => {
      const answer = renamed(chunk, port, own);
      toClient.arrive(roundTripMs / 2, () => client.destroyed || client.write(answer));
    });
    upstream.on('end', () => toClient.arrive(roundTripMs / 2, () => client.end()));
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

/** How many bytes of one connection are under way at once: what was sent and not yet confirmed. */
class Window {
  readonly #isOpen: boolean;
  #bytes = firstWindowBytes;
  #underWayBytes = 0;
  #opened: (() => void) | null = null;

  constructor(roundTripMs: number) {
    this.#isOpen = roundTripMs === 0;
  }

  /** Resolves to the bytes that may be sent now. */
  async room(): Promise<number> {
    if (this.#isOpen) return Number.POSITIVE_INFINITY;
    while (this.#underWayBytes >= this.#bytes)
      await new Promise<void>((resolve) => {
        this.#opened = resolve;
      });
    return this.#bytes - this.#underWayBytes;
  }

  /** It doubles with each round trip, until it is as large as the buffers allow. */
  send(bytes: number, confirmedAfterMs: number): void {
    this.#underWayBytes += bytes;
    setTimeout(() => {
      this.#underWayBytes -= bytes;
      this.#bytes = Math.min(largestWindowBytes, this.#bytes + bytes);
      this.#opened?.();
    }, confirmedAfterMs);
  }
}

/** What is sent one after the other arrives so, whatever the order of timers. */
class Direction {
  readonly #underWay: (() => unknown)[] = [];

  arrive(afterMs: number, arrival: () => unknown): void {
    if (afterMs === 0) return void arrival();
    this.#underWay.push(arrival);
    setTimeout(() => this.#underWay.shift()?.(), afterMs);
  }
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
