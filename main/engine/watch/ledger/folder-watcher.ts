import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import type { UnavailableReason } from '../../../../preload/contract/views/unavailable-source.ts';
import { maxNotTakenExamples } from '../../../../preload/contract/watch/not-taken.ts';
import type { NamedWatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import type { SourceReader } from '../../sources/source-reader.ts';
import type { Store } from '../../store/open.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { WatchFileRepository } from '../../store/watch/watch-file-repository.ts';
import type { SendTarget, WatchMatchRepository } from '../../store/watch/watch-match-repository.ts';
import type { WatchedRoot } from '../../store/watch/watched-root.ts';
import { type HashPool, hashFile } from '../../transfer/index.ts';
import { decodeRaw, rawOf } from '../../types/source-path.ts';
import { applyScan } from './apply-scan.ts';
import { scanFilters } from './filter-reason.ts';
import type { FolderScanner, ScanResult } from './folder-scanner.ts';
import { QuietTime } from './quiet-time.ts';
import { restAfterHintMs, restAfterScanMs } from './scan-interval.ts';
import type { EventState, NotTakenExamples, WatchScanBatch } from './scan-messages.ts';
import type { ScanThreads } from './scan-threads.ts';
import { SettleFiles } from './settle-files.ts';

export interface FolderWatcherOptions {
  readonly store: Store;
  readonly watchFiles: WatchFileRepository;
  readonly watchMatches: WatchMatchRepository;
  readonly sources: SourceReader;
  readonly hashes: HashPool;
  readonly scanThreads: Pick<ScanThreads, 'scanner'>;
  readonly ruleId: number;
  readonly rule: NamedWatchRule;
  readonly target: SendTarget;
  /** The folder when it was last read, by an earlier process too. Null if that isn't known. */
  readonly root: WatchedRoot | null;
  /** Keeps it with the first files that a scan finds, in their transaction: that scan may not end. */
  readonly keepRoot: (root: WatchedRoot) => void;
  readonly onChange: () => void;
  readonly reportBug: (error: unknown) => void;
  /** After this the folder counts as not answering. */
  readonly stallMs?: number | undefined;
  readonly now?: () => Date;
  /** Tests keep events from it, as network shares do. */
  readonly usesEvents?: boolean | undefined;
}

export interface CompleteScan {
  readonly at: string;
  readonly files: number;
  readonly durationMs: number;
  readonly temporary: number;
  readonly overdue: number;
  /** With the files that their checks couldn't read since. */
  readonly unreadable: number;
  readonly examples: NotTakenExamples;
}

export interface FolderState {
  /** The folder is gone, has another volume, or can't be read. Nothing is taken meanwhile. */
  readonly away: { readonly reason: UnavailableReason; readonly since: string } | null;
  /** The folder when it was last read. */
  readonly root: WatchedRoot | null;
  /** The last one since the start. */
  readonly lastScan: CompleteScan | null;
  readonly hasIgnoredFolder: boolean;
  readonly usesEvents: boolean;
  /** Why the ledger can't be written, or a bug in the last look at the folder. */
  readonly failure: Failure | null;
}

export const defaultStallMs = 10_000;
/** A disk that is full, a bug. */
const retryAfterFailureMs = 15_000;
const idsPerTurn = 5_000;

/** Keeps the ledger of one rule in agreement with its folder: scans, hears of changes, and lets files settle. */
export class FolderWatcher {
  readonly #options: FolderWatcherOptions;
  readonly #rootPath: string;
  readonly #scanner: FolderScanner;
  readonly #files: SettleFiles;
  readonly #stopping = new AbortController();
  readonly #scanAlarm = new Alarm();
  readonly #settleAlarm = new Alarm();
  readonly #changed = new Set<string>();
  readonly #quiet = new QuietTime();
  #waiters: (() => void)[] = [];
  #loops: Promise<unknown> = Promise.resolve();
  #scanAtMs = 0;
  #hintAtMs = 0;
  #timesAway = 0;
  #away: FolderState['away'] = null;
  /** What the last complete scan said of it: that it answers again says nothing of which folder it is. */
  #awayAtScan: UnavailableReason | null = null;
  #lastScan: CompleteScan | null = null;
  #hasIgnoredFolder = false;
  #events: EventState = { usesEvents: false, problem: null };
  #failure: Failure | null = null;
  #isRootKept: boolean;

  constructor(options: FolderWatcherOptions) {
    const { rule, ruleId, store, watchFiles, watchMatches, sources, hashes, target, scanThreads } = options;
    this.#options = options;
    this.#isRootKept = options.root !== null;
    this.#rootPath = resolve(rule.path);
    const { signal } = this.#stopping;
    const root = this.#rootPath;
    const { usesEvents } = options;
    this.#scanner = scanThreads.scanner({
      ruleId,
      rootPath: root,
      root: options.root,
      polling: usesEvents === undefined ? rule.polling : usesEvents ? 'never' : 'always',
      filters: scanFilters(rule),
      stallMs: options.stallMs ?? defaultStallMs,
      onBatch: (batch) => this.#apply(batch),
      onHint: (folders) => this.#hear(folders),
      onHintsLost: () => this.wake(),
      onStalled: (isStalled) => this.#setAway(isStalled ? { kind: 'not-answering' } : this.#awayAtScan),
    });
    this.#files = new SettleFiles({
      watchFiles,
      watchMatches,
      sources,
      rule,
      target,
      signal,
      rootPath: root,
      writes: store.writes,
      settleMs: rule.settleSeconds * 1_000,
      retryMs: Math.max(rule.settleSeconds, rule.rescanSeconds) * 1_000,
      now: () => this.#now(),
      hash: async (file) => {
        const access = { sources, signal, options: { sources: [root], followSymlinks: false } };
        const hashed = await hashFile({ ...file, root }, access, hashes, () => undefined);
        return hashed.ok ? success(hashed.value.sha256) : hashed;
      },
      onChanged: ({ folder }) => this.#quiet.changed(topOf(folder), performance.now()),
      onMissing: (file) => this.#hear([rawOf(file.folder, file.folderBytes)]),
      onEnd: (error) => {
        if (error !== null) this.#fail(error);
        else options.onChange();
        this.#settleAlarm.ring();
      },
    });
  }

  start(): void {
    this.#loops = Promise.all([this.#scanLoop(), this.#settleLoop()]);
  }

  /** Monotonic clocks don't outlive a process: what was settling at its end settles from the start. */
  async #addSettling(): Promise<void> {
    const { watchFiles, ruleId } = this.#options;
    const { signal } = this.#stopping;
    try {
      for (let after = 0; !signal.aborted; ) {
        const ids = watchFiles.toBeChecked(ruleId, after, idsPerTurn);
        this.#files.addMissing(ids);
        if (ids.length < idsPerTurn) return;
        after = ids.at(-1) ?? after;
        await nextTurn();
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#scanAlarm.ring();
    this.#settleAlarm.ring();
    await this.#scanner.close();
    await this.#loops;
    await this.#files.end();
    this.#resolveWaiters();
  }

  /** The computer was asleep: scans at once. */
  wake(): void {
    this.#scanAtMs = 0;
    this.#scanAlarm.ring();
  }

  /** Resolves after the next complete scan, or the attempt at one. */
  async scanNow(): Promise<Result<FolderState>> {
    const done = Promise.withResolvers<void>();
    this.#waiters.push(done.resolve);
    this.wake();
    await done.promise;
    return this.#failure === null ? success(this.state()) : { ok: false, failure: this.#failure };
  }

  state(): FolderState {
    return {
      away: this.#away,
      root: this.#scanner.root,
      lastScan: this.#lastScan === null ? null : this.#withChecked(this.#lastScan),
      hasIgnoredFolder: this.#hasIgnoredFolder,
      usesEvents: this.#events.usesEvents,
      failure: this.#failure,
    };
  }

  /** What a scan may read is read by the check alone. While the folder is away, none of its files can be. */
  #withChecked(scan: CompleteScan): CompleteScan {
    const { unreadable } = this.#files;
    if (this.#away !== null || unreadable.size === 0) return scan;
    const paths = [...scan.examples.unreadable];
    for (const file of unreadable.values()) {
      if (paths.length >= maxNotTakenExamples) break;
      paths.push(file);
    }
    const examples = { ...scan.examples, unreadable: paths };
    return { ...scan, unreadable: scan.unreadable + unreadable.size, examples };
  }

  /** How long nothing in this top-level folder, or anywhere with null, was new or changed: see quiet-time.ts. */
  quietMs(top: string | null): number {
    return this.#quiet.quietMs(top, performance.now());
  }

  /** Whether files have settled and aren't decided about yet. */
  isChecking(): boolean {
    return this.#files.isChecking;
  }

  #now(): Date {
    return this.#options.now?.() ?? new Date();
  }

  async #scanLoop(): Promise<void> {
    const { signal } = this.#stopping;
    await this.#addSettling();
    while (!signal.aborted) {
      const now = performance.now();
      if (now >= this.#scanAtMs) await this.#scanAll();
      else if (this.#changed.size > 0 && this.#away === null && now >= this.#hintAtMs)
        await this.#scanChanged();
      else {
        const hintAtMs =
          this.#changed.size > 0 && this.#away === null ? this.#hintAtMs : Number.POSITIVE_INFINITY;
        await this.#scanAlarm.until(Math.min(this.#scanAtMs, hintAtMs));
      }
    }
  }

  async #scanAll(): Promise<void> {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.#changed.clear();
    // What asks for a scan meanwhile gets another one.
    this.#scanAtMs = Number.POSITIVE_INFINITY;
    const result = await this.#scan(null);
    let restMs = retryAfterFailureMs;
    if (result !== null && !result.isStopped) {
      this.#awayAtScan = result.away;
      this.#setAway(result.away);
      this.#timesAway = result.away === null ? 0 : this.#timesAway + 1;
      this.#events = result.events;
      if (result.away === null) {
        await this.#addSettling();
        const { files, durationMs, temporary, overdue, unreadable, examples } = result;
        this.#hasIgnoredFolder = result.hasIgnoredFolder;
        const at = this.#now().toISOString();
        this.#lastScan = { at, files, durationMs, temporary, overdue, unreadable, examples };
      }
      restMs = restAfterScanMs(
        { durationMs: result.durationMs, usesEvents: result.events.usesEvents, timesAway: this.#timesAway },
        this.#options.rule.rescanSeconds,
      );
    }
    this.#scanAtMs = Math.min(this.#scanAtMs, performance.now() + restMs);
    this.#settleAlarm.ring();
    for (const resolveWaiter of waiters) resolveWaiter();
    this.#options.onChange();
  }

  async #scanChanged(): Promise<void> {
    const folders = [...this.#changed];
    this.#changed.clear();
    const result = await this.#scan(folders);
    this.#hintAtMs = performance.now() + restAfterHintMs(result?.durationMs ?? retryAfterFailureMs);
    // A complete scan finds out more, and waits for the folder to come back.
    if (result === null || result.away !== null) this.#scanAtMs = 0;
    this.#options.onChange();
  }

  /** Returns null if it failed, or if everything has to be read. */
  async #scan(folders: readonly string[] | null): Promise<ScanResult | null> {
    let wasRead = false;
    this.#quiet.beginScan(folders === null, performance.now());
    try {
      const result =
        folders === null ? await this.#scanner.scanAll() : await this.#scanner.scanFolders(folders);
      if (result === null) return null;
      wasRead = result.away === null && !result.isStopped;
      this.#failure = null;
      return result;
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#fail(error);
      return null;
    } finally {
      this.#quiet.endScan(wasRead);
    }
  }

  async #settleLoop(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      // Without its volume, a folder is empty: nothing can be told of its files.
      const canCheck = this.#away === null && this.#lastScan !== null;
      await this.#settleAlarm.until(canCheck ? this.#files.start() : Number.POSITIVE_INFINITY);
    }
  }

  #apply(batch: WatchScanBatch): void {
    const { store, watchFiles, ruleId, keepRoot } = this.#options;
    const rule = { id: ruleId, rootPath: this.#rootPath };
    // What a power cut takes back, the next scan finds again.
    const { root } = this.#scanner;
    const { settling, changedTops } = store.writes.recomputable(() => {
      if (!this.#isRootKept && root !== null) keepRoot(root);
      return applyScan(watchFiles, rule, batch, this.#now().toISOString());
    });
    this.#isRootKept ||= root !== null;
    for (const id of settling) this.#files.add(id);
    this.#files.remove(batch.gone);
    for (const top of changedTops) this.#quiet.changed(top, performance.now());
    this.#settleAlarm.ring();
  }

  #hear(folders: readonly string[]): void {
    for (const folder of folders) {
      this.#changed.add(folder);
      this.#quiet.heard(topOf(decodeRaw(folder).text), performance.now());
    }
    this.#scanAlarm.ring();
  }

  #setAway(reason: UnavailableReason | null): void {
    const before = this.#away;
    if (before?.reason.kind === reason?.kind && (before === null) === (reason === null)) return;
    if (reason === null) this.#files.retryUnreadable();
    this.#away = reason === null ? null : { reason, since: before?.since ?? this.#now().toISOString() };
    this.#settleAlarm.ring();
    this.#options.onChange();
  }

  #fail(error: unknown): void {
    if (error instanceof StoreError) this.#failure = error.failure;
    else {
      // It may fail in the same way at every scan: one report is enough.
      if (this.#failure?.code !== 'bug') this.#options.reportBug(error);
      this.#failure = { code: 'bug' };
    }
    this.#options.onChange();
  }

  #resolveWaiters(): void {
    for (const resolveWaiter of this.#waiters.splice(0)) resolveWaiter();
  }
}

const topOf = (folder: string): string => folder.split('/', 1)[0] ?? '';

/** A wait that others can end. A ring before the wait ends it too. */
class Alarm {
  #rung = Promise.withResolvers<void>();

  ring(): void {
    this.#rung.resolve();
  }

  /** Waits until performance.now() is this late, or for a ring. */
  async until(atMs: number): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const ms = Math.max(0, atMs - performance.now());
    // Longer ones than a timer can wait are ended by a ring.
    const timer = ms < 2 ** 31 ? setTimeout(timeout.resolve, ms) : null;
    await Promise.race([timeout.promise, this.#rung.promise]);
    if (timer !== null) clearTimeout(timer);
    this.#rung = Promise.withResolvers();
  }
}
