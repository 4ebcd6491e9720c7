import { identityKey } from '../types/source-path.ts';
import type { Pending, ReaderPool, StalledRoot } from './reader-pool.ts';
import {
  type FileStats,
  type ListedEntry,
  type MembersAnswer,
  type MembersRequest,
  type Moved,
  type MoveRequest,
  NotAFileError,
  type ReadEnds,
  ReadError,
  type ReaderAnswer,
  type ReaderArgument,
  type ReaderOperationName,
} from './reader-protocol.ts';

/** A path, and the root that it belongs to: where it hangs, only paths of that root wait. */
export interface SourcePath {
  readonly root: string;
  readonly path: string | Buffer;
}

/**
 * Reads sources, on threads of their own, and moves those of watched folders where a person chose so. Every method rejects
 * with ReadError: the system's code, or `stoppedCode` at once when the signal is aborted.
 */
export class SourceReader {
  readonly #pool: ReaderPool;

  constructor(pool: ReaderPool) {
    this.#pool = pool;
  }

  /** Follows a symbolic link. */
  stat({ root, path }: SourcePath, signal: AbortSignal): Promise<FileStats> {
    return answerOf(this.#pool.call(root, 'stat', { path }), signal);
  }

  lstat({ root, path }: SourcePath, signal: AbortSignal): Promise<FileStats> {
    return answerOf(this.#pool.call(root, 'lstat', { path }), signal);
  }

  /** Rejects with NotAFileError if it isn't a file. A link that a person named is followed. */
  async open({ root, path }: SourcePath, signal: AbortSignal, followLink = true): Promise<OpenFile> {
    const opened = await answerOf(this.#pool.call(root, 'open', { path, followLink }), signal);
    if (opened.kind !== 'file') throw new NotAFileError(opened.kind);
    return new OpenFile(this.#pool, root, opened);
  }

  /** Raw (source-path.ts): a link may lead to a name that is not Unicode. */
  realpath({ root, path }: SourcePath, signal: AbortSignal): Promise<string> {
    return answerOf(this.#pool.call(root, 'realpath', { path }), signal);
  }

  /** Tells what a path leads to from everything else, links followed: `identityKey`, or its real path where the file system numbers nothing. */
  async keyOf(at: SourcePath, signal: AbortSignal): Promise<string> {
    return identityKey(await this.stat(at, signal)) ?? (await this.realpath(at, signal));
  }

  /** Rejects if the file can't be read, or the folder can't be listed. */
  async checkReadable({ root, path }: SourcePath, signal: AbortSignal): Promise<void> {
    await answerOf(this.#pool.call(root, 'checkReadable', { path }), signal);
  }

  readEnds({ root, path }: SourcePath, signal: AbortSignal): Promise<ReadEnds | null> {
    return answerOf(this.#pool.call(root, 'readEnds', { path }), signal);
  }

  readFile({ root, path }: SourcePath, signal: AbortSignal): Promise<Uint8Array> {
    return answerOf(this.#pool.call(root, 'readFile', { path }), signal);
  }

  list({ root, path }: SourcePath, signal: AbortSignal): Promise<readonly ListedEntry[]> {
    return answerOf(this.#pool.call(root, 'list', { path }), signal);
  }

  /** See `Operations.readMembers`. The block is lost with a call that fails or is stopped. */
  readMembers(request: MembersRequest, signal: AbortSignal): Promise<MembersAnswer> {
    return answerOf(this.#pool.call(request.root, 'readMembers', request), signal);
  }

  /**
   * Moves a file of a watched folder within it: see move-file.ts. One that is stopped, or gets no answer, may still be moved
   * when its share answers: call it again to know.
   */
  move(request: MoveRequest, signal: AbortSignal): Promise<Moved> {
    return answerOf(this.#pool.call(request.root, 'move', request), signal);
  }

  /** Calls of this root fail now with `noAnswerCode`. */
  giveUp(root: string): void {
    this.#pool.giveUp(root);
  }

  /** The roots that do not answer. */
  stalled(): readonly StalledRoot[] {
    return this.#pool.stalled();
  }
}

/** A file that is open for reading. */
export class OpenFile {
  readonly fd: number;
  /** When it was opened. */
  readonly opened: FileStats;
  readonly root: string;
  readonly #pool: ReaderPool;
  readonly #calls = new Set<{ abandon(): void }>();
  readonly #loans = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(
    pool: ReaderPool,
    root: string,
    { fd, stats }: { readonly fd: number; readonly stats: FileStats },
  ) {
    this.#pool = pool;
    this.root = root;
    this.fd = fd;
    this.opened = stats;
  }

  stat(signal?: AbortSignal): Promise<FileStats> {
    return this.#call('fstat', { fd: this.fd }, signal);
  }

  /**
   * Reads `bytes` from `position` on, fewer only at the end of the file. The block is given away: its memory is that of
   * the buffer that is returned, or is lost with a call that fails or is stopped, because the system may still write to it.
   */
  async read(
    block: ArrayBuffer,
    bytes: number,
    position: number,
    signal?: AbortSignal,
  ): Promise<Buffer<ArrayBuffer>> {
    const read = await this.#call('read', { fd: this.fd, block, bytes, position }, signal);
    return Buffer.from(read.block, 0, read.bytesRead);
  }

  /**
   * Lets another thread read it. A wait for it ends as one for `read` does; the file is closed when the thread has ended it,
   * because its number may be that of another file then.
   */
  async lend<T>(use: (fd: number) => Promise<T>): Promise<T> {
    this.#requireOpen();
    const loan = use(this.fd);
    this.#loans.add(loan);
    loan.catch(() => undefined).then(() => this.#loans.delete(loan));
    return this.#answerOf(this.#pool.follow(this.root, loan), undefined);
  }

  /** Stops what is still being read. Never waits: where the root hangs, the file is closed when it answers. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const call of this.#calls) call.abandon();
    void this.#closeAfterLoans();
  }

  async #closeAfterLoans(): Promise<void> {
    if (this.#loans.size > 0) await Promise.allSettled(this.#loans);
    // What was read is verified, so it doesn't matter whether closing succeeds.
    await this.#pool.call(this.root, 'close', { fd: this.fd }).answer.catch(() => undefined);
  }

  #requireOpen(): void {
    // Its number may be that of another file by now.
    if (this.#isClosed) throw new ReadError('EBADF', 'The file is closed');
  }

  async #call<Name extends ReaderOperationName>(
    name: Name,
    argument: ReaderArgument<Name>,
    signal: AbortSignal | undefined,
  ): Promise<ReaderAnswer<Name>> {
    this.#requireOpen();
    return this.#answerOf(this.#pool.call(this.root, name, argument), signal);
  }

  async #answerOf<Answer>(call: Pending<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
    this.#calls.add(call);
    try {
      return await answerOf(call, signal);
    } finally {
      this.#calls.delete(call);
    }
  }
}

function answerOf<Answer>(call: Pending<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  if (signal === undefined) return call.answer;
  if (signal.aborted) call.abandon();
  signal.addEventListener('abort', call.abandon, { once: true });
  return call.answer.finally(() => signal.removeEventListener('abort', call.abandon));
}
