/** A file of evidence to send parts of, and configurable part hosts on loopback. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ReaderPool } from '../../main/engine/sources/reader-pool.ts';
import { type OpenFile, SourceReader } from '../../main/engine/sources/source-reader.ts';
import { createBlockPool } from '../../main/engine/transfer/hashing/part-body.ts';
import {
  createPartDispatcher,
  type PartPut,
  type PutOutcome,
  putPart,
} from '../../main/engine/transfer/source-files/put-part.ts';
import type { WaitReason } from '../../preload/contract/views/wait-reason.ts';

export const contentBytes = 24 * 1024 * 1024 + 12_345;
export const content = randomBytes(contentBytes);
export let folder: string;
export let path: string;
let file: OpenFile;
let readers: ReaderPool;

export const closing: (() => unknown)[] = [];

/** For the tests of the file that calls it. */
export function setUpPartHosts(): void {
  beforeAll(async () => {
    readers = new ReaderPool();
    folder = await mkdtemp(join(tmpdir(), 'lading-part-put-'));
    path = join(folder, 'evidence.bin');
    await writeFile(path, content);
    file = await openFile(path);
  });

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  afterAll(async () => {
    await readers.close();
    await rm(folder, { recursive: true });
  });
}

export function openFile(at: string): Promise<OpenFile> {
  return new SourceReader(readers).open({ root: folder, path: at }, new AbortController().signal);
}

export function dispatcher(connections = 16, caPem?: string): Dispatcher {
  const made = createPartDispatcher({ platformUrl: 'https://localhost/', connections, caPem });
  closing.push(() => made.destroy());
  return made;
}

export async function listen(server: net.Server, scheme = 'http'): Promise<string> {
  const sockets = new Set<net.Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('no address');
  return `${scheme}://127.0.0.1:${address.port}`;
}

export function serve(handler: http.RequestListener): Promise<string> {
  return listen(http.createServer(handler));
}

/** A server that sees sockets, for what no HTTP server would do. */
export function serveRaw(onSocket: (socket: net.Socket) => void): Promise<string> {
  return listen(net.createServer(onSocket));
}

export function put(url: string, changes: Partial<PartPut> & { from?: number; bytes?: number } = {}) {
  const { from = 0, bytes = contentBytes - from, ...rest } = changes;
  return putPart({
    url: `${url}/bucket/part?partNumber=1&X-Signature=very-secret`,
    platformUrl: 'https://localhost/',
    range: { file, offsetBytes: from, lengthBytes: bytes },
    pool: createBlockPool(),
    dispatcher: rest.dispatcher ?? dispatcher(),
    stallMs: 10_000,
    ...rest,
  });
}

export function store(request: http.IncomingMessage, response: http.ServerResponse): void {
  request.resume().on('end', () => response.setHeader('ETag', '"stored"').end());
}

export function expectBroken(outcome: PutOutcome) {
  expect(outcome).toMatchObject({ kind: 'broken' });
  if (outcome.kind !== 'broken') throw new Error('unreachable');
  expect(JSON.stringify(outcome)).not.toContain('secret');
  return outcome;
}

export function expectIntercepted(outcome: PutOutcome): WaitReason {
  expect(outcome).toMatchObject({ kind: 'intercepted' });
  if (outcome.kind !== 'intercepted') throw new Error('unreachable');
  expect(JSON.stringify(outcome)).not.toContain('secret');
  return outcome.reason;
}
