import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loopbackCertificate } from './sink-certificate.ts';
import type { SinkStats } from './sink-server.ts';

export interface Sink {
  /** Without a path, such as https://127.0.0.1:4711. The body of a PUT to any path is discarded. */
  readonly url: string;
  readonly pid: number;
  /** With `tls`: the certificate that clients must trust, and its file. */
  readonly caPem?: string;
  readonly caFile?: string;
  stats(): Promise<SinkStats>;
  /** Sets the counters to zero and keeps the known parts. */
  reset(): Promise<SinkStats>;
  stop(): Promise<void>;
}

/** A server in its own process that discards uploaded parts, answers with ETags, and acts as the platform for an upload. */
export async function startSink(settings: { readonly tls?: boolean } = {}): Promise<Sink> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-sink-'));
  const certificate = settings.tls ? await loopbackCertificate() : null;
  const caFile = join(folder, 'cert.pem');
  const keyFile = join(folder, 'key.pem');
  if (certificate) {
    await writeFile(caFile, certificate.certPem);
    await writeFile(keyFile, certificate.keyPem, { mode: 0o600 });
  }
  const server = fileURLToPath(new URL('sink-server.ts', import.meta.url));
  const child = fork(server, certificate ? [caFile, keyFile] : []);

  // The server sends one message per question, in order.
  const waiting: ((message: unknown) => void)[] = [];
  const nextMessage = () => new Promise<unknown>((resolve) => waiting.push(resolve));
  child.on('message', (message) => waiting.shift()?.(message));
  const exited = once(child, 'exit').then(() => null);
  const started = await Promise.race([nextMessage(), exited]);
  const port = started && typeof started === 'object' ? Reflect.get(started, 'port') : null;
  if (typeof port !== 'number' || child.pid === undefined) throw new Error('The sink did not start');

  async function ask(question: string): Promise<SinkStats> {
    const answer = nextMessage();
    child.send(question);
    const message = await Promise.race([answer, exited]);
    if (!isStatsMessage(message)) throw new Error('The sink has ended');
    return message.stats;
  }

  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    pid: child.pid,
    ...(certificate && { caPem: certificate.certPem, caFile }),
    stats: () => ask('stats'),
    reset: () => ask('reset'),
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

function isStatsMessage(message: unknown): message is { readonly stats: SinkStats } {
  return typeof message === 'object' && message !== null && 'stats' in message;
}
