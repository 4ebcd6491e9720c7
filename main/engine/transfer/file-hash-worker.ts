import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createSHA1 } from 'hash-wasm';
import { failure } from '../../../preload/contract/failure.ts';
import { readFailure } from '../sources/source-handle.ts';
import { createHashControl, type HashJob, type HashMessage } from './file-hash-protocol.ts';

const blockBytes = 1024 * 1024;

interface Sha1 {
  update(block: Uint8Array): unknown;
  digest(): string;
  save(): Uint8Array;
}

/** OpenSSL's is five times faster. Only the state of hash-wasm's can be saved. */
async function sha1For(job: HashJob): Promise<{ readonly sha1: Sha1; readonly hashedBytes: number }> {
  if (job.saveEveryBytes === null) {
    const sha1 = createHash('sha1');
    const update = (block: Uint8Array) => sha1.update(block);
    return {
      sha1: { update, digest: () => sha1.digest('hex'), save: () => new Uint8Array() },
      hashedBytes: 0,
    };
  }
  const sha1 = (await createSHA1()).init();
  const hasher: Sha1 = {
    update: (b) => sha1.update(b),
    digest: () => sha1.digest('hex'),
    save: () => sha1.save(),
  };
  if (job.from === null) return { sha1: hasher, hashedBytes: 0 };
  try {
    sha1.load(job.from.state);
    return { sha1: hasher, hashedBytes: job.from.hashedBytes };
  } catch {
    sha1.init(); // saved by another version of the library: the file is hashed from its start
    return { sha1: hasher, hashedBytes: 0 };
  }
}

async function hash(job: HashJob, send: (message: HashMessage) => void): Promise<void> {
  const control = createHashControl(job.memory);
  const block = Buffer.allocUnsafeSlow(blockBytes);
  const { sha1, hashedBytes: start } = await sha1For(job);
  let position = start;
  let savedAt = start;
  while (position < job.sizeBytes) {
    if (Atomics.load(control.stop, 0) === 1) return;
    const frontier = Atomics.load(control.frontier, 0);
    if (BigInt(position) >= frontier) {
      Atomics.wait(control.frontier, 0, frontier, 1000);
      continue;
    }
    const wanted = Math.min(blockBytes, Number(frontier) - position);
    const read = readSync(job.fd, block, 0, wanted, position);
    if (read === 0) {
      const change = { kind: 'truncated', atByte: position } as const;
      return send({ kind: 'failed', failure: failure('file-changed', { change }).failure });
    }
    sha1.update(block.subarray(0, read));
    position += read;
    if (job.saveEveryBytes !== null && position - savedAt >= job.saveEveryBytes) {
      send({ kind: 'saved', hashedBytes: position, state: sha1.save() });
      savedAt = position;
    }
  }
  send({ kind: 'done', sha1: sha1.digest() });
}

try {
  await hash(workerData as HashJob, send);
} catch (error) {
  send({ kind: 'failed', failure: readFailure(error) });
}

function send(message: HashMessage): void {
  parentPort?.postMessage(message);
}
