/** A thread that computes hashes of several files. It reads nothing itself, so it never hangs. */
import { createHash, type Hash } from 'node:crypto';
import { createSHA1, createSHA256, type IHasher } from 'hash-wasm';
import { thisThread } from '../../threads/this-thread.ts';
import type { HashAlgorithm } from '../../types/content-hashes.ts';
import type { HashReply, HashRequest, HashStates, HashThreadTypes } from './hash-protocol.ts';

interface RunningHash {
  update(block: Uint8Array): unknown;
  digest(): string;
  save(): Uint8Array;
  copy(): RunningHash;
}

type FileHashes = ReadonlyMap<HashAlgorithm, RunningHash>;

const files = new Map<number, FileHashes>();

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
): Promise<{ readonly hashes: FileHashes; readonly isResumed: boolean }> {
  const begun = await Promise.all(
    algorithms.map(async (algorithm) => ({ algorithm, hash: (await newSavable(algorithm)).init() })),
  );
  const isResumed = from !== null && begun.every(({ algorithm, hash }) => isLoaded(hash, from[algorithm]));
  if (!isResumed) for (const { hash } of begun) hash.init();
  return { hashes: new Map(begun.map(({ algorithm, hash }) => [algorithm, savableHash(hash)])), isResumed };
}

/** False for a state that another version of the library saved. */
function isLoaded(hash: IHasher, state: Uint8Array | undefined): boolean {
  if (state === undefined) return false;
  try {
    hash.load(state);
    return true;
  } catch {
    return false;
  }
}

function begun(file: number): FileHashes {
  const hashes = files.get(file);
  if (hashes === undefined) throw new Error(`File ${file} was not begun`);
  return hashes;
}

function hashOf(file: number, algorithm: HashAlgorithm): RunningHash {
  const hash = begun(file).get(algorithm);
  if (hash === undefined) throw new Error(`File ${file} began without ${algorithm}`);
  return hash;
}

async function handle(request: HashRequest): Promise<HashReply> {
  const { file } = request;
  switch (request.kind) {
    case 'begin': {
      const { algorithms, canSave, from } = request;
      if (canSave) {
        const { hashes, isResumed } = await beginSavable(algorithms, from);
        files.set(file, hashes);
        return { kind: 'begin', isResumed };
      }
      files.set(file, new Map(algorithms.map((name) => [name, opensslHash(createHash(name))])));
      return { kind: 'begin', isResumed: false };
    }
    case 'copy':
      files.set(file, new Map([...begun(request.from)].map(([name, hash]) => [name, hash.copy()])));
      return { kind: 'copy' };
    case 'update': {
      const bytes = new Uint8Array(request.block, 0, request.bytes);
      for (const hash of begun(file).values()) hash.update(bytes);
      return { kind: 'update', block: request.block };
    }
    case 'save':
      return { kind: 'save', state: hashOf(file, request.algorithm).save() };
    case 'digest':
      return { kind: 'digest', hash: hashOf(file, request.algorithm).digest() };
    case 'drop':
      files.delete(file);
      return { kind: 'drop' };
  }
}

const { post, listen } = thisThread<HashThreadTypes>();
let last: Promise<void> = Promise.resolve();
listen((request) => {
  last = last.then(async () => {
    const reply = await handle(request);
    post(reply, reply.kind === 'update' ? [reply.block] : []);
  });
});
