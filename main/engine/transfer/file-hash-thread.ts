import { Worker } from 'node:worker_threads';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { type HashControl, type HashJob, type HashMessage, hashControl } from './file-hash-protocol.ts';

/**
 * From this size on, the SHA-1's state is kept as it goes, so that a restart does not read the file again. The hash whose
 * state can be kept runs at some 0.2 GiB/s, faster than a 1 Gbit/s line; smaller files use OpenSSL's.
 */
export const keptFromBytes = 64 * 1024 ** 3;
export const keepEveryBytes = 1024 ** 3;

export interface FileToHash {
  readonly fd: number;
  readonly path: string;
  readonly sizeBytes: number;
  readonly from: HashJob['from'];
  readonly onSaved: (hashedBytes: number, state: Uint8Array) => void;
}

/** The SHA-1 of a file of several parts, on a thread of its own, beside the sending. */
export class FileHash {
  readonly #control: HashControl;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  /** Fails with path-unreadable; `stopped` after `stop`. */
  readonly sha1: Promise<Result<string>>;

  constructor(file: FileToHash, keptFrom = keptFromBytes, keepEvery = keepEveryBytes) {
    const { memory, ...control } = hashControl();
    this.#control = control;
    const job: HashJob = {
      memory,
      fd: file.fd,
      sizeBytes: file.sizeBytes,
      saveEveryBytes: file.sizeBytes >= keptFrom ? keepEvery : null,
      from: file.from,
    };
    this.#worker = new Worker(new URL('./file-hash-worker.ts', import.meta.url), { workerData: job });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.sha1 = new Promise((resolve) => {
      this.#worker.on('message', (message: HashMessage) => {
        if (message.kind === 'saved') file.onSaved(message.hashedBytes, message.state);
        else if (message.kind === 'done') resolve(success(message.sha1));
        else
          resolve(
            failure(
              'path-unreadable',
              `It cannot be read to its end: ${message.reason}. Check the medium or share, then retry.`,
              {
                path: file.path,
              },
            ),
          );
      });
      this.#worker.once('error', (error) =>
        resolve(
          failure('path-unreadable', `It could not be hashed: ${error.message}.`, {
            path: file.path,
          }),
        ),
      );
      this.#worker.once('exit', () => resolve(failure('stopped', 'The hashing was stopped.')));
    });
  }

  get hashedBytes(): number {
    return Number(Atomics.load(this.#control.hashed, 0));
  }

  /** The bytes before this offset have been read for sending, or are about to be. */
  mayReadTo(offset: number): void {
    if (BigInt(offset) <= Atomics.load(this.#control.frontier, 0)) return;
    Atomics.store(this.#control.frontier, 0, BigInt(offset));
    Atomics.notify(this.#control.frontier, 0);
  }

  /** The file may be closed only after this. */
  async stop(): Promise<void> {
    Atomics.store(this.#control.stop, 0, 1);
    Atomics.notify(this.#control.frontier, 0);
    await this.#exited;
  }
}
