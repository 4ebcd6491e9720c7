import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';

/** Small chunks are gathered to blocks of this size: one write per chunk halves the throughput. */
const blockBytes = 1 << 20;
/** Received but not yet written; past this the sender is made to wait. */
const maxPendingBytes = 4 * blockBytes;

export interface ReceiveOptions {
  /** Where the bytes go; undefined discards them. */
  readonly file: string | undefined;
  readonly md5: boolean;
  readonly bytesPerSecond?: number;
  /** Called with the number of bytes received so far. */
  onBytes(totalBytes: number): void;
}

export type ReceiveResult =
  | { readonly kind: 'whole'; readonly sizeBytes: number; readonly md5: string | null }
  | { readonly kind: 'broken' }
  | { readonly kind: 'unwritable'; readonly error: unknown };

/** Streams a request's body to disk with back-pressure; memory stays below a few blocks whatever the body's size. */
export async function receiveBody(body: Readable, wanted: ReceiveOptions): Promise<ReceiveResult> {
  let handle: FileHandle | undefined;
  try {
    if (wanted.file !== undefined) handle = await open(wanted.file, 'wx');
    return await streamToFile(body, handle, wanted);
  } catch (error) {
    return { kind: 'unwritable', error };
  } finally {
    await handle?.close();
  }
}

function streamToFile(
  body: Readable,
  handle: FileHandle | undefined,
  wanted: ReceiveOptions,
): Promise<ReceiveResult> {
  const hash = wanted.md5 ? createHash('md5') : undefined;
  const startedMs = performance.now();
  let sizeBytes = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let writing = false;
  let ended = false;
  let failed = false;
  let holds = 0;

  return new Promise((resolve, reject) => {
    const hold = (): void => {
      holds += 1;
      body.pause();
    };
    const release = (): void => {
      holds -= 1;
      if (holds === 0) body.resume();
    };
    const finish = (): void =>
      resolve({ kind: 'whole', sizeBytes, md5: hash === undefined ? null : hash.digest('hex') });
    const flush = async (target: FileHandle): Promise<void> => {
      writing = true;
      while (pendingBytes >= blockBytes || (ended && pendingBytes > 0)) {
        const batch = pending;
        const held = pendingBytes > maxPendingBytes;
        pending = [];
        pendingBytes = 0;
        await writeAll(target, batch);
        if (held) release();
      }
      writing = false;
      if (ended) finish();
    };

    const giveUp = (error: unknown): void => {
      failed = true;
      body.resume();
      reject(error);
    };

    body.on('data', (chunk: Buffer) => {
      if (failed) return;
      sizeBytes += chunk.length;
      wanted.onBytes(sizeBytes);
      hash?.update(chunk);
      if (handle !== undefined) {
        const wasWithin = pendingBytes <= maxPendingBytes;
        pending.push(chunk);
        pendingBytes += chunk.length;
        if (wasWithin && pendingBytes > maxPendingBytes) hold();
        if (!writing && pendingBytes >= blockBytes) flush(handle).catch(giveUp);
      }
      if (wanted.bytesPerSecond !== undefined) {
        const aheadMs = startedMs + (sizeBytes / wanted.bytesPerSecond) * 1000 - performance.now();
        if (aheadMs > 5) {
          hold();
          setTimeout(release, aheadMs);
        }
      }
    });
    body.on('end', () => {
      ended = true;
      if (handle === undefined) finish();
      else if (!writing) flush(handle).catch(giveUp);
    });
    // 'close' follows an error as well as a connection that just went away.
    body.on('error', () => undefined);
    body.on('close', () => {
      if (!ended) resolve({ kind: 'broken' });
    });
    if (body.destroyed && !body.readableEnded) resolve({ kind: 'broken' });
  });
}

async function writeAll(handle: FileHandle, batch: readonly Buffer[]): Promise<void> {
  let rest = batch;
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest);
    rest = skipBytes(rest, bytesWritten);
  }
}

/** What is left of the buffers when the system took fewer bytes than it was given. */
function skipBytes(buffers: readonly Buffer[], bytes: number): readonly Buffer[] {
  let skip = bytes;
  for (const [index, buffer] of buffers.entries()) {
    if (skip < buffer.length) return [buffer.subarray(skip), ...buffers.slice(index + 1)];
    skip -= buffer.length;
  }
  return [];
}
