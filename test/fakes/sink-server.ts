import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import { answerFor } from './sink-platform.ts';

/**
 * The sink's process. It parses HTTP/1.1 itself, because a parser and a stream per request would cost more than the client
 * being measured. Bodies of PUTs are counted and discarded; other requests go to `answerFor`.
 */

export interface SinkStats {
  readonly receivedBytes: number;
  readonly puts: number;
  readonly requests: number;
  /** performance.timeOrigin + now at the first body byte since the last reset. Null if there was none. */
  readonly firstByteAtMs: number | null;
  /** The same at the last one. */
  readonly lastByteAtMs: number | null;
  readonly cpuMs: number;
}

/** What was put below /s3/, by path and part, because clients of S3 ask with HEAD whether all of it arrived. */
const objectBytes = new Map<string, Map<string, number>>();
let receivedBytes = 0;
let puts = 0;
let requests = 0;
let firstByteAtMs: number | null = null;
let lastByteAtMs: number | null = null;

function stats(): SinkStats {
  const { user, system } = process.cpuUsage();
  return { receivedBytes, puts, requests, firstByteAtMs, lastByteAtMs, cpuMs: (user + system) / 1000 };
}

interface Head {
  readonly method: string;
  readonly path: string;
  readonly lengthBytes: number;
  readonly waitsForContinue: boolean;
  readonly origin: string;
}

function parseHead(text: string, scheme: string): Head {
  const lines = text.split('\r\n');
  const [method = '', path = ''] = (lines[0] ?? '').split(' ');
  const headers = new Map<string, string>();
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return {
    method,
    path,
    lengthBytes: Number(headers.get('content-length') ?? 0),
    waitsForContinue: headers.has('expect'),
    origin: `${scheme}://${headers.get('host')}`,
  };
}

/** Shared by all connections: its content is used within the callback only. Fits into the processor's cache. */
const buffer = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Node reads into a given buffer (`onread`) only on sockets that it connects, not on those that it accepts. Compared with a
 * new buffer per read that needs a third of the CPU time, two thirds over TLS. So this fake sets the same internal
 * properties, and falls back to normal reads on a Node that has others.
 */
const switches = Object.getOwnPropertySymbols(new net.Socket({ onread: { buffer, callback: () => true } }));
const bufferSwitch = switches.find(({ description }) => description === 'kBuffer');
const callbackSwitch = switches.find(({ description }) => description === 'kBufferCb');

function readInto(socket: net.Socket, onChunk: (chunk: Buffer) => void): void {
  const handle: unknown = Reflect.get(socket, '_handle');
  const useUserBuffer: unknown =
    handle && typeof handle === 'object' ? Reflect.get(handle, 'useUserBuffer') : null;
  if (!bufferSwitch || !callbackSwitch || typeof useUserBuffer !== 'function') {
    socket.on('data', onChunk);
    return;
  }
  Reflect.set(socket, bufferSwitch, buffer);
  Reflect.set(socket, callbackSwitch, (bytes: number) => {
    onChunk(buffer.subarray(0, bytes));
    return true;
  });
  Reflect.apply(useUserBuffer, handle, [buffer]);
  socket.resume();
}

/** Objects, whole or in parts, without their content. The ETag doesn't look like an MD5, so it is not compared with one. */
function answerAsS3(socket: net.Socket, { method, path, lengthBytes }: Head): void {
  const [key = '', query = ''] = path.split('?');
  if (method === 'PUT') {
    puts += 1;
    const part = new URLSearchParams(query).get('partNumber');
    const parts = part === null ? new Map<string, number>() : (objectBytes.get(key) ?? new Map());
    objectBytes.set(key, parts.set(part ?? '', lengthBytes));
  }
  const parts = objectBytes.get(key);
  const bytes = [...(parts?.values() ?? [])].reduce((sum, part) => sum + part, 0);
  const status = parts === undefined && method !== 'POST' ? '404 Not Found' : '200 OK';
  const result = query.includes('uploadId=')
    ? 'CompleteMultipartUploadResult'
    : 'InitiateMultipartUploadResult';
  const xml = `<${result}><UploadId>sink</UploadId><ETag>"object"</ETag></${result}>`;
  const text = method === 'POST' ? xml : '';
  const length = method === 'HEAD' ? bytes : text.length;
  socket.write(
    `HTTP/1.1 ${status}\r\nETag: "object"\r\nLast-Modified: Mon, 01 Jan 2024 00:00:00 GMT\r\nContent-Length: ${length}\r\n\r\n${text}`,
  );
}

function serve(socket: net.Socket, scheme: string): void {
  let headText = '';
  let head: Head | null = null;
  let missingBytes = 0;
  let body = '';
  let ends = false;

  const finish = (done: Head) => {
    head = null;
    requests += 1;
    if (done.path.startsWith('/s3/')) {
      body = '';
      answerAsS3(socket, done);
      return;
    }
    const answer = answerFor(done.method, done.path, body, done.origin);
    body = '';
    if (answer.etag) puts += 1;
    const text = answer.json === null ? '' : JSON.stringify(answer.json);
    const etag = answer.etag ? `ETag: ${answer.etag}\r\n` : '';
    const type = text ? 'Content-Type: application/json\r\n' : '';
    socket.write(
      `HTTP/1.1 ${answer.status} ${answer.status < 400 ? 'OK' : 'No'}\r\n${etag}${type}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  };

  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('end', () => {
    ends = true;
    socket.end();
  });
  readInto(socket, (chunk) => {
    let at = 0;
    while (at < chunk.length && !ends) {
      if (head) {
        const bytes = Math.min(missingBytes, chunk.length - at);
        if (head.method === 'PUT') {
          receivedBytes += bytes;
          lastByteAtMs = performance.timeOrigin + performance.now();
          firstByteAtMs ??= lastByteAtMs;
        } else body += chunk.toString('utf8', at, at + bytes);
        at += bytes;
        missingBytes -= bytes;
        if (missingBytes === 0) finish(head);
        continue;
      }
      const before = headText.length;
      headText += chunk.toString('latin1', at);
      const end = headText.indexOf('\r\n\r\n');
      if (end < 0) return;
      at += end + 4 - before;
      head = parseHead(headText.slice(0, end), scheme);
      headText = '';
      missingBytes = head.lengthBytes;
      if (head.waitsForContinue) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      if (missingBytes === 0) finish(head);
    }
  });
}

const [certificateFile, keyFile] = process.argv.slice(2);
const server =
  certificateFile && keyFile
    ? tls.createServer(
        { cert: readFileSync(certificateFile), key: readFileSync(keyFile), ALPNProtocols: ['http/1.1'] },
        (socket) => serve(socket, 'https'),
      )
    : net.createServer((socket) => serve(socket, 'http'));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') process.send?.({ port: address.port });
});
process.on('message', (message) => {
  if (message === 'reset') {
    receivedBytes = 0;
    puts = 0;
    requests = 0;
    firstByteAtMs = null;
    lastByteAtMs = null;
    objectBytes.clear();
  }
  process.send?.({ stats: stats() });
});
process.on('disconnect', () => process.exit(0));
