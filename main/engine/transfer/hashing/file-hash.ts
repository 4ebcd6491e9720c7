import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { ReadError } from '../../sources/reader-protocol.ts';
import { readFailure } from '../../sources/source-handle.ts';
import type { OpenFile } from '../../sources/source-reader.ts';
import type { SavedHash } from '../../store/uploads/source-file-repository.ts';
import type { HashAlgorithm } from '../../types/content-hashes.ts';
import type { Hasher, HashPool } from './hash-pool.ts';
import { limitOf, type ReadLimit } from './hash-protocol.ts';

/**
 * From this size on, the states of the hashes are saved now and then, so that a resume doesn't hash the file from its start.
 * The implementation whose state can be saved runs at some 0.2 GiB/s, faster than a 1 Gbit/s line. Smaller files use
 * OpenSSL's.
 */
export const saveFromBytes = 64 * 1024 ** 3;
export const saveEveryBytes = 1024 ** 3;

/** What may be read for sending before it is hashed: little enough that the system's cache still has it then. */
export const aheadBytes = 256 * 1024 ** 2;

/**
 * Whether the bytes from `offset` on may be read for sending. What earlier runs sent has to be read again anyway: while that
 * is hashed, the line doesn't wait.
 */
export function mayReadFrom(offset: number, hashedBytes: number, earlierBytes: number): boolean {
  return offset - hashedBytes <= aheadBytes || hashedBytes < earlierBytes;
}

/** How a later run continues where this one ends. */
export interface HashSaving {
  readonly from: SavedHash | null;
  readonly onSaved: (saved: SavedHash) => void;
  readonly fromBytes?: number;
  readonly everyBytes?: number;
}

export interface FileToHash {
  readonly file: Pick<OpenFile, 'root' | 'lend'>;
  readonly sizeBytes: number;
  /** One thread computes all of them, of the same bytes. */
  readonly algorithms: readonly HashAlgorithm[];
  readonly signal: AbortSignal;
  /** What earlier runs sent. */
  readonly earlierBytes?: number;
  readonly saving?: HashSaving;
  readonly onHashed?: (bytes: number) => void;
}

/** Hexadecimal. */
export type DigestOf = (algorithm: HashAlgorithm) => string;

/**
 * The hashes of a file, on a thread that reads it while it is sent. It reads no further than the parts in flight, and no part
 * is read far ahead of it, so that the bytes are in the system's cache and a disk or share is read once.
 */
export class FileHash {
  readonly #source: FileToHash;
  readonly #pool: HashPool;
  readonly #outcome = Promise.withResolvers<Result<DigestOf>>();
  #hasher: Hasher | null = null;
  readonly #limit: ReadLimit = new BigInt64Array(new SharedArrayBuffer(8));
  #frontier = 0;
  #hashedBytes = 0;
  #hasEnded = false;
  #moved = Promise.withResolvers<void>();

  constructor(source: FileToHash, pool: HashPool) {
    this.#source = source;
    this.#pool = pool;
    source.signal.addEventListener('abort', this.stop, { once: true });
    // A bug is thrown where the hashes are awaited, which may never happen.
    this.done.catch(this.stop);
    if (source.signal.aborted) this.stop();
    else this.#run().then((hashed) => this.#end(hashed), this.#outcome.reject);
  }

  /** Fails with path-unreadable or file-changed, and with `stopped` after the signal or `stop`. */
  get done(): Promise<Result<DigestOf>> {
    return this.#outcome.promise;
  }

  /** The bytes before this offset have been read for sending, or are about to be. */
  mayReadTo(offset: number): void {
    if (offset <= this.#frontier || this.#hasEnded) return;
    this.#frontier = offset;
    Atomics.store(this.#limit, 0, BigInt(offset));
    this.#announce();
  }

  /** Resolves when the bytes from `offset` on may be read for sending. Fails as `done` does, and with `stopped`. */
  async keepUp(offset: number, signal: AbortSignal): Promise<Result<unknown>> {
    const { earlierBytes = 0 } = this.#source;
    const wake = (): void => this.#announce();
    signal.addEventListener('abort', wake);
    while (!this.#hasEnded && !signal.aborted && !mayReadFrom(offset, this.#hashedBytes, earlierBytes))
      await this.#moved.promise;
    signal.removeEventListener('abort', wake);
    if (this.#hasEnded) return this.done;
    return signal.aborted ? failure('stopped') : success(undefined);
  }

  readonly stop = (): void => this.#end(failure('stopped'));

  [Symbol.dispose](): void {
    this.stop();
  }

  #end(outcome: Result<DigestOf>): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // Ends what a thread still reads.
    Atomics.store(this.#limit, 0, 0n);
    this.#outcome.resolve(outcome);
    this.#source.signal.removeEventListener('abort', this.stop);
    this.#drop();
    this.#announce();
  }

  #drop(): void {
    this.#hasher?.drop();
    this.#hasher = null;
  }

  #announce(): void {
    this.#moved.resolve();
    this.#moved = Promise.withResolvers();
  }

  async #run(): Promise<Result<DigestOf>> {
    const { sizeBytes, saving, algorithms } = this.#source;
    const { fromBytes = saveFromBytes, everyBytes = saveEveryBytes } = saving ?? {};
    const canSave = saving !== undefined && sizeBytes >= fromBytes;
    const hasher = await this.#begin(canSave);
    for (let start = this.#hashedBytes; start < sizeBytes; start = this.#hashedBytes) {
      const end = canSave ? Math.min(start + everyBytes, sizeBytes) : sizeBytes;
      // A thread has the next turn while the answer of the one before is under way.
      await Promise.all([this.#readTo(hasher, end), this.#readTo(hasher, end)]);
      if (this.#hasEnded) return failure('stopped');
      if (!canSave || end - start < everyBytes) continue;
      const saved = async (name: HashAlgorithm) => (algorithms.includes(name) ? hasher.save(name) : null);
      const [sha1, sha256] = await Promise.all([hasher.save('sha1'), saved('sha256')]);
      saving.onSaved({ hashedBytes: end, sha1, sha256 });
    }
    return success(await digestsOf(hasher));
  }

  async #begin(canSave: boolean): Promise<Hasher> {
    const { file, algorithms, saving } = this.#source;
    const options = { root: file.root, algorithms, canSave, from: saving?.from ?? null };
    const hasher = await this.#pool.begin(options);
    this.#hasher = hasher;
    if (this.#hasEnded) this.#drop();
    this.#countHashed(hasher);
    return hasher;
  }

  async #readTo(hasher: Hasher, end: number): Promise<void> {
    while (hasher.position < end && !this.#hasEnded) {
      if (hasher.position >= limitOf(this.#limit)) await this.#moved.promise;
      else {
        const failed = await this.#readOn(hasher, end);
        if (failed !== null) return this.#end(failed);
      }
    }
  }

  async #readOn(hasher: Hasher, to: number): Promise<Result<never> | null> {
    try {
      const onProgress = () => this.#countHashed(hasher);
      const read = (fd: number) => hasher.read(fd, to, this.#limit, onProgress);
      const problem = await this.#source.file.lend(read);
      if (problem === null) return null;
      if (problem.kind === 'unreadable') throw new ReadError(problem.errno, 'The file is not read on');
      return failure('file-changed', { change: { kind: 'truncated', atByte: hasher.position } });
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      return { ok: false, failure: readFailure(error) };
    }
  }

  #countHashed({ position }: Hasher): void {
    if (this.#hasEnded || position === this.#hashedBytes) return;
    this.#source.onHashed?.(position - this.#hashedBytes);
    this.#hashedBytes = position;
    this.#announce();
  }
}

async function digestsOf(hasher: Hasher): Promise<DigestOf> {
  const digests = new Map(
    await Promise.all(hasher.algorithms.map(async (name) => [name, await hasher.digest(name)] as const)),
  );
  return (algorithm) => {
    const digest = digests.get(algorithm);
    if (digest === undefined) throw new Error(`The file is hashed without ${algorithm}`);
    return digest;
  };
}
