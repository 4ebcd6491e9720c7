/** A thread that computes the SHA-1 of several files. It reads nothing itself, so it never hangs. */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { createSHA1 } from 'hash-wasm';
import type { HashReply, HashRequest, SavedHash } from './hash-protocol.ts';

interface Sha1 {
  update(block: Uint8Array): unknown;
  digest(): string;
  save(): Uint8Array;
}

const files = new Map<number, Sha1>();

/** OpenSSL's is five times faster. Only the state of hash-wasm's can be saved. */
async function begin(
  canSave: boolean,
  from: SavedHash | null,
): Promise<{ readonly sha1: Sha1; readonly hashedBytes: number }> {
  if (!canSave) {
    const sha1 = createHash('sha1');
    return {
      sha1: {
        update: (block) => sha1.update(block),
        digest: () => sha1.digest('hex'),
        save: () => new Uint8Array(),
      },
      hashedBytes: 0,
    };
  }
  const sha1 = (await createSHA1()).init();
  const hasher: Sha1 = {
    update: (block) => sha1.update(block),
    digest: () => sha1.digest('hex'),
    save: () => sha1.save(),
  };
  if (from === null) return { sha1: hasher, hashedBytes: 0 };
  try {
    sha1.load(from.state);
    return { sha1: hasher, hashedBytes: from.hashedBytes };
  } catch {
    sha1.init(); // saved by another version of the library: the file is hashed from its start
    return { sha1: hasher, hashedBytes: 0 };
  }
}

async function handle(request: HashRequest): Promise<HashReply> {
  const { file } = request;
  if (request.kind === 'begin') {
    const { sha1, hashedBytes } = await begin(request.canSave, request.from);
    files.set(file, sha1);
    return { kind: 'begin', hashedBytes };
  }
  const sha1 = files.get(file);
  if (sha1 === undefined) throw new Error(`File ${file} was not begun`);
  switch (request.kind) {
    case 'update':
      sha1.update(new Uint8Array(request.block, 0, request.bytes));
      return { kind: 'update', block: request.block };
    case 'save':
      return { kind: 'save', state: sha1.save() };
    case 'digest':
      return { kind: 'digest', sha1: sha1.digest() };
    case 'drop':
      files.delete(file);
      return { kind: 'drop' };
  }
}

let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (request: HashRequest) => {
  last = last.then(async () => {
    const reply = await handle(request);
    parentPort?.postMessage(reply, reply.kind === 'update' ? [reply.block] : []);
  });
});
