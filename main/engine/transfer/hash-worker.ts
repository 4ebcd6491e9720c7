/** A thread that computes the SHA-1 of several files. It reads nothing itself, so it never hangs. */
import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { createSHA1, type IHasher } from 'hash-wasm';
import type { Digests, HashReply, HashRequest, SavedHash } from './hash-protocol.ts';

interface Sha1 {
  update(block: Uint8Array): unknown;
  digest(): Digests;
  save(): Uint8Array;
  copy(): Promise<Sha1>;
}

const files = new Map<number, Sha1>();

const onlySha1 = (sha1: string): Digests => ({ sha1, md5: null, sha256: null });

/** Five times faster than hash-wasm's, but its state can't be saved. */
function opensslSha1(sha1: Hash): Sha1 {
  return {
    update: (block) => sha1.update(block),
    digest: () => onlySha1(sha1.digest('hex')),
    save: () => new Uint8Array(),
    copy: async () => opensslSha1(sha1.copy()),
  };
}

function allHashes(sha1: Hash, md5: Hash, sha256: Hash): Sha1 {
  return {
    update: (block) => {
      for (const hash of [sha1, md5, sha256]) hash.update(block);
    },
    digest: () => ({ sha1: sha1.digest('hex'), md5: md5.digest('hex'), sha256: sha256.digest('hex') }),
    save: () => new Uint8Array(),
    copy: async () => allHashes(sha1.copy(), md5.copy(), sha256.copy()),
  };
}

function savableSha1(sha1: IHasher): Sha1 {
  return {
    update: (block) => sha1.update(block),
    digest: () => onlySha1(sha1.digest('hex')),
    save: () => sha1.save(),
    copy: async () => savableSha1((await createSHA1()).load(sha1.save())),
  };
}

async function begin(
  canSave: boolean,
  from: SavedHash | null,
  all: boolean,
): Promise<{ readonly sha1: Sha1; readonly hashedBytes: number }> {
  if (all)
    return {
      sha1: allHashes(createHash('sha1'), createHash('md5'), createHash('sha256')),
      hashedBytes: 0,
    };
  if (!canSave) return { sha1: opensslSha1(createHash('sha1')), hashedBytes: 0 };
  const sha1 = (await createSHA1()).init();
  if (from === null) return { sha1: savableSha1(sha1), hashedBytes: 0 };
  try {
    sha1.load(from.state);
    return { sha1: savableSha1(sha1), hashedBytes: from.hashedBytes };
  } catch {
    sha1.init(); // saved by another version of the library: the file is hashed from its start
    return { sha1: savableSha1(sha1), hashedBytes: 0 };
  }
}

function begun(file: number): Sha1 {
  const sha1 = files.get(file);
  if (sha1 === undefined) throw new Error(`File ${file} was not begun`);
  return sha1;
}

async function handle(request: HashRequest): Promise<HashReply> {
  const { file } = request;
  if (request.kind === 'begin') {
    const { sha1, hashedBytes } = await begin(request.canSave, request.from, request.all);
    files.set(file, sha1);
    return { kind: 'begin', hashedBytes };
  }
  if (request.kind === 'copy') {
    files.set(file, await begun(request.from).copy());
    return { kind: 'copy' };
  }
  const sha1 = begun(file);
  switch (request.kind) {
    case 'update':
      sha1.update(new Uint8Array(request.block, 0, request.bytes));
      return { kind: 'update', block: request.block };
    case 'save':
      return { kind: 'save', state: sha1.save() };
    case 'digest':
      return { kind: 'digest', ...sha1.digest() };
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
