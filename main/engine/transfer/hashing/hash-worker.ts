/** A thread that computes hashes of several files, which it reads itself, in turns, or gets in blocks. */
import { createHash, type Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { createSHA1, createSHA256, type IHasher } from 'hash-wasm';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import { thisThread } from '../../threads/this-thread.ts';
import type { HashAlgorithm } from '../../types/content-hashes.ts';
import {
  type HashReply,
  type HashRequest,
  type HashStates,
  type HashThreadTypes,
  limitOf,
  offsetIndex,
  type ReadLimit,
  type ReadProblem,
  type SharedBlocks,
} from './hash-protocol.ts';

interface RunningHash {
  update(block: Uint8Array): unknown;
  digest(): string;
  save(): Uint8Array;
  copy(): RunningHash;
}

interface RunningFile {
  readonly hashes: ReadonlyMap<HashAlgorithm, RunningHash>;
  readonly shared: SharedBlocks | null;
  /** How many bytes are hashed. */
  position: number;
}

const { post, listen } = thisThread<HashThreadTypes>();
const files = new Map<number, RunningFile>();

/** Where threads are many and cores few, one waits for longer than a few ms until it runs again. */
const turnMs = 100;
const progressBytes = 16 * 1024 * 1024;
const readBytes = 256 * 1024;
/** How long one of two threads waits for the other before other files have their turn. */
const waitMs = 20;
/** Only for a thread that reads alone. */
let readBuffer: Buffer | null = null;

/** Several times faster than hash-wasm's, but its state can't be saved. */
function opensslHash(hash: Hash): RunningHash {
  return {
    update: (block) => hash.update(block),
    digest: () => hash.digest('hex'),
    save: () => {
      throw new Error('The hash began without a state that can be saved');
    },
    copy: () => opensslHash(hash.copy()),
  };
}

function savableHash(hash: IHasher): RunningHash {
  return {
    update: (block) => hash.update(block),
    digest: () => hash.digest(),
    save: () => hash.save(),
    copy: () => {
      throw new Error('A hash whose state can be saved is not copied');
    },
  };
}

async function newSavable(algorithm: HashAlgorithm): Promise<IHasher> {
  switch (algorithm) {
    case 'sha1':
      return createSHA1();
    case 'sha256':
      return createSHA256();
    case 'md5':
      throw new Error('The state of an MD5 is never saved');
  }
}

/** All of them continue, or all begin: they have had the same bytes. */
async function beginSavable(
  algorithms: readonly HashAlgorithm[],
  from: HashStates | null,
): Promise<Pick<RunningFile, 'hashes' | 'position'>> {
  const begun = await Promise.all(
    algorithms.map(async (algorithm) => ({ algorithm, hash: (await newSavable(algorithm)).init() })),
  );
  const isResumed = from !== null && begun.every(({ algorithm, hash }) => isLoaded(hash, from[algorithm]));
  if (!isResumed) for (const { hash } of begun) hash.init();
  const hashes = new Map(begun.map(({ algorithm, hash }) => [algorithm, savableHash(hash)]));
  return { hashes, position: isResumed ? from.hashedBytes : 0 };
}

/** False for a state that another version of the library saved. */
function isLoaded(hash: IHasher, state: Uint8Array | null | undefined): boolean {
  if (state == null) return false;
  try {
    hash.load(state);
    return true;
  } catch {
    return false;
  }
}

function begun(file: number): RunningFile {
  const running = files.get(file);
  if (running === undefined) throw new Error(`File ${file} was not begun`);
  return running;
}

function hashOf(file: number, algorithm: HashAlgorithm): RunningHash {
  const hash = begun(file).hashes.get(algorithm);
  if (hash === undefined) throw new Error(`File ${file} began without ${algorithm}`);
  return hash;
}

function update(file: RunningFile, bytes: Uint8Array): void {
  for (const hash of file.hashes.values()) hash.update(bytes);
  file.position += bytes.length;
}

/** Hashes what `nextBytes` gives, until it gives nothing or other files have their turn. */
function hashOn(file: RunningFile, nextBytes: () => Uint8Array | null): void {
  const untilMs = performance.now() + turnMs;
  let toldBytes = file.position;
  while (performance.now() < untilMs) {
    const bytes = nextBytes();
    if (bytes === null) return;
    update(file, bytes);
    if (file.position - toldBytes < progressBytes) continue;
    toldBytes = file.position;
    post({ kind: 'progress', position: file.position });
  }
}

function readOn(file: RunningFile, fd: number, to: number, limit: ReadLimit): ReadProblem | null {
  const { shared } = file;
  let problem: ReadProblem | null = null;
  hashOn(file, () => {
    const wanted = Math.min(to, limitOf(limit)) - file.position;
    if (wanted <= 0) return null;
    const block = shared === null ? ownBlock() : freeBlock(file, shared);
    const bytes = Math.min(wanted, block.length);
    if (bytes === 0) return null;
    try {
      const read = readSync(fd, block, 0, bytes, file.position);
      if (read === 0) problem = { kind: 'ended' };
      else if (shared !== null) announce(shared, 'read', file.position + read);
      return read === 0 ? null : block.subarray(0, read);
    } catch (error) {
      problem = { kind: 'unreadable', errno: errnoOf(error) };
      return null;
    }
  });
  return problem;
}

function ownBlock(): Uint8Array {
  readBuffer ??= Buffer.allocUnsafeSlow(readBytes);
  return readBuffer;
}

function announce({ offsets }: SharedBlocks, which: keyof typeof offsetIndex, offset: number): void {
  Atomics.store(offsets, offsetIndex[which], BigInt(offset));
  Atomics.notify(offsets, offsetIndex[which]);
}

/** Waits for a moment if the offset is there already. */
function reachedBeyond({ offsets }: SharedBlocks, which: keyof typeof offsetIndex, offset: number): number {
  Atomics.wait(offsets, offsetIndex[which], BigInt(offset), waitMs);
  return Number(Atomics.load(offsets, offsetIndex[which]));
}

/** Where the next bytes are read to: empty while the other thread is behind by all that is shared. */
function freeBlock({ position }: RunningFile, shared: SharedBlocks): Uint8Array {
  const { length } = shared.ring;
  const free = reachedBeyond(shared, 'followed', position - length) + length - position;
  const start = position % length;
  return shared.ring.subarray(start, Math.min(length, start + Math.min(free, readBytes)));
}

/** The bytes that another thread read. */
function follow(file: RunningFile, shared: SharedBlocks, to: number, limit: ReadLimit): void {
  const { ring } = shared;
  hashOn(file, () => {
    announce(shared, 'followed', file.position);
    if (file.position >= Math.min(to, limitOf(limit))) return null;
    const read = Math.min(to, reachedBeyond(shared, 'read', file.position)) - file.position;
    const start = file.position % ring.length;
    return read <= 0 ? null : ring.subarray(start, Math.min(ring.length, start + Math.min(read, readBytes)));
  });
  announce(shared, 'followed', file.position);
}

async function handle(request: HashRequest): Promise<HashReply> {
  const { file } = request;
  switch (request.kind) {
    case 'begin': {
      const { algorithms, canSave, from, shared } = request;
      const hashes = () => new Map(algorithms.map((name) => [name, opensslHash(createHash(name))]));
      const running = canSave ? await beginSavable(algorithms, from) : { hashes: hashes(), position: 0 };
      const { position } = running;
      files.set(file, { ...running, shared });
      if (shared !== null)
        for (const which of ['read', 'followed'] as const) announce(shared, which, position);
      return { kind: 'begin', position };
    }
    case 'copy': {
      const { hashes, position } = begun(request.from);
      files.set(file, {
        hashes: new Map([...hashes].map(([name, hash]) => [name, hash.copy()])),
        shared: null,
        position,
      });
      return { kind: 'copy' };
    }
    case 'read': {
      const running = begun(file);
      const problem = readOn(running, request.fd, request.to, request.limit);
      return { kind: 'read', position: running.position, problem };
    }
    case 'follow': {
      const running = begun(file);
      if (running.shared === null) throw new Error(`File ${file} began without shared blocks`);
      follow(running, running.shared, request.to, request.limit);
      return { kind: 'follow', position: running.position };
    }
    case 'update':
      update(begun(file), new Uint8Array(request.block, 0, request.bytes));
      return { kind: 'update', block: request.block };
    case 'save':
      return { kind: 'save', state: hashOf(file, request.algorithm).save() };
    case 'digest':
      return { kind: 'digest', hash: hashOf(file, request.algorithm).digest() };
    case 'drop':
      files.delete(file);
      return { kind: 'drop' };
  }
}

let last: Promise<void> = Promise.resolve();
listen((request) => {
  last = last.then(async () => {
    const reply = await handle(request);
    post(reply, reply.kind === 'update' ? [reply.block] : []);
  });
});
