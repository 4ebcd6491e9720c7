import { Worker } from 'node:worker_threads';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import { createHashControl, type HashControl, type HashJob, type HashMessage } from './file-hash-protocol.ts';

/**
 * From this size on, the state of the SHA-1 is saved now and then, so that a resume doesn't hash the file from its start.
 * The implementation whose state can be saved runs at some 0.2 GiB/s, faster than a 1 Gbit/s line. Smaller files use
 * OpenSSL's.
 */
export const saveFromBytes = 64 * 1024 ** 3;
export const saveEveryBytes = 1024 ** 3;

export interface FileToHash {
  readonly fd: number;
  readonly sizeBytes: number;
  readonly from: HashJob['from'];
  readonly onSaved: (hashedBytes: number, state: Uint8Array) => void;
}

/** Computes the SHA-1 of a file of several parts on a thread of its own, while they are sent. */
export class FileHash {
  readonly #control: HashControl;
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  /** Fails with path-unreadable or file-changed; with `stopped` after `stop`. */
  readonly sha1: Promise<Result<string>>;

  constructor(file: FileToHash, saveFrom = saveFromBytes, saveEvery = saveEveryBytes) {
    const { memory, ...control } = createHashControl();
    this.#control = control;
    const job: HashJob = {
      memory,
      fd: file.fd,
      sizeBytes: file.sizeBytes,
      saveEveryBytes: file.sizeBytes >= saveFrom ? saveEvery : null,
      from: file.from,
    };
    this.#worker = new Worker(new URL('./file-hash-worker.ts', import.meta.url), { workerData: job });
    this.#exited = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.sha1 = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: HashMessage) => {
        if (message.kind === 'saved') file.onSaved(message.hashedBytes, message.state);
        else if (message.kind === 'done') resolve(success(message.sha1));
        else resolve({ ok: false, failure: message.failure });
      });
      this.#worker.once('error', reject);
      this.#worker.once('exit', () => resolve(failure('stopped')));
    });
    // A bug. It is thrown where the hash is awaited, which may never happen.
    this.sha1.catch(() => undefined);
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
