import type { WatchReason } from '../../../preload/contract/watched-folder.ts';
import type { LedgerFile } from '../store/ledger-file.ts';
import type { WatchFileRepository } from '../store/watch-file-repository.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import { SettleCheck, type SettleContext, type SettleResult, type Waited } from './check-settled.ts';
import { kindAfter } from './decide-settled.ts';
import { rememberHashes } from './remember-hashes.ts';
import { SettleQueue } from './settle-queue.ts';

/** A share answers several at once faster than one after the other. */
const checksAtOnce = 8;
/** What was found of a folder holds for the files that are checked with it. */
const sharedForMs = 1_000;
/** Results that are written together: each transaction waits for the disk. */
const resultsPerWrite = 500;
const writeAfterMs = 50;
/** After this, a file that may have been moved from where nothing can be told counts as a copy. */
const defaultUnclearMs = 60 * 60_000;
/** Checks that may begin before others get a turn. */
const startsPerTurn = 64;

export interface SettleFilesOptions extends SettleContext {
  readonly watchFiles: WatchFileRepository;
  readonly writes: WriteBatcher;
  readonly settleMs: number;
  /** For files that wait for something that is seldom there at once: a marker, a permission. */
  readonly retryMs: number;
  /** Tests shorten it. */
  readonly unclearMs?: number | undefined;
  /** A file of this folder turned out to have changed. */
  readonly onChanged: (file: LedgerFile) => void;
  /** A file is gone, or its share is. */
  readonly onMissing: (file: LedgerFile) => void;
  /** A check ended: with an error if the store refused its result, or because of a bug. */
  readonly onEnd: (error: unknown) => void;
}

/** Waits for files to settle, checks them, and records what becomes of them. */
export class SettleFiles {
  readonly #options: SettleFilesOptions;
  readonly #settling: SettleQueue;
  readonly #waiting: SettleQueue;
  readonly #running = new Set<Promise<void>>();
  /** Rows whose check isn't written yet. */
  readonly #checking = new Set<number>();
  /** Rows that wait for what isn't known of earlier files, and since when. */
  readonly #unclearSinceMs = new Map<number, number>();
  #results: { readonly file: LedgerFile; readonly result: SettleResult }[] = [];
  #writeTimer: NodeJS.Timeout | null = null;
  #check: { readonly check: SettleCheck; readonly sinceMs: number } | null = null;

  constructor(options: SettleFilesOptions) {
    this.#options = { ...options, hash: rememberHashes(options.hash) };
    this.#settling = new SettleQueue(options.settleMs);
    this.#waiting = new SettleQueue(options.retryMs);
  }

  /** It settles from now on. */
  add(id: number): void {
    this.#waiting.remove(id);
    this.#unclearSinceMs.delete(id);
    this.#settling.add(id, performance.now());
  }

  /** Rows that settle by the ledger, but not here: their batch gave them back, for example. */
  addMissing(ids: readonly number[]): void {
    for (const id of ids)
      if (!this.#settling.has(id) && !this.#waiting.has(id) && !this.#checking.has(id)) this.add(id);
  }

  /** Files that have settled and aren't decided about yet. */
  get isChecking(): boolean {
    return this.#checking.size > 0 || this.#settling.dueAtMs() <= performance.now();
  }

  /** Starts checks of files that are due. Returns when to call it again, if no check ends before. */
  start(): number {
    const now = performance.now();
    for (let started = 0; this.#running.size < checksAtOnce; started += 1) {
      if (started === startsPerTurn) return now;
      const id = this.#settling.next(now) ?? this.#waiting.next(now);
      if (id === null) return Math.min(this.#settling.dueAtMs(), this.#waiting.dueAtMs());
      const file = this.#options.watchFiles.get(id);
      if (file?.state !== 'settling') continue;
      this.#checking.add(id);
      const running = this.#settle(file).then((error) => {
        this.#running.delete(running);
        this.#options.onEnd(error);
      });
      this.#running.add(running);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** What isn't written yet is checked again after the next start. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#running);
    if (this.#writeTimer !== null) clearTimeout(this.#writeTimer);
  }

  /** Resolves with the error that ended it, or null. */
  async #settle(file: LedgerFile): Promise<unknown> {
    try {
      const result = await this.#currentCheck().check(file, this.#waited(file.id));
      if (this.#options.signal.aborted) return null;
      this.#results.push({ file, result });
      if (this.#results.length >= resultsPerWrite) this.#write();
      else this.#writeTimer ??= setTimeout(() => this.#write(), writeAfterMs);
      return null;
    } catch (error) {
      this.#checking.delete(file.id);
      this.#waiting.add(file.id, performance.now());
      return error;
    }
  }

  #write(): void {
    const results = this.#results;
    this.#results = [];
    if (this.#writeTimer !== null) clearTimeout(this.#writeTimer);
    this.#writeTimer = null;
    let failure: unknown = null;
    try {
      // What a power cut takes back is decided again.
      this.#options.writes.recomputable(() => {
        for (const { file, result } of results) this.#record(file, result);
      });
    } catch (error) {
      failure = error;
      // They are tried again: the disk may be full.
      for (const { file } of results) this.#waiting.add(file.id, performance.now());
    }
    for (const { file } of results) this.#checking.delete(file.id);
    this.#options.onEnd(failure);
  }

  #currentCheck(): SettleCheck {
    const now = performance.now();
    if (this.#check === null || now - this.#check.sinceMs > sharedForMs)
      this.#check = { check: new SettleCheck(this.#options), sinceMs: now };
    return this.#check.check;
  }

  #waited(id: number): Waited | null {
    const sinceMs = this.#unclearSinceMs.get(id);
    if (sinceMs === undefined) return null;
    const { unclearMs = defaultUnclearMs } = this.#options;
    return { sinceMs, isOver: performance.now() - sinceMs >= unclearMs };
  }

  /** In a transaction: the row may have changed while the file was read. */
  #record(file: LedgerFile, result: SettleResult): void {
    const { watchFiles, watchMatches, target, now } = this.#options;
    const row = watchFiles.get(file.id);
    const isWaitOver = this.#waited(file.id)?.isOver === true;
    const code = result.kind === 'later' ? result.reason?.code : undefined;
    const isUnclear = code === 'earlier-away' || code === 'earlier-unclear';
    if (!isUnclear) this.#unclearSinceMs.delete(file.id);
    else if (!this.#unclearSinceMs.has(file.id)) this.#unclearSinceMs.set(file.id, performance.now());
    if (row?.state !== 'settling') return;
    if (!isSameVersion(row, file)) {
      this.add(file.id);
      return;
    }
    switch (result.kind) {
      case 'missing':
        this.#options.onMissing(row);
        this.#later(row, null);
        break;
      case 'changed':
        watchFiles.setChanged(row.id, result.found, result.found.bornNs, { code: 'changing' });
        this.add(row.id);
        this.#options.onChanged(row);
        break;
      case 'later':
        this.#later(row, result.reason, result.sha1);
        break;
      case 'decided': {
        // Another rule may have taken it since, or given it up, or be sending what was at its path.
        const isTaken = watchMatches.takenElsewhere(row, target) !== null;
        const isWaiting = result.state === 'settled' && this.#isBeingSent(row, result, isWaitOver);
        if (isWaiting || isTaken !== (result.reason?.code === 'taken-by-rule')) this.add(row.id);
        else {
          const kind = kindAfter(row.kind, result.copyOf);
          watchFiles.decide(row.id, { ...result, kind }, now().toISOString());
        }
        break;
      }
    }
  }

  /** What was at its path, or, unless copies are sent, its content: of two that were checked together, one settles. */
  #isBeingSent(
    row: LedgerFile,
    { sha1, hasOneName }: Pick<SettledResult, 'sha1' | 'hasOneName'>,
    isWaitOver: boolean,
  ): boolean {
    const { watchMatches, target, rule } = this.#options;
    if (watchMatches.versionBeingSent(row, target) !== null) return true;
    if (hasOneName && !isWaitOver && watchMatches.pendingElsewhere(row, target) !== null) return true;
    return rule.sameContent !== 'send' && watchMatches.toBeSent(row, sha1, target) !== null;
  }

  #later(row: LedgerFile, reason: WatchReason | null, sha1 = row.sha1): void {
    if (JSON.stringify(reason) !== JSON.stringify(row.reason) || sha1 !== row.sha1)
      this.#options.watchFiles.setReason(row.id, reason, sha1);
    (reason === null || soonCodes.has(reason.code) ? this.#settling : this.#waiting).add(
      row.id,
      performance.now(),
    );
  }
}

type SettledResult = Extract<SettleResult, { readonly kind: 'decided' }>;

/** What may be over at any time. */
const soonCodes: ReadonlySet<WatchReason['code']> = new Set(['changing', 'in-use', 'earlier-sending']);

function isSameVersion(one: LedgerFile, other: LedgerFile): boolean {
  return (
    one.sizeBytes === other.sizeBytes &&
    one.mtimeNs === other.mtimeNs &&
    one.device === other.device &&
    one.fileId === other.fileId &&
    one.goneAt === other.goneAt
  );
}
