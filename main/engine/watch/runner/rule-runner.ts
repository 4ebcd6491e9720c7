/**
 * Runs one active rule: its settled files become batches, one after the other, and each batch an upload. What happens on
 * disk is the watcher's; this decides when to send, what to wait for, and when a person is needed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Failure,
  failure,
  type Result,
  success,
} from '../../../../preload/contract/failures/failure.ts';
import { closedUntil } from '../../../../preload/contract/views/weekly-hours.ts';
import type { WatchWait } from '../../../../preload/contract/watch/watched-folder.ts';
import { findDatabase } from '../../platform/find-database.ts';
import type { Session } from '../../platform/session.ts';
import { StoreError, storeResult } from '../../store/sqlite-failure.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { UploadId, WatchRuleId } from '../../types/ids.ts';
import type { Progress } from '../../types/progress.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { UploadSummary } from '../../types/uploads.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';
import { pausedByPerson } from '../../uploads/run/pause-upload.ts';
import type { Watcher } from '../ledger/watcher.ts';
import { moveAcceptedFiles } from './afterwards.ts';
import { nextBatch } from './batch-due.ts';
import { closeBatch, releaseOpenBatches } from './close-batch.ts';
import { compareCustodians } from './compare-custodians.ts';
import { MapSettling } from './map-settling.ts';
import { recordBatches } from './record-batches.ts';
import { lookupMs, refuseRenamed } from './refuse-renamed.ts';
import { retryFailed } from './retry-failed.ts';
import { idleMs, isSameWait, RuleWait, runWait, storeWait } from './rule-wait.ts';
import { runOutcome } from './run-outcome.ts';

export interface RunnerDependencies {
  readonly context: EngineContext;
  readonly watcher: Watcher;
  readonly run: (id: UploadId, options: RunOptions) => Promise<Result<UploadSummary>>;
  readonly limits: RunOptions['limits'];
  /** Something of the view changed. */
  readonly onChange: () => void;
  /** A person paused the upload of the rule, and with it the rule: the service stops this runner. */
  readonly onPaused: () => void;
  readonly reportBug: (error: unknown) => void;
}

interface Run {
  readonly uploadId: UploadId;
  readonly ended: Promise<void>;
  /** The rule asked it to end; otherwise a person did. */
  isEnding: boolean;
}

/** Between two looks. */
const leastMs = 100;
const afterBugMs = 10_000;

export class RuleRunner {
  readonly #id: WatchRuleId;
  readonly #dependencies: RunnerDependencies;
  readonly #closing = new AbortController();
  readonly #wait: RuleWait;
  readonly #map = new MapSettling();
  #wakeUp = Promise.withResolvers<void>();
  /** What its upload waits for. */
  #runWait: WatchWait | null = null;
  #isFinishing = false;
  /** Since when the ledger can't be written. */
  #refusedAt: string | null = null;
  #run: Run | null = null;
  #ended: Promise<void> | null = null;

  constructor(id: WatchRuleId, dependencies: RunnerDependencies) {
    this.#id = id;
    this.#dependencies = dependencies;
    this.#wait = new RuleWait(dependencies.onChange);
  }

  get watcher(): Watcher {
    return this.#dependencies.watcher;
  }

  /** The upload that it sends now. */
  get uploadId(): UploadId | null {
    return this.#run?.uploadId ?? null;
  }

  start(): void {
    this.#dependencies.watcher.start();
    this.#ended ??= this.#loop();
  }

  /** Begins nothing more. Resolves when the parts under way have arrived, or aren't worth waiting for. Call `stop` then. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    this.#finishRun();
    await this.#run?.ended;
  }

  /** Stops its upload too. Everything continues with the next runner of the rule. */
  async stop(): Promise<void> {
    this.#closing.abort();
    this.wake();
    await this.#dependencies.watcher.stop();
    await this.#ended;
    await this.#run?.ended;
  }

  /** Something happened that may let it go on. */
  wake(): void {
    this.#wakeUp.resolve();
  }

  /** A person or a new connection says that waiting may be over. */
  retryNow(): void {
    this.#wait.end();
    this.#wait.forgetAttempts();
    this.wake();
  }

  /** Its key was replaced by one that is refused: the parts under way may end, and nothing more begins before there is another. */
  waitForKey(): void {
    const { context, onChange } = this.#dependencies;
    const stored = context.repositories.watchRules.get(this.#id);
    this.#wait.forKey(stored === null ? null : context.sessions.find(stored));
    this.#finishRun();
    onChange();
  }

  /** What a running upload says. */
  onProgress(progress: Progress): void {
    if (progress.uploadId !== this.#run?.uploadId) return;
    const wait = runWait(progress);
    if (isSameWait(wait, this.#runWait)) return;
    this.#runWait = wait;
    this.#dependencies.onChange();
  }

  waitingFor(): WatchWait | null {
    const { away, failure: unwritten } = this.watcher.state();
    if (away !== null) return { kind: 'folder', ...away };
    if (unwritten === null) return this.#run === null ? this.#wait.current : this.#runWait;
    this.#refusedAt ??= new Date().toISOString();
    return storeWait(unwritten, this.#refusedAt);
  }

  async #loop(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      this.#wakeUp = Promise.withResolvers();
      const nextMs = await this.#tryTick();
      const timer = new AbortController();
      const waited = delay(Math.min(nextMs, idleMs), undefined, { signal: timer.signal });
      await Promise.race([waited.catch(() => undefined), this.#wakeUp.promise]);
      timer.abort();
      // Every file that settles wakes it.
      await delay(leastMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }

  /** A bug ends one tick, not the rule. */
  async #tryTick(): Promise<number> {
    try {
      const nextMs = await this.#tick();
      const { context, onChange } = this.#dependencies;
      const comparison = { id: this.#id, map: this.#map, onChange };
      return Math.min(nextMs, await compareCustodians(context, comparison, this.#closing.signal));
    } catch (error) {
      if (error instanceof StoreError) return this.#wait.forStore(error.failure);
      // It may fail in the same way each time: one report is enough.
      if (!this.#wait.isAfterBug) this.#dependencies.reportBug(error);
      await delay(afterBugMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      return this.#wait.forStore({ code: 'bug' });
    }
  }

  /** Returns when to look again, in milliseconds. */
  async #tick(): Promise<number> {
    const { context, watcher, onChange } = this.#dependencies;
    if (watcher.state().failure === null) this.#refusedAt = null;
    const stored = context.repositories.watchRules.get(this.#id);
    if (stored === null) return idleMs;
    // Batches are open after a kill, or after a full disk refused the last step.
    await releaseOpenBatches(context, this.#id);
    const unfinished = await recordBatches(context, stored, this.#closing.signal, onChange);
    await this.#moveAccepted(stored);
    if (this.#closing.signal.aborted) return idleMs;
    // A person may have paused an upload that waited.
    const state = context.repositories.watchRules.find(this.#id)?.state;
    if (state === 'paused') this.#dependencies.onPaused();
    if (state !== 'active') return idleMs;
    const now = new Date();
    const opensAt = closedUntil(stored.rule.schedule, now);
    if (this.#run !== null) {
      if (opensAt !== null || this.#isReplaced()) this.#finishRun();
      return idleMs;
    }
    if (this.#isFinishing) return idleMs;
    const isUnfinished = (id: number): boolean =>
      context.repositories.watchBatches.unrecorded(this.#id).some(({ uploadId }) => uploadId === id);
    this.#wait.endUpload(isUnfinished);
    if (unfinished !== null) return this.#sendUnfinished(stored, unfinished, opensAt);
    const retryInMs = opensAt === null ? await this.#retryFailed(now) : null;
    if (retryInMs === 0) return 0;
    return Math.min(await this.#closeNext(stored, opensAt), retryInMs ?? idleMs);
  }

  async #moveAccepted(stored: StoredWatchRule): Promise<void> {
    const { context, watcher } = this.#dependencies;
    const { signal } = this.#closing;
    const isAway = (): boolean => watcher.state().away !== null;
    if (signal.aborted || isAway()) return;
    await moveAcceptedFiles(context, stored, {
      signal,
      isAway: async () => {
        await watcher.scanNow();
        return isAway();
      },
    });
  }

  async #retryFailed(now: Date): Promise<number | null> {
    const { context, watcher } = this.#dependencies;
    const { away, lastScan } = watcher.state();
    if (lastScan === null || away !== null) return null;
    return retryFailed(context, this.#id, now);
  }

  /** An upload that was interrupted, paused with its rule, or stopped by what is over now. */
  #sendUnfinished(stored: StoredWatchRule, upload: Upload, opensAt: Date | null): number {
    const { context, watcher } = this.#dependencies;
    // A person resumed it in the window, and it runs there.
    if (context.runs.isRunning(upload.id)) return idleMs;
    const { lastScan, away } = watcher.state();
    // The first scan says whether another folder is in its place. One that is away is waited for in the upload itself.
    if (this.#isReplaced() || (lastScan === null && away === null)) return idleMs;
    const session = context.sessions.find(upload);
    const blockedMs = this.#wait.blockedMs(session, opensAt);
    if (blockedMs !== null) return blockedMs;
    if (session !== null) {
      this.#send(upload.id, stored, session);
      return idleMs;
    }
    const { serverUrl } = upload;
    if (serverUrl === stored.serverUrl) return this.#wait.forConnection();
    // The rule sends to another server by now, so nothing may ever connect to this one.
    const reason = failure('server-not-connected', { serverUrl }).failure;
    return this.#wait.forUpload({ kind: 'upload', uploadId: upload.id, failure: reason });
  }

  async #closeNext(stored: StoredWatchRule, opensAt: Date | null): Promise<number> {
    const { context, watcher } = this.#dependencies;
    const settled = context.repositories.watchLedger.settledGroups(this.#id);
    const due = nextBatch(settled, stored.rule, watcher);
    if (due === null || due.inMs > 0) {
      this.#wait.endRetry();
      return due?.inMs ?? idleMs;
    }
    const session = context.sessions.find(stored);
    const blockedMs = this.#wait.blockedMs(session, opensAt);
    if (blockedMs !== null) return blockedMs;
    if (session === null) return this.#wait.forConnection();
    const mapInMs = await this.#map.dueInMs(stored.rule, context.sources, this.#closing.signal);
    if (mapInMs > 0) {
      if (this.#map.takesLong(stored.rule)) this.#wait.forMap(stored.rule.custodianMap ?? '');
      return mapInMs;
    }
    const closed = await context.sessions.use(session, (ended) =>
      this.#close(stored, session, due.top, AbortSignal.any([ended, this.#closing.signal])),
    );
    if (!closed.ok) {
      // Another session took its place.
      if (closed.failure.code === 'stopped') return 0;
      return this.#after(closed.failure, null, session);
    }
    this.#wait.forgetAttempts();
    const isStopping = this.#isFinishing || this.#closing.signal.aborted;
    const mayBegin = !isStopping && this.#wait.current?.kind !== 'key';
    if (closed.value !== null && mayBegin) this.#send(closed.value, stored, session);
    return closed.value === null ? 0 : idleMs;
  }

  async #close(
    stored: StoredWatchRule,
    session: Session,
    topFolder: string | null,
    signal: AbortSignal,
  ): Promise<Result<UploadId | null>> {
    const { context } = this.#dependencies;
    const custodians = await this.#map.read(stored.rule, context.sources, signal);
    if (custodians === null) return success(null);
    if (!custodians.ok) return custodians;
    const database = await findDatabase(session.platform, stored.rule.database, {
      signal,
      giveUpAfterMs: lookupMs,
      onRetry: (reason) => this.#wait.forAnswer(reason),
    });
    if (!database.ok) return signal.aborted ? failure('stopped') : database;
    const databaseName = database.value.name;
    const renamed = refuseRenamed(stored, databaseName);
    if (renamed !== null) return renamed;
    const { account } = session;
    const now = new Date();
    const target = { rule: stored, custodians: custodians.value, topFolder, databaseName, account, now };
    return closeBatch(context, target, signal);
  }

  #send(uploadId: UploadId, { rule: { schedule } }: StoredWatchRule, session: Session): void {
    const { run, limits, onChange, reportBug } = this.#dependencies;
    this.#wait.end();
    const { signal } = this.#closing;
    const ended = storeResult(() => run(uploadId, { signal, limits, forecastHours: schedule, held: 'ask' }))
      .catch((error: unknown) => {
        reportBug(error);
        return failure('bug');
      })
      .then((ran) => {
        const isOurStop = this.#closing.signal.aborted || this.#run?.isEnding === true;
        this.#run = null;
        this.#runWait = null;
        if (!isOurStop || ran.ok) this.#tryAfter(ran.ok ? null : ran.failure, uploadId, session);
        onChange();
        this.wake();
      });
    this.#run = { uploadId, ended, isEnding: false };
    onChange();
  }

  /** Whether what is at its path is another folder, which isn't its to send. */
  #isReplaced(): boolean {
    return this.watcher.state().away?.reason.kind === 'replaced';
  }

  #finishRun(): void {
    if (this.#run === null) return;
    this.#run.isEnding = true;
    this.#dependencies.context.runs.finish(this.#run.uploadId);
  }

  /** What can't be written now is decided again when the upload is. */
  #tryAfter(reason: Failure | null, uploadId: UploadId, session: Session | null): void {
    try {
      this.#after(reason, uploadId, session);
    } catch (error) {
      if (error instanceof StoreError) this.#wait.forStore(error.failure);
      else this.#dependencies.reportBug(error);
    }
  }

  /** Decides what follows a failure, or success. Returns when to look again. */
  #after(reason: Failure | null, uploadId: UploadId | null, session: Session | null): number {
    const { repositories } = this.#dependencies.context;
    const isCancelled = uploadId !== null && repositories.uploads.get(uploadId)?.state === 'cancelled';
    const outcome = runOutcome(isCancelled ? null : reason, this.#closing.signal.aborted);
    switch (outcome.kind) {
      case 'done':
        this.#wait.forgetAttempts();
        return 0;
      case 'stopped':
        return 0;
      case 'upload': {
        if (reason?.code !== 'stopped' && uploadId !== null)
          return this.#wait.forUpload({ kind: 'upload', uploadId, failure: reason });
        const nextMs = this.#setState('paused', pausedByPerson);
        this.#dependencies.onPaused();
        return nextMs;
      }
      case 'key':
        return this.#wait.forKey(session);
      case 'retry':
        return this.#wait.forRetry(outcome.waitingFor, reason);
      case 'store':
        return this.#wait.forStore(outcome.failure);
      case 'broken':
        return this.#setState('broken', reason);
    }
  }

  #setState(state: 'paused' | 'broken', reason: Failure | null): number {
    const { context, onChange } = this.#dependencies;
    const { repositories, store } = context;
    this.#wait.end();
    store.writes.transaction(() => repositories.watchRules.setState(this.#id, state, reason));
    onChange();
    return idleMs;
  }
}

/** Resolves when all of them have finished, or after so long. */
export async function finishRunners(runners: readonly RuleRunner[], withinMs: number): Promise<void> {
  const timeout = new AbortController();
  const finished = Promise.allSettled(runners.map((runner) => runner.finish()));
  await Promise.race([
    finished,
    delay(withinMs, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
}
