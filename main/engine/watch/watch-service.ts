import type { DatabaseCheck } from '../../../preload/contract/database-check.ts';
import { isSameName } from '../../../preload/contract/database-check-text.ts';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { NamedWatchRule, RehearsalView, WatchRule } from '../../../preload/contract/watched-folder.ts';
import { findDatabase } from '../platform/find-database.ts';
import type { Session } from '../platform/session.ts';
import type { SessionKey } from '../platform/session-pool.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import type { WatchRuleId } from '../types/ids.ts';
import type { Progress } from '../types/progress.ts';
import { checkRequestDatabase, refusal } from '../uploads/confirm-database.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import { checkRule, readCustodians, type WatchCustodians } from './check-rule.ts';
import { createWatcher, rehearseRule } from './from-disk.ts';
import { recordBatches } from './record-batches.ts';
import { RuleRunner, type RunnerDependencies } from './rule-runner.ts';
import { watchRequest } from './watch-request.ts';

export type WatchServiceOptions = Pick<RunnerDependencies, 'run' | 'limits' | 'reportBug'>;

export interface SaveRule {
  /** Null for a new one. */
  readonly ruleId: number | null;
  /** Of the connection that it sends over. */
  readonly account: SessionKey;
  /** The saved connection. Null on the command line. */
  readonly connectionId: string | null;
  readonly rule: WatchRule;
}

/** The watched folders of a store: their rules, and the runners of the active ones. */
export class WatchService {
  readonly #context: EngineContext;
  readonly #options: WatchServiceOptions;
  readonly #runners = new Map<WatchRuleId, RuleRunner>();
  readonly #recording = new Map<WatchRuleId, Promise<unknown>>();
  readonly #listeners = new Set<(ruleId: WatchRuleId) => void>();
  readonly #rehearsals = new Map<number, AbortController>();
  readonly #closing = new AbortController();
  #isStarted = false;

  constructor(context: EngineContext, options: WatchServiceOptions) {
    this.#context = context;
    this.#options = options;
  }

  rules(): readonly StoredWatchRule[] {
    return this.#context.repositories.watchRules.all();
  }

  /** Fails with watch-rule-not-found. */
  rule(id: number): Result<StoredWatchRule> {
    const found = this.#context.repositories.watchRules.get(id);
    return found === null ? failure('watch-rule-not-found', { ruleId: id }) : success(found);
  }

  /** Of an active rule. */
  runner(id: WatchRuleId): RuleRunner | null {
    return this.#runners.get(id) ?? null;
  }

  /** Calls back with each rule that changed or was removed. Returns the function that unsubscribes. */
  onChange(listener: (ruleId: WatchRuleId) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Runs the active rules. They wait for connections. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    for (const rule of this.rules()) if (rule.state === 'active') this.#run(rule);
  }

  /** Fails as checking the rule does, and with watch-name-taken and watch-folder-fixed. */
  async save({ ruleId, account, connectionId, rule }: SaveRule): Promise<Result<WatchRuleId>> {
    const { repositories, store } = this.#context;
    const session = this.#context.sessions.find(account);
    if (session === null) return failure('server-not-connected', { serverUrl: account.serverUrl });
    const before = ruleId === null ? success(null) : this.rule(ruleId);
    if (!before.ok) return before;
    const checked = await checkRule(rule, {
      stateDir: this.#context.stateDir,
      sources: this.#context.sources,
      profile: session.platform.profile,
      signal: this.#closing.signal,
    });
    if (!checked.ok) return checked;
    const named = checked.value;
    const earlier = before.value;
    if (this.rules().some(({ id, rule: other }) => id !== ruleId && isSameName(other.name, named.name)))
      return failure('watch-name-taken', { name: named.name });
    if (earlier !== null && earlier.state !== 'draft' && earlier.rule.path !== named.path)
      return failure('watch-folder-fixed', { name: earlier.rule.name });
    const target = {
      serverUrl: account.serverUrl,
      keyId: session.account.keyId,
      isSandbox: session.isSandbox,
      profilePath: session.profilePath,
      connectionId,
    };
    const id = store.writes.transaction(() => {
      const at = new Date().toISOString();
      if (earlier === null) return repositories.watchRules.insert(named, target, at);
      repositories.watchRules.update(earlier.id, named, target);
      this.#forgetWhatChanged(earlier, named, account.serverUrl, at);
      return earlier.id;
    });
    await this.#restart(id);
    this.#changed(id);
    return success(id);
  }

  /** Whether the database's name must be typed to activate the rule, and why. */
  async databaseCheck(id: number): Promise<Result<DatabaseCheck>> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const session = this.#session(stored.value);
    if (!session.ok) return session;
    return this.#checkDatabase(stored.value, session.value);
  }

  /** Fails with database-unconfirmed where the database's name has to be typed. */
  async activate(id: number, typedDatabase: string | null): Promise<Result<undefined>> {
    const { repositories, store } = this.#context;
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const session = this.#session(stored.value);
    if (!session.ok) return session;
    const check = await this.#checkDatabase(stored.value, session.value);
    if (!check.ok) return check;
    const refused = refusal(check.value, typedDatabase);
    if (refused !== null) return refused;
    const ruleId = stored.value.id;
    store.writes.transaction(() => {
      const at = new Date().toISOString();
      repositories.watchRules.setDatabase(ruleId, check.value.databaseName, at);
      repositories.watchRules.setState(ruleId, 'active');
    });
    await this.#restart(ruleId);
    this.#changed(ruleId);
    return success(undefined);
  }

  /** Its upload pauses too. */
  async pause(id: number): Promise<Result<undefined>> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const { repositories, store } = this.#context;
    if (stored.value.state === 'draft') return success(undefined);
    store.writes.transaction(() => repositories.watchRules.setState(stored.value.id, 'paused'));
    await this.#stop(stored.value.id);
    this.#changed(stored.value.id);
    return success(undefined);
  }

  /** Its ledger stays. */
  async remove(id: number): Promise<Result<undefined>> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const { repositories, store } = this.#context;
    await this.#stop(stored.value.id);
    store.writes.transaction(() => repositories.watchRules.remove(stored.value.id, new Date().toISOString()));
    this.#changed(stored.value.id);
    return success(undefined);
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

  /** What the rule would do with what is in its folder. One at a time per rule. Fails with stopped if it is canceled. */
  async rehearse(id: number): Promise<Result<RehearsalView>> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    if (this.#rehearsals.has(id)) return failure('watch-rehearsing', { name: stored.value.rule.name });
    const stop = new AbortController();
    this.#rehearsals.set(id, stop);
    try {
      const signal = AbortSignal.any([stop.signal, this.#closing.signal]);
      return await rehearseRule(this.#context, stored.value, signal);
    } finally {
      this.#rehearsals.delete(id);
    }
  }

  cancelRehearsal(id: number): void {
    this.#rehearsals.get(id)?.abort();
  }

  /** A session was opened or replaced. */
  connectionsChanged(): void {
    for (const runner of this.#runners.values()) runner.retryNow();
    for (const { id } of this.rules()) this.#changed(id);
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
    if (runner === undefined) this.#recordLater(batch.ruleId);
    else runner.wake();
  }

  /** A person decides about files with the content of a sent one. Returns how many there were. */
  decide(id: number, entryIds: readonly number[], decision: 'send' | 'skip'): Result<{ decided: number }> {
    const stored = this.rule(id);
    if (!stored.ok) return stored;
    const { repositories, store } = this.#context;
    const { watchFiles, watchLedger } = repositories;
    const held = watchFiles
      .byIds(entryIds)
      .filter(({ ruleId, state }) => ruleId === stored.value.id && state === 'held')
      .map((file) => file.id);
    store.writes.transaction(() =>
      decision === 'send' ? watchLedger.releaseHeld(held) : watchLedger.skipHeld(held),
    );
    this.#runners.get(stored.value.id)?.wake();
    this.#changed(stored.value.id);
    return success({ decided: held.length });
  }

  /** Stops every rule and its upload. They continue with the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#runners.keys()].map((id) => this.#stop(id)));
    await Promise.allSettled(this.#recording.values());
  }

  #run(rule: StoredWatchRule): void {
    if (!this.#isStarted || this.#closing.signal.aborted) return;
    const onChange = (): void => {
      this.#runners.get(rule.id)?.wake();
      this.#changed(rule.id);
    };
    const { run, limits, reportBug } = this.#options;
    const runner = new RuleRunner(rule.id, {
      context: this.#context,
      watcher: createWatcher(this.#context, rule, onChange),
      run,
      limits,
      reportBug,
      onChange: () => this.#changed(rule.id),
    });
    this.#runners.set(rule.id, runner);
    runner.start();
  }

  async #stop(id: WatchRuleId): Promise<void> {
    const runner = this.#runners.get(id);
    this.#runners.delete(id);
    await runner?.stop();
    await this.#recording.get(id);
  }

  /** With the rule as it is now. */
  async #restart(id: WatchRuleId): Promise<void> {
    await this.#stop(id);
    const rule = this.#context.repositories.watchRules.get(id);
    if (rule?.state === 'active') this.#run(rule);
  }

  #session(key: SessionKey): Result<Session> {
    const session = this.#context.sessions.find(key);
    return session === null
      ? failure('server-not-connected', { serverUrl: key.serverUrl })
      : success(session);
  }

  async #checkDatabase(stored: StoredWatchRule, session: Session): Promise<Result<DatabaseCheck>> {
    const { rule, serverUrl, isSandbox } = stored;
    const custodians = await readCustodians(rule);
    if (!custodians.ok) return custodians;
    const database = await this.#context.sessions.use(session, (signal) =>
      findDatabase(session.platform, rule.database, {
        signal,
        giveUpAfterMs: 60_000,
        priority: 'interactive',
      }),
    );
    if (!database.ok) return database;
    const databaseName = database.value.name;
    const target = { serverUrl, isSandbox, databaseId: rule.database, databaseName };
    const check = checkRequestDatabase(
      this.#context.repositories,
      target,
      sampleRequest(stored, custodians.value),
    );
    const { databaseName: confirmed } = stored;
    if (stored.databaseCheckedAt === null || confirmed === null) return success(check);
    // A person confirmed it before, under the name that it had then.
    return success(
      isSameName(confirmed, databaseName)
        ? { ...check, reason: null }
        : { ...check, reason: 'renamed', subject: null, usedBefore: [confirmed] },
    );
  }

  /** Call in the transaction that saves the rule. */
  #forgetWhatChanged(before: StoredWatchRule, rule: NamedWatchRule, serverUrl: string, at: string): void {
    const { watchRules, watchBatches, watchLedger } = this.#context.repositories;
    const sendsElsewhere = before.rule.database !== rule.database || before.serverUrl !== serverUrl;
    if (sendsElsewhere) watchRules.setDatabase(before.id, null, null);
    if (sendsElsewhere && before.state !== 'draft') watchRules.setState(before.id, 'paused');
    if (sendsElsewhere || before.rule.dataset !== rule.dataset || before.rule.datasetPer !== rule.datasetPer)
      watchBatches.forgetDatasets(before.id);
    const choice = ({ include, exclude, sameContent }: NamedWatchRule) =>
      JSON.stringify([include, exclude, sameContent]);
    if (choice(before.rule) !== choice(rule)) watchLedger.resetSkipped(before.id, at);
  }

  /** The outcome of an upload that a person resumed while its rule is paused. */
  #recordLater(id: WatchRuleId): void {
    const stored = this.#context.repositories.watchRules.get(id);
    if (stored === null || this.#closing.signal.aborted) return;
    const earlier = this.#recording.get(id) ?? Promise.resolve();
    const recording = earlier
      .then(() => recordBatches(this.#context, stored, this.#closing.signal))
      .catch((error: unknown) => this.#options.reportBug(`watched folder ${id}`, error))
      .finally(() => {
        if (this.#recording.get(id) === recording) this.#recording.delete(id);
        this.#changed(id);
      });
    this.#recording.set(id, recording);
  }

  #changed(id: WatchRuleId): void {
    for (const listener of this.#listeners) listener(id);
  }
}

/** What the database check compares: the folder, and where each batch goes. */
function sampleRequest(stored: StoredWatchRule, custodians: WatchCustodians) {
  return watchRequest(stored, custodians, { name: stored.rule.dataset });
}
