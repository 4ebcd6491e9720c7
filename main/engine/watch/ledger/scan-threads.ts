import type { ThreadEnd } from '../../threads/thread.ts';
import { FolderScanner, type FolderScannerOptions } from './folder-scanner.ts';
import { ScanThread } from './scan-thread.ts';

export interface ScanThreadsLimits {
  /** A folder whose scan takes longer keeps its thread, and the others get another one. */
  readonly aloneAfterMs: number;
  /** A folder that was read within this time shares a thread again. */
  readonly sharedWithinMs: number;
}

const defaultLimits: ScanThreadsLimits = { aloneAfterMs: 2_000, sharedWithinMs: 500 };

/**
 * The threads that scan watched folders and hear of changes in them. Folders that are read at once share one. One that takes
 * long, or hangs, keeps the thread that it is on, so it holds back only itself: the others are read on another thread, and
 * hear of changes there.
 */
export class ScanThreads {
  readonly sharedWithinMs: number;
  readonly #aloneAfterMs: number;
  readonly #storePath: string;
  /** The thread that hears of a folder's changes. */
  readonly #threads = new Map<FolderScanner, ScanThread>();
  readonly #ending = new Set<Promise<void>>();
  #shared: ScanThread | null = null;
  #lastNumber = 0;

  constructor(storePath: string, limits: Partial<ScanThreadsLimits> = {}) {
    const { aloneAfterMs, sharedWithinMs } = { ...defaultLimits, ...limits };
    this.#storePath = storePath;
    this.#aloneAfterMs = aloneAfterMs;
    this.sharedWithinMs = sharedWithinMs;
  }

  /** For one watched folder. */
  scanner(options: FolderScannerOptions): FolderScanner {
    this.#lastNumber += 1;
    return new FolderScanner(this.#lastNumber, this, options);
  }

  /** Has the folder scanned. */
  place(folder: FolderScanner): void {
    // A scan of everything finds what it would hear of, so with that it may change its thread.
    if (folder.readsAll) this.#joinOthers(folder);
    else if (!this.#threads.has(folder)) {
      folder.askForAll();
      return;
    }
    const thread = this.#threads.get(folder) ?? (folder.isAlone ? this.#start() : this.#sharedThread());
    this.#threads.set(folder, thread);
    thread.scan(folder);
  }

  /** Stops its scan. Doesn't wait for longer for one that hangs. */
  async leave(folder: FolderScanner): Promise<void> {
    await this.#remove(folder);
    await Promise.all(this.#ending);
  }

  #joinOthers(folder: FolderScanner): void {
    const thread = this.#threads.get(folder);
    if (folder.isAlone || thread === undefined) return;
    this.#shared ??= thread;
    if (thread !== this.#shared) void this.#remove(folder);
  }

  #sharedThread(): ScanThread {
    this.#shared ??= this.#start();
    return this.#shared;
  }

  #start(): ScanThread {
    return new ScanThread({
      storePath: this.#storePath,
      // On a busy computer every scan takes long, and more threads would make it busier.
      longScanMs: () => this.#aloneAfterMs * Math.max(1, new Set(this.#threads.values()).size),
      onLongScan: (thread, folder) => this.#keepFor(thread, folder),
      onEnd: (thread, end) => this.#lose(thread, end),
    });
  }

  #keepFor(thread: ScanThread, folder: FolderScanner): void {
    folder.isAlone = true;
    this.#forget(thread);
    for (const other of thread.folders) {
      if (other === folder) continue;
      void this.#remove(other);
      other.loseThread();
    }
  }

  /** A bug in a scan ends the thread. It may do so again, and must not end the scans of others. */
  #lose(thread: ScanThread, { error }: ThreadEnd): void {
    this.#forget(thread);
    for (const folder of thread.folders) {
      this.#threads.delete(folder);
      if (folder !== thread.current) {
        folder.loseThread();
        continue;
      }
      folder.isAlone = true;
      folder.fail(error);
    }
  }

  async #remove(folder: FolderScanner): Promise<void> {
    const thread = this.#threads.get(folder);
    this.#threads.delete(folder);
    const stopped = thread?.remove(folder);
    if (thread !== undefined && !this.#endUnused(thread)) await stopped;
  }

  /** False if the thread is used. */
  #endUnused(thread: ScanThread): boolean {
    if (thread.folders.length > 0) return false;
    this.#forget(thread);
    const ending = thread.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
    return true;
  }

  #forget(thread: ScanThread): void {
    if (this.#shared === thread) this.#shared = null;
  }
}
