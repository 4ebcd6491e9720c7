import { Thread, type ThreadEnd } from '../../threads/thread.ts';
import { withinTimeout } from '../../threads/within-timeout.ts';
import type { FolderScanner } from './folder-scanner.ts';
import type { WatchScanTypes } from './scan-messages.ts';

/** A thread that hangs in a system call ends when the call does. Waiting longer is useless. */
const closeTimeoutMs = 1_000;

export interface ScanThreadOptions {
  readonly storePath: string;
  /** A scan that takes longer is reported. */
  readonly longScanMs: () => number;
  readonly onLongScan: (thread: ScanThread, folder: FolderScanner) => void;
  /** What scanned, and what waited or listened for changes. */
  readonly onEnd: (thread: ScanThread, end: ThreadEnd) => void;
}

/** A thread that scans watched folders, one after the other. Between scans it hears of changes in them. */
export class ScanThread {
  readonly #options: ScanThreadOptions;
  readonly #thread: Thread<WatchScanTypes>;
  readonly #folders = new Map<number, FolderScanner>();
  #queue: FolderScanner[] = [];
  #current: FolderScanner | null = null;
  #currentEnd = Promise.withResolvers<void>();
  #longScan: NodeJS.Timeout | undefined;
  #hasAnswered = false;

  constructor(options: ScanThreadOptions) {
    this.#options = options;
    this.#thread = new Thread(new URL('./scan-worker.ts', import.meta.url), {
      data: { storePath: options.storePath },
      // Short-lived strings: by default each thread could keep 50 MB of them.
      limits: { maxYoungGenerationSizeMb: 8 },
      // Node delivers up to a thousand messages in one turn, and each batch that is stored lets the thread post another.
      onMessage: (message) => setImmediate(() => this.#receive(message)),
      onEnd: (end) => {
        clearTimeout(this.#longScan);
        options.onEnd(this, end);
      },
    });
    // Between scans it must not keep the process.
    this.#thread.leaveProcess();
  }

  get current(): FolderScanner | null {
    return this.#current;
  }

  get folders(): readonly FolderScanner[] {
    return [...this.#folders.values()];
  }

  /** Scans the folder when those before it have been scanned. */
  scan(folder: FolderScanner): void {
    this.#folders.set(folder.number, folder);
    this.#queue.push(folder);
    this.#scanNext();
  }

  /** Forgets the folder. One that is being scanned was asked to stop, and is waited for, as long as it answers. */
  async remove(folder: FolderScanner): Promise<void> {
    this.#folders.delete(folder.number);
    this.#queue = this.#queue.filter((queued) => queued !== folder);
    this.#thread.post({ number: folder.number, command: { kind: 'release' } });
    if (this.#current === folder) await withinTimeout(this.#currentEnd.promise, closeTimeoutMs);
  }

  /** Never terminates it: it may be loading SQLite, however slow the computer is, until its first call. */
  async close(): Promise<void> {
    clearTimeout(this.#longScan);
    const mayHang = this.#hasAnswered || this.#current?.hasMadeCalls === true;
    await this.#thread.close(mayHang ? closeTimeoutMs : null);
  }

  #scanNext(): void {
    if (this.#current !== null) return;
    const folder = this.#queue.shift();
    if (folder === undefined) return;
    this.#current = folder;
    this.#currentEnd = Promise.withResolvers();
    this.#thread.post({ number: folder.number, command: folder.begin() });
    this.#watchForLongScan(folder);
  }

  #watchForLongScan(folder: FolderScanner): void {
    const { longScanMs, onLongScan } = this.#options;
    this.#longScan = setTimeout(() => {
      if (folder.hasMadeCalls) onLongScan(this, folder);
      // The thread is being started.
      else this.#watchForLongScan(folder);
    }, longScanMs()).unref();
  }

  #receive({ number, message }: WatchScanTypes['from']): void {
    this.#hasAnswered = true;
    switch (message.kind) {
      case 'batch':
        this.#folders.get(number)?.store(message.batch, message.root);
        break;
      case 'hint':
        this.#folders.get(number)?.hear(message.folders);
        break;
      case 'end': {
        clearTimeout(this.#longScan);
        const folder = this.#current;
        this.#current = null;
        this.#currentEnd.resolve();
        folder?.end(message);
        this.#scanNext();
        break;
      }
      default:
        message satisfies never;
    }
  }
}
