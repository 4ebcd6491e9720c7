import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { DatabaseCheck } from '../../../preload/contract/views/database-check.ts';
import type { RehearsalView } from '../../../preload/contract/watch/watch-rehearsal.ts';
import type { NamedWatchRule, WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { storeResult } from '../store/sqlite-failure.ts';
import type { StoredWatchRule } from '../store/watch/watch-rule-repository.ts';
import type { UploadId, WatchRuleId } from '../types/ids.ts';
import type { Progress } from '../types/progress.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import { activateRule, checkActivation, stopUploads } from './activate-rule.ts';
import { checkRule } from './check-rule.ts';
import { type ConfigRules, refuseBeside } from './folder-overlap.ts';
import { decideCopies, forgetFolder } from './ledger/change-ledger.ts';
import { ScanThreads } from './ledger/scan-threads.ts';
import { createWatcher } from './ledger/watcher.ts';
import { rehearseRule } from './rehearse.ts';
import { checkRuleDatabase, databaseRule, keepDatabaseName } from './rule-database.ts';
import { BatchRecorder } from './runner/batch-recorder.ts';
import { finishRunners, RuleRunner, type RunnerDependencies } from './runner/rule-runner.ts';
import { checkSave, keepScan, renameRules, type SaveRule, saveRule } from './save-rule.ts';
import { batchViews, watchedFolderView } from './watch-view.ts';

export type ReportBug = (where: string, error: unknown) => void;
export type WatchServiceOptions = Pick<RunnerDependencies, 'run' | 'limits'> & Record<'reportBug', ReportBug>;

/** The watched folders of a store: their rules, and the runners of the active ones. */
export class WatchService {
  readonly #context: EngineContext;
  readonly #options: WatchServiceOptions;
  readonly #reportBug = (id: WatchRuleId, error: unknown): void =>
    this.#options.reportBug(`watched folder ${id}`, error);
  readonly #runners = new Map<WatchRuleId, RuleRunner>();
  readonly #switching = new Map<WatchRuleId, Promise<unknown>>();
  readonly #listeners = new Set<(ruleId: WatchRuleId) => void>();
  readonly #closing = new AbortController();
  readonly #recorder: BatchRecorder;
  readonly #scanThreads: ScanThreads;
  #activating: Promise<unknown> = Promise.resolve();
  /** Which rules are watched; null until the start. */
  #isChosen: ((rule: StoredWatchRule) => boolean) | null = null;

  constructor(context: EngineContext, options: WatchServiceOptions) {
    this.#context = context;
    this.#options = options;
    this.#scanThreads = new ScanThreads(context.store.path);
    this.#recorder = new BatchRecorder({
      context,
      signal: this.#closing.signal,
      reportBug: this.#reportBug,
      isRunning: (id) => this.#runners.has(id),
      onRecorded: (id) => this.#changed(id),
    });
  }

  rules(): readonly StoredWatchRule[] {
    return this.#context.repositories.watchRules.all();
  }

  /** For work on it. Fails with watch-rule-not-found and stored-value-damaged. */
  #readableRule(id: number): Result<StoredWatchRule> {
    const found = this.rule(id);
    const damaged = found.ok ? found.value.damaged : null;
    return damaged === null ? found : { ok: false, failure: damaged };
  }

  /** Also one that can't be read. Fails with watch-rule-not-found. */
  rule(id: number): Result<StoredWatchRule> {
    const found = this.#context.repositories.watchRules.find(id);
    return found === null ? failure('watch-rule-not-found', { ruleId: id }) : success(found);
  }

  /** Calls back with each rule that changed or was removed. Returns the function that unsubscribes. */
  onChange(listener: (ruleId: WatchRuleId) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Runs the active rules, those that are chosen. They wait for connections. Does nothing the second time. */
  start(isChosen: (rule: StoredWatchRule) => boolean = () => true): void {
    if (this.#isChosen !== null) return;
    this.#isChosen = isChosen;
    for (const rule of this.rules()) {
      if (rule.state === 'active' && isChosen(rule)) this.#run(rule);
      // Its upload may have ended just before Lading did, or a kill have come just after it was paused or removed.
      else if (rule.state !== 'draft') this.#recorder.record(rule.id);
    }
    for (const id of this.#context.repositories.watchRules.removedIds()) this.#recorder.record(id);
  }

  /** As the rule is now. Those that were removed are gone. */
  views(): readonly WatchedFolderView[] {
    return this.rules().map((rule) => this.#view(rule));
  }

  /** Fails with watch-rule-not-found. */
  view(id: number): Result<WatchedFolderView> {
    const stored = this.rule(id);
    return stored.ok ? success(this.#view(stored.value)) : stored;
  }

  /** Newest first. */
  batches(id: WatchRuleId, page: Readonly<{ offset: number; limit: number }>): ReturnType<typeof batchViews> {
    return batchViews(this.#context.repositories.watchBatches.page(id, page.offset, page.limit));
  }

  /** A new rule is a draft. Fails as checkSave does. */
  async save(given: SaveRule): Promise<Result<WatchRuleId>> {
    const { signal } = this.#closing;
    const checked = await checkSave(this.#context, given, signal);
    if (!checked.ok) return checked;
    const { before } = checked.value;
    const save = () => this.#inTurnOfAll(() => saveRule(this.#context, given, checked.value, signal));
    const saved = await (before === null ? storeResult(save) : this.#whileStopped(before.id, save));
    if (saved.ok) this.#allChanged(saved.value);
    return saved;
  }

  /** Gives rules other names, all at once: two may exchange theirs. Fails with watch-name-taken, and as the store does. */
  rename(names: ReadonlyMap<WatchRuleId, string>): Result<undefined> {
    const renamed = renameRules(this.#context, names);
    if (renamed.ok) for (const id of names.keys()) this.#changed(id);
    return renamed;
  }

  /** Whether the database's name must be typed to activate the rule, and why. */
  async databaseCheck(id: number): Promise<Result<DatabaseCheck>> {
    const stored = this.#readableRule(id);
    if (!stored.ok) return stored;
    const check = await checkRuleDatabase(this.#context, stored.value, this.#closing.signal);
    if (check.ok && keepDatabaseName(this.#context, stored.value, check.value))
      this.#changed(stored.value.id);
    return check;
  }

  /** Fails with database-unconfirmed where the database's name has to be typed, and with database-name-differs. */
  async activate(id: number, typed: string | null, stop = this.#closing.signal): Promise<Result<undefined>> {
    const stored = this.#readableRule(id);
    if (!stored.ok) return stored;
    // Another one may have been activated since it was saved.
    const others = this.rules().filter((other) => other.id !== id);
    const signal = AbortSignal.any([this.#closing.signal, stop]);
    const confirmed = await checkActivation(this.#context, { rule: stored.value, others }, typed, signal);
    if (!confirmed.ok) return confirmed;
    const ruleId = stored.value.id;
    const activated = await this.#whileStopped(ruleId, async () => {
      await stopUploads(this.#context, ruleId);
      const activation = { stored: stored.value, databaseName: confirmed.value };
      return this.#inTurnOfAll(() => activateRule(this.#context, activation, signal));
    });
    this.#allChanged(ruleId);
    return activated;
  }

  /**
   * The name of a rule's database, if the rule could be activated with what a person typed. `rule`: as it would be saved over
   * this account. `ruleId`: of the stored one, or null. Fails as `activate`.
   */
  confirmDatabase(
    rule: NamedWatchRule,
    { ruleId, account }: Pick<SaveRule, 'ruleId' | 'account'>,
    typed: string | null,
    signal: AbortSignal,
  ): Promise<Result<string>> {
    const stored = ruleId === null ? null : this.#context.repositories.watchRules.get(ruleId);
    const target = databaseRule(rule, account, stored);
    // The config file tells the other rules of the command line: as they are stored, they may be out of date.
    const others = this.rules().filter(({ connectionId }) => connectionId !== null);
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    return checkActivation(this.#context, { rule: target, others }, typed, stop);
  }

  /**
   * Pauses its upload as well. `forgetsFolder` says when the rule takes whatever folder is at its path once it is active again:
   * if it waits because another folder is there, which a person confirms by this, or always, as when it leaves the config file.
   */
  async pause(
    id: number,
    forgetsFolder: 'never' | 'if-replaced' | 'always' = 'never',
  ): Promise<Result<undefined>> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const { repositories, store } = this.#context;
    if (stored.value.state === 'draft') return success(undefined);
    const changed = await this.#inTurn(stored.value.id, async () => {
      const wait = this.#runners.get(stored.value.id)?.waitingFor() ?? null;
      const isReplaced = wait?.kind === 'folder' && wait.reason.kind === 'replaced';
      store.writes.transaction(() => repositories.watchRules.setState(stored.value.id, 'paused'));
      await this.#endPaused(stored.value.id);
      if (forgetsFolder === 'always' || (forgetsFolder === 'if-replaced' && isReplaced))
        await forgetFolder(this.#context, stored.value.id, isReplaced);
      return success(undefined);
    });
    this.#allChanged(stored.value.id);
    return changed;
  }

  /** Its ledger stays. */
  async remove(id: number): Promise<Result<undefined>> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const { repositories, store } = this.#context;
    const changed = await this.#whileStopped(stored.value.id, async () => {
      await stopUploads(this.#context, stored.value.id);
      const at = new Date().toISOString();
      store.writes.transaction(() => repositories.watchRules.remove(stored.value.id, at));
      return success(undefined);
    });
    if (changed.ok) this.#recorder.record(stored.value.id);
    this.#allChanged(stored.value.id);
    return changed;
  }

  /** Scans an active rule's folder now, and tries again what waits. */
  async scanNow(id: number): Promise<Result<undefined>> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const runner = this.#runners.get(stored.value.id);
    runner?.retryNow();
    const scanned = (await runner?.watcher.scanNow()) ?? success(undefined);
    return scanned.ok ? success(undefined) : scanned;
  }

  /**
   * What a rule, saved or not, would do with what is in its folder. Stores nothing. `ruleId`: whose ledger says what was
   * taken before. Fails as checking the rule does.
   */
  async rehearse(
    rule: NamedWatchRule,
    ruleId: number | null,
    signal: AbortSignal,
  ): Promise<Result<RehearsalView>> {
    const { stateDir, sources } = this.#context;
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    const checked = await checkRule(rule, { stateDir, sources, platform: null, signal: stop });
    return checked.ok ? rehearseRule(this.#context, { rule: checked.value, ruleId }, stop) : checked;
  }

  /** As `refuseBeside`. */
  checkOverlap(rules: ConfigRules, signal: AbortSignal): Promise<Result<void>> {
    return refuseBeside(this.#context, rules, signal);
  }

  /** A session was opened or replaced. */
  connectionsChanged(): void {
    for (const runner of this.#runners.values()) runner.retryNow();
    this.#allChanged();
  }

  /** The key was replaced by one that is refused. Until another session is opened, nothing is sent with the one before. */
  keyRefused(): void {
    for (const runner of this.#runners.values()) runner.waitForKey();
  }

  /** The computer was asleep. */
  wake(): void {
    for (const runner of this.#runners.values()) {
      runner.watcher.wake();
      runner.retryNow();
    }
  }

  onProgress(progress: Progress): void {
    for (const runner of this.#runners.values()) runner.onProgress(progress);
    if (progress.state === 'uploading' || progress.state === 'scanning') return;
    const batch = this.#context.repositories.watchBatches.ofUpload(progress.uploadId);
    if (batch === null) return;
    const runner = this.#runners.get(batch.ruleId);
    if (runner === undefined) this.#recorder.record(batch.ruleId);
    else runner.wake();
  }

  /** A person resumes an upload that is left to its rule, which sends it as soon as it may. */
  retryUpload(id: UploadId): void {
    const batch = this.#context.repositories.watchBatches.ofUpload(id);
    if (batch !== null) this.#runners.get(batch.ruleId)?.retryNow();
  }

  /** A person decides about files with the content of a sent one. Returns how many there were. */
  decide(id: number, entryIds: readonly number[], decision: 'send' | 'skip'): Result<{ decided: number }> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const decided = decideCopies(this.#context, stored.value.id, entryIds, decision);
    this.#runners.get(stored.value.id)?.wake();
    this.#changed(stored.value.id);
    return success({ decided });
  }

  /** Begins nothing more. Resolves when the parts under way have arrived, or after so long. Call `close` then. */
  finish(withinMs: number): Promise<void> {
    return finishRunners([...this.#runners.values()], withinMs);
  }

  /** Stops every rule and its upload. They continue with the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#switching.values());
    await Promise.all([...this.#runners.keys()].map((id) => this.#stop(id)));
    await this.#recorder.allEnded();
  }

  #run(rule: StoredWatchRule): void {
    if (this.#isChosen?.(rule) !== true || this.#closing.signal.aborted) return;
    let scannedAt: string | null = null;
    const onChange = (): void => {
      const current = this.#runners.get(rule.id);
      const state = current?.watcher.state() ?? null;
      const at = state?.lastScan?.at ?? null;
      if (state !== null && at !== scannedAt) keepScan(this.#context, rule.id, state);
      scannedAt = at;
      current?.wake();
      this.#changed(rule.id);
    };
    const { run, limits } = this.#options;
    const reportBug = (error: unknown): void => this.#reportBug(rule.id, error);
    const runner = new RuleRunner(rule.id, {
      context: this.#context,
      watcher: createWatcher(this.#context, rule, this.#scanThreads, { onChange, reportBug }),
      run,
      limits,
      reportBug,
      onChange: () => this.#changed(rule.id),
      onPaused: () => this.#endPausedLater(rule.id),
    });
    this.#runners.set(rule.id, runner);
    runner.start();
  }

  /** The second of two rules that are saved or activated at once is compared with the first. */
  #inTurnOfAll<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#activating.then(work, work);
    this.#activating = turn;
    return turn;
  }

  /** Runs again as the rule is then: as it was, if the store refused the change. */
  #whileStopped<T>(id: WatchRuleId, change: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.#inTurn(id, async () => {
      await this.#stop(id);
      try {
        return await change();
      } finally {
        await this.#restart(id);
      }
    });
  }

  /** Two runners of a rule would take its files twice. Fails as the store does, of which the disk may be full. */
  async #inTurn<T>(id: WatchRuleId, change: () => Promise<Result<T>>): Promise<Result<T>> {
    const earlier = this.#switching.get(id) ?? Promise.resolve();
    const turn = earlier.then(change, change);
    this.#switching.set(id, turn);
    try {
      return await storeResult(() => turn);
    } finally {
      if (this.#switching.get(id) === turn) this.#switching.delete(id);
    }
  }

  async #stop(id: WatchRuleId): Promise<void> {
    const runner = this.#runners.get(id);
    this.#runners.delete(id);
    await runner?.stop();
    await this.#recorder.ended(id);
  }

  /** With the rule as it is now. */
  async #restart(id: WatchRuleId): Promise<void> {
    await this.#stop(id);
    const rule = this.#context.repositories.watchRules.find(id);
    if (rule?.state === 'active') this.#run(rule);
  }

  #view(stored: StoredWatchRule): WatchedFolderView {
    return watchedFolderView(this.#context, stored, this.#runners.get(stored.id) ?? null);
  }

  async #endPaused(id: WatchRuleId): Promise<Result<undefined>> {
    if (this.#context.repositories.watchRules.find(id)?.state !== 'paused') return success(undefined);
    await this.#stop(id);
    await stopUploads(this.#context, id);
    this.#recorder.record(id);
    return success(undefined);
  }

  #endPausedLater(id: WatchRuleId): void {
    void this.#inTurn(id, () => this.#endPaused(id))
      .then(() => this.#allChanged(id))
      .catch((error: unknown) => this.#reportBug(id, error));
  }

  /** Whether a rule can be activated depends on the others. `ids`: that may be gone. */
  #allChanged(...ids: readonly WatchRuleId[]): void {
    for (const id of new Set([...ids, ...this.rules().map((rule) => rule.id)])) this.#changed(id);
  }

  #changed(id: WatchRuleId): void {
    for (const listener of this.#listeners) listener(id);
  }
}
