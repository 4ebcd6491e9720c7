import { success } from '../../../../preload/contract/failures/failure.ts';
import type { WatchReason } from '../../../../preload/contract/watch/watched-folder.ts';
import { formatVersion, versionChange } from '../../sources/file-version.ts';
import type { LedgerFile } from '../../store/watch/ledger-file.ts';
import { isToBeChecked, type WatchFileRepository } from '../../store/watch/watch-file-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import { joinPath } from '../../types/source-path.ts';
import {
  decideWith,
  type FileFacts,
  SettleCheck,
  type SettleContext,
  type SettleResult,
  waitsFor,
} from './check-settled.ts';
import { type Decided, kindAfter } from './decide-settled.ts';
import type { NotTakenExamples } from './scan-messages.ts';

/** A share answers several at once faster than one after the other. */
const checksAtOnce = 8;
/** What was found of a folder holds for the files that are checked with it. */
const sharedForMs = 1_000;
/** Results that are written together, in some milliseconds: the event loop waits. */
const resultsPerWrite = 100;
const writeAfterMs = 50;
/** Checks that may begin before others get a turn. */
const startsPerTurn = 64;

type UnreadableFile = NotTakenExamples['unreadable'][number];

export interface SettleFilesOptions extends SettleContext {
  readonly watchFiles: WatchFileRepository;
  readonly writes: WriteBatcher;
  readonly settleMs: number;
  /** For files that wait for something that is seldom there at once: a marker, a permission. */
  readonly retryMs: number;
  readonly now: () => Date;
  /** A file of this folder turned out to have changed. */
  readonly onChanged: (file: LedgerFile) => void;
  /** A file is gone or can't be read, or its share is away. */
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
  readonly #unreadable = new Map<number, UnreadableFile>();
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
    this.#unreadable.delete(id);
    this.#waiting.remove(id);
    this.#settling.add(id, performance.now());
  }

  /** Rows that settle by the ledger, but not here: their batch gave them back, for example. */
  addMissing(ids: readonly number[]): void {
    for (const id of ids)
      if (!this.#settling.has(id) && !this.#waiting.has(id) && !this.#checking.has(id)) this.add(id);
  }

  /** By row, those that the last check of each couldn't read. */
  get unreadable(): ReadonlyMap<number, UnreadableFile> {
    return this.#unreadable;
  }

  /** The folder was away: what couldn't be read settles again. */
  retryUnreadable(): void {
    for (const id of this.#unreadable.keys()) this.add(id);
  }

  /** They are gone. */
  remove(ids: readonly number[]): void {
    for (const id of ids) this.#unreadable.delete(id);
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
      if (file === null || !isToBeChecked(file)) continue;
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
      const result = await this.#currentCheck().check(file);
      if (this.#options.signal.aborted) return null;
      this.#results.push({ file, result });
      if (this.#results.length >= resultsPerWrite) this.#writeResults();
      else this.#writeTimer ??= setTimeout(() => this.#writeResults(), writeAfterMs);
      return null;
    } catch (error) {
      this.#checking.delete(file.id);
      this.#waiting.add(file.id, performance.now());
      return error;
    }
  }

  #writeResults(): void {
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

  /** In a transaction, one after the other: each is decided with what the ledger says of those before it. */
  #record(file: LedgerFile, result: SettleResult): void {
    const { watchFiles } = this.#options;
    const row = watchFiles.get(file.id);
    this.#unreadable.delete(file.id);
    if (row === null || !isToBeChecked(row)) return;
    // It may have changed while it was read.
    if (versionChange(row, file) !== null || row.goneAt !== file.goneAt) {
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
        if (result.reason?.code === 'unreadable') {
          const { errno } = result.reason;
          this.#unreadable.set(row.id, { path: joinPath(row.folder, row.name), errno });
          this.#options.onMissing(row);
        }
        this.#later(row, result.reason);
        break;
      case 'complete':
        this.#decide(row, result.facts);
        break;
    }
  }

  #decide(row: LedgerFile, facts: FileFacts): void {
    const decision = decideWith(this.#options, row, facts);
    switch (decision.kind) {
      // What was decided since makes something else of it: it is read again.
      case 'look':
      case 'read-content':
        this.add(row.id);
        break;
      case 'wait':
        this.#later(row, waitsFor(decision.sending), facts.sha256 ?? row.sha256);
        break;
      case 'decided':
        this.#write(row, decision);
        break;
    }
  }

  #write(row: LedgerFile, decision: Decided): void {
    const { watchFiles, now } = this.#options;
    const { state, isCopy, continuesId, reopenedId } = decision;
    const at = now().toISOString();
    if (reopenedId !== null) {
      watchFiles.reopen(reopenedId);
      this.add(reopenedId);
    }
    // It was looked at, and a scan may not have come there yet.
    if (state === 'renamed' && continuesId !== null) watchFiles.setGone(continuesId, at);
    watchFiles.decide(row.id, { ...decision, kind: kindAfter(row.kind, isCopy) }, at);
  }

  #later(row: LedgerFile, reason: WatchReason | null, sha256 = row.sha256): void {
    if (JSON.stringify(reason) !== JSON.stringify(row.reason) || sha256 !== row.sha256)
      this.#options.watchFiles.setReason(row.id, reason, sha256);
    (reason === null || soonCodes.has(reason.code) ? this.#settling : this.#waiting).add(
      row.id,
      performance.now(),
    );
  }
}

/** What may be over at any time. */
const soonCodes: ReadonlySet<WatchReason['code']> = new Set(['changing', 'in-use', 'earlier-sending']);

/** Rows that wait for their time, in the order in which they came: each waits equally long. */
export class SettleQueue {
  readonly #delayMs: number;
  /** By row ID, since when: a Map keeps the order in which they were added. */
  readonly #sinceMs = new Map<number, number>();

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** It waits from now on, also if it has waited before. */
  add(id: number, nowMs: number): void {
    this.#sinceMs.delete(id);
    this.#sinceMs.set(id, nowMs);
  }

  has(id: number): boolean {
    return this.#sinceMs.has(id);
  }

  remove(id: number): void {
    this.#sinceMs.delete(id);
  }

  /** Removes and returns a row that has waited long enough. Null if there is none. */
  next(nowMs: number): number | null {
    const [first] = this.#sinceMs;
    if (first === undefined || first[1] + this.#delayMs > nowMs) return null;
    this.#sinceMs.delete(first[0]);
    return first[0];
  }

  /** When the first one has waited long enough. Infinity if none waits. */
  dueAtMs(): number {
    const [first] = this.#sinceMs;
    return first === undefined ? Number.POSITIVE_INFINITY : first[1] + this.#delayMs;
  }
}

/** Reads a file once while it waits, although it is checked every minute: it may be large, and on a share. */
export function rememberHashes(hash: SettleContext['hash'], limit = 1_000): SettleContext['hash'] {
  const known = new Map<string, string>();
  return async (file, version, signal) => {
    const key = `${file.id} ${version.sizeBytes} ${formatVersion(version)}`;
    const sha256 = known.get(key);
    if (sha256 !== undefined) return success(sha256);
    const hashed = await hash(file, version, signal);
    if (!hashed.ok) return hashed;
    known.set(key, hashed.value);
    const [oldest] = known.keys();
    if (known.size > limit && oldest !== undefined) known.delete(oldest);
    return hashed;
  };
}
