import { Thread } from '../../threads/thread.ts';
import {
  type EventState,
  type FromScanThread,
  type ScanBatch,
  type ScanEnd,
  type ScanThreadData,
  type ScanThreadTypes,
  scanCellCount,
  scanCells,
} from './scan-messages.ts';

/** A thread that hangs in a system call ends when the call does. Waiting longer is useless. */
const closeTimeoutMs = 1_000;

export interface ScanThreadOptions extends Omit<ScanThreadData, 'cells'> {
  /** Stores a batch. What it throws ends the scan. */
  readonly onBatch: (batch: ScanBatch) => void;
  /** Raw paths of folders in which something changed. */
  readonly onHint: (folders: readonly string[]) => void;
  /** The folder doesn't answer, or answers again. */
  readonly onStalled: (isStalled: boolean) => void;
  readonly stallMs: number;
}

export type ScanResult = ScanEnd & { readonly events: EventState };

/** Scans a watched folder on a thread of its own, one scan at a time. Between scans the thread hears of changes. */
export class ScanThread {
  readonly #options: ScanThreadOptions;
  readonly #cells = new Int32Array(new SharedArrayBuffer(4 * scanCellCount));
  #thread: Thread<ScanThreadTypes> | null = null;
  #scan: ReturnType<typeof Promise.withResolvers<ScanResult>> | null = null;
  #failure: unknown = null;

  constructor(options: ScanThreadOptions) {
    this.#options = options;
  }

  /** Null for everything, or the folders to read. Rejects with what `onBatch` threw. */
  async scan(folders: readonly string[] | null): Promise<ScanResult> {
    if (this.#scan !== null) throw new Error('A scan is under way');
    const thread = this.#thread ?? this.#start();
    this.#failure = null;
    Atomics.store(this.#cells, scanCells.stop, 0);
    Atomics.store(this.#cells, scanCells.inFlight, 0);
    const scan = Promise.withResolvers<ScanResult>();
    this.#scan = scan;
    thread.post({ folders });
    const watch = this.#watchForStall();
    try {
      const result = await scan.promise;
      if (this.#failure !== null) throw this.#failure;
      return result;
    } finally {
      clearInterval(watch);
      this.#scan = null;
    }
  }

  /** Ends the scan, if there is one, and the thread. */
  async close(): Promise<void> {
    this.#stopScan();
    const thread = this.#thread;
    this.#thread = null;
    if (thread === null) return;
    // Until its first call, it loads SQLite, however slow the computer is.
    const mayHang = Atomics.load(this.#cells, scanCells.calls) > 0;
    await thread.close(mayHang ? closeTimeoutMs : null);
    this.#scan?.reject(new Error('The thread that scans a watched folder was closed'));
  }

  #stopScan(): void {
    Atomics.store(this.#cells, scanCells.stop, 1);
    Atomics.notify(this.#cells, scanCells.inFlight);
  }

  #watchForStall(): NodeJS.Timeout {
    const { stallMs, onStalled } = this.#options;
    let calls = -1;
    let sinceMs = performance.now();
    let isStalled = false;
    return setInterval(() => {
      const now = Atomics.load(this.#cells, scanCells.calls);
      const isBehind = Atomics.load(this.#cells, scanCells.inFlight) > 0;
      if (now !== calls || isBehind) sinceMs = performance.now();
      calls = now;
      const stalls = performance.now() - sinceMs > stallMs;
      if (stalls !== isStalled) onStalled(stalls);
      isStalled = stalls;
    }, stallMs / 4);
  }

  #start(): Thread<ScanThreadTypes> {
    const { storePath, ruleId, rootPath, filters, polling } = this.#options;
    Atomics.store(this.#cells, scanCells.calls, 0);
    const data: ScanThreadData = { storePath, ruleId, rootPath, filters, polling, cells: this.#cells };
    const thread = new Thread<ScanThreadTypes>(new URL('./scan-worker.ts', import.meta.url), {
      data,
      // Short-lived strings: by default each thread could keep 50 MB of them.
      limits: { maxYoungGenerationSizeMb: 8 },
      // Node delivers up to a thousand messages in one turn, and each batch that is stored lets the thread post another.
      onMessage: (message) => setImmediate(() => this.#receive(message)),
      onEnd: ({ error }) => {
        this.#thread = null;
        this.#scan?.reject(error);
      },
    });
    // Between scans it must not keep the process.
    thread.leaveProcess();
    this.#thread = thread;
    return thread;
  }

  #receive(message: FromScanThread): void {
    switch (message.kind) {
      case 'batch':
        this.#store(message.batch);
        break;
      case 'end':
        this.#scan?.resolve({ ...message.end, events: message.events });
        break;
      case 'hint':
        this.#options.onHint(message.folders);
        break;
      default:
        message satisfies never;
    }
  }

  #store(batch: ScanBatch): void {
    try {
      if (this.#failure === null) this.#options.onBatch(batch);
    } catch (error) {
      this.#failure = error;
      this.#stopScan();
    }
    Atomics.sub(this.#cells, scanCells.inFlight, 1);
    Atomics.notify(this.#cells, scanCells.inFlight);
  }
}
