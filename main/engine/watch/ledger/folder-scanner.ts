import type { WatchedRoot } from '../../store/watch/watched-root.ts';
import { CallWatch } from '../../threads/call-watch.ts';
import {
  type EventState,
  type FromWatchScan,
  type ScanCommand,
  type ScanEnd,
  type ScannedFolder,
  scanCellCount,
  scanCells,
  type WatchScanBatch,
} from './scan-messages.ts';

export interface FolderScannerOptions extends Omit<ScannedFolder, 'cells'> {
  /** The folder when it was last read, by an earlier process too. Null if that isn't known. */
  readonly root: WatchedRoot | null;
  /** Stores a batch. What it throws ends the scan. */
  readonly onBatch: (batch: WatchScanBatch) => void;
  /** Raw paths of folders in which something changed. */
  readonly onHint: (folders: readonly string[]) => void;
  /** Changes were perhaps not reported: everything has to be read. */
  readonly onHintsLost: () => void;
  /** The folder doesn't answer, or answers again. */
  readonly onStalled: (isStalled: boolean) => void;
  readonly stallMs: number;
}

export type ScanResult = ScanEnd & { readonly events: EventState };

/** Which thread scans the folder. */
interface Placement {
  /** A folder that was read within this time may share a thread. */
  readonly sharedWithinMs: number;
  place(folder: FolderScanner): void;
  leave(folder: FolderScanner): Promise<void>;
}

interface Scan {
  /** The folders to read; null for everything. */
  readonly folders: readonly string[] | null;
  readonly result: PromiseWithResolvers<ScanResult | null>;
}

/** Scans one watched folder, one scan at a time, on a thread that `ScanThreads` chooses. */
export class FolderScanner {
  readonly number: number;
  /** It must not share a thread: its last scan took long, or ended its thread. */
  isAlone = false;
  readonly #placement: Placement;
  readonly #options: FolderScannerOptions;
  readonly #cells = new Int32Array(new SharedArrayBuffer(4 * scanCellCount));
  readonly #watch = new CallWatch(this.#cells, scanCells.calls);
  #scan: Scan | null = null;
  #timer: NodeJS.Timeout | undefined;
  #callsBefore = 0;
  #failure: unknown = null;
  #root: WatchedRoot | null;
  #usesEvents = false;

  constructor(number: number, placement: Placement, options: FolderScannerOptions) {
    this.number = number;
    this.#placement = placement;
    this.#options = options;
    this.#root = options.root;
  }

  /** Reads everything. Rejects with what `onBatch` threw. */
  async scanAll(): Promise<ScanResult> {
    const result = await this.#run(null);
    if (result === null) throw new Error('A scan of everything needs no thread that heard of changes');
    return result;
  }

  /** Reads these folders. Returns null if everything has to be read. Rejects as scanAll does. */
  scanFolders(folders: readonly string[]): Promise<ScanResult | null> {
    return this.#run(folders);
  }

  /** Ends the scan, if there is one, and what hears of changes. */
  async close(): Promise<void> {
    this.#stopScan();
    await this.#placement.leave(this);
    this.#scan?.result.reject(new Error('The scan of a watched folder was stopped'));
  }

  /** The folder when it was last read. */
  get root(): WatchedRoot | null {
    return this.#root;
  }

  get readsAll(): boolean {
    return this.#scan?.folders === null;
  }

  /** Since its scan began. */
  get hasMadeCalls(): boolean {
    return this.#watch.calls !== this.#callsBefore;
  }

  /** Its turn has come. */
  begin(): ScanCommand {
    const { ruleId, rootPath, filters, polling, stallMs, onStalled } = this.#options;
    this.#callsBefore = this.#watch.calls;
    this.#watch.restart();
    let isStalled = false;
    this.#timer = setInterval(() => {
      const isWorking = Atomics.load(this.#cells, scanCells.inFlight) === 0;
      const stalls = this.#watch.silentMs(isWorking) > stallMs;
      if (stalls !== isStalled) onStalled(stalls);
      isStalled = stalls;
    }, stallMs / 4);
    return {
      kind: 'scan',
      folder: { ruleId, rootPath, filters, polling, cells: this.#cells },
      folders: this.#scan?.folders ?? null,
      root: this.#root,
    };
  }

  store(batch: WatchScanBatch, root: WatchedRoot | null): void {
    this.#root ??= root;
    try {
      if (this.#failure === null) this.#options.onBatch(batch);
    } catch (error) {
      this.#failure = error;
      this.#stopScan();
    }
    Atomics.sub(this.#cells, scanCells.inFlight, 1);
    Atomics.notify(this.#cells, scanCells.inFlight);
  }

  hear(folders: readonly string[]): void {
    this.#options.onHint(folders);
  }

  end({ end, events, root }: Extract<FromWatchScan, { kind: 'end' }>): void {
    this.#root = root;
    this.#usesEvents = events.usesEvents;
    const isQuick = end.durationMs < this.#placement.sharedWithinMs;
    if (this.readsAll && isQuick && !end.isStopped) this.isAlone = false;
    this.#scan?.result.resolve({ ...end, events });
  }

  /** Its thread ended in its scan. */
  fail(error: unknown): void {
    this.#scan?.result.reject(error);
  }

  /** Its thread is another's now, or ended. */
  loseThread(): void {
    if (this.#scan !== null) this.#placement.place(this);
    else if (this.#usesEvents) this.#options.onHintsLost();
    this.#usesEvents = false;
  }

  /** Its scan can't be done without knowing what changed: everything has to be read. */
  askForAll(): void {
    this.#scan?.result.resolve(null);
  }

  async #run(folders: readonly string[] | null): Promise<ScanResult | null> {
    if (this.#scan !== null) throw new Error('A scan is under way');
    this.#failure = null;
    Atomics.store(this.#cells, scanCells.stop, 0);
    Atomics.store(this.#cells, scanCells.inFlight, 0);
    const scan: Scan = { folders, result: Promise.withResolvers() };
    this.#scan = scan;
    try {
      this.#placement.place(this);
      const result = await scan.result.promise;
      if (this.#failure !== null) throw this.#failure;
      return result;
    } finally {
      clearInterval(this.#timer);
      this.#scan = null;
    }
  }

  #stopScan(): void {
    Atomics.store(this.#cells, scanCells.stop, 1);
    Atomics.notify(this.#cells, scanCells.inFlight);
  }
}
