/** Brings the rules in the store to what the config file says. Rules that the window made are left alone. */
import { isDeepStrictEqual } from 'node:util';
import { type Failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { isSameName } from '../../../preload/contract/texts/database-check-text.ts';
import type { NamedWatchRule, WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import type { Account, Engine, WatchedFolders } from '../../engine/index.ts';
import type { ConfiguredRule } from './read-config.ts';
import { hasEnded, type RuleSource } from './rule-events.ts';
import { ruleSource } from './rule-source.ts';

export interface RefusedRule {
  readonly rule: string;
  readonly failure: Failure;
}

/** An upload that its rule doesn't continue any longer. */
export interface LeftUpload {
  readonly rule: string;
  /** The folder that the rule watched. */
  readonly path: string;
  readonly uploadId: number;
  /** The rule continues it if it is in the config file again. Otherwise, only a person resumes it. */
  readonly isRuleKept: boolean;
}

export class ConfiguredRules {
  readonly #folders: WatchedFolders;
  readonly #source: RuleSource;
  readonly #onLeft: (left: LeftUpload) => void;
  #configured: readonly ConfiguredRule[] = [];
  #refused: readonly RefusedRule[] = [];

  constructor(engine: Pick<Engine, 'upload' | 'watch'>, onLeft: (left: LeftUpload) => void) {
    this.#folders = engine.watch;
    this.#source = ruleSource(engine);
    this.#onLeft = onLeft;
  }

  /** The rules of the config file, as far as they could be stored. */
  views(): readonly WatchedFolderView[] {
    return this.#own().filter((view) =>
      this.#configured.some(({ rule }) => isSameName(rule.name, view.rule.name)),
    );
  }

  /** Rules that can't be run, and why. */
  get refused(): readonly RefusedRule[] {
    return this.#refused;
  }

  /** A rule that is no longer in the config file is paused; its ledger stays. */
  async apply(configured: readonly ConfiguredRule[], account: Account, signal: AbortSignal): Promise<void> {
    this.#configured = configured;
    await this.retryRefused(account, signal, configured);
  }

  /** A share that was away when Lading started may be back, and a disk that was full have space. */
  async retryRefused(account: Account, signal: AbortSignal, rules = this.#stillRefused()): Promise<void> {
    const refused: RefusedRule[] = [];
    for (const view of this.#own()) {
      const isWanted = this.#configured.some((one) => this.#existing(one)?.id === view.id);
      if (isWanted || view.state === 'paused') continue;
      const paused = await this.#folders.pause(view.id);
      if (paused.ok) this.#reportLeft(view, true);
      else refused.push({ rule: view.rule.name, failure: paused.failure });
    }
    const stored = new Set(this.#own().map(({ rule }) => rule.path));
    const isStored = ({ rule }: ConfiguredRule): boolean => stored.has(rule.path);
    // A new rule may get the name that one of these has until then.
    const saved: { readonly configured: ConfiguredRule; readonly stored: Result<number> }[] = [];
    for (const configured of rules.toSorted((a, b) => Number(isStored(b)) - Number(isStored(a))))
      saved.push({ configured, stored: await this.#store(configured, account) });
    // Each waits for the platform.
    const activations = saved.map(async ({ configured, stored }) => ({
      rule: configured.rule.name,
      activated: stored.ok ? await this.#activate(stored.value, configured, signal) : stored,
    }));
    for (const { rule, activated } of await Promise.all(activations))
      if (!activated.ok) refused.push({ rule, failure: activated.failure });
    // A stop refuses nothing.
    if (!signal.aborted) this.#refused = refused;
  }

  #own(): readonly WatchedFolderView[] {
    return ofCommandLine(this.#folders.views());
  }

  #existing(one: Pick<ConfiguredRule, 'rule'>): WatchedFolderView | null {
    return storedRule(this.#folders.views(), this.#configured, one);
  }

  #stillRefused(): readonly ConfiguredRule[] {
    return this.#configured.filter(({ rule }) => this.#refused.some((one) => one.rule === rule.name));
  }

  /** Returns the ID of the rule as the config file has it. */
  async #store({ rule }: ConfiguredRule, account: Account): Promise<Result<number>> {
    const existing = this.#existing({ rule });
    const isSame =
      existing !== null && isDeepStrictEqual(existing.rule, rule) && existing.serverUrl === account.serverUrl;
    const stored = isSame ? success(existing.id) : await this.#save(existing, rule, account);
    // As it was, it may send elsewhere than the file says.
    if (!stored.ok && existing?.state === 'active') await this.#folders.pause(existing.id);
    return stored;
  }

  async #activate(
    id: number,
    { confirmDatabase }: ConfiguredRule,
    signal: AbortSignal,
  ): Promise<Result<undefined>> {
    const view = this.#own().find((one) => one.id === id);
    const isActive = view?.state === 'active';
    // The database may have another name by now, which the rule hasn't noticed yet.
    const isConfirmed =
      confirmDatabase === null || isSameName(confirmDatabase, view?.databaseName ?? confirmDatabase);
    if (isActive && isConfirmed) return success(undefined);
    const activated = await this.#folders.activate(id, confirmDatabase, signal);
    // Whoever wrote the file means another database than the one that the rule sends to.
    const isWrong = !activated.ok && activated.failure.code === 'database-name-differs';
    if (isWrong && isActive) await this.#folders.pause(id);
    return activated;
  }

  /** Returns the ID of the rule that is stored now. */
  async #save(
    existing: WatchedFolderView | null,
    rule: NamedWatchRule,
    account: Account,
  ): Promise<Result<number>> {
    const given = { account, connectionId: null, rule };
    const saved = await this.#folders.save({ ruleId: existing?.id ?? null, ...given });
    if (existing === null || saved.ok || saved.failure.code !== 'watch-folder-fixed') return saved;
    // A ledger is about one folder. The old one stays in the store.
    const removed = await this.#folders.remove(existing.id);
    if (!removed.ok) return removed;
    this.#reportLeft(existing, false);
    return this.#folders.save({ ruleId: null, ...given });
  }

  #reportLeft({ id, rule: { name, path } }: WatchedFolderView, isRuleKept: boolean): void {
    for (const { uploadId } of this.#source.recentBatches(id)) {
      const upload = this.#source.upload(uploadId);
      if (upload !== null && !hasEnded(upload)) this.#onLeft({ rule: name, path, uploadId, isRuleKept });
    }
  }
}

/** Rules of the command line belong to no saved connection. */
function ofCommandLine(views: readonly WatchedFolderView[]): readonly WatchedFolderView[] {
  return views.filter(({ connectionId }) => connectionId === null);
}

/**
 * The rule of the store that one of the config file is. With another name it is the same one if its folder and database are:
 * its upload continues. Null for a new one.
 */
export function storedRule(
  views: readonly WatchedFolderView[],
  configured: readonly ConfiguredRule[],
  { rule }: Pick<ConfiguredRule, 'rule'>,
): WatchedFolderView | null {
  const own = ofCommandLine(views);
  const named = (name: string) => own.find((view) => isSameName(view.rule.name, name));
  const isStored = (path: string) => own.some((view) => view.rule.path === path);
  // A folder that is new in the file may have the name of another.
  const isConfigured = (name: string) =>
    configured.some((one) => isSameName(one.rule.name, name) && isStored(one.rule.path));
  const renamedTo = (one: NamedWatchRule) =>
    own.find(
      ({ rule: before }) =>
        before.path === one.path && before.database === one.database && !isConfigured(before.name),
    );
  const found = named(rule.name);
  if (found === undefined) return renamedTo(rule) ?? null;
  // Until the one that it was renamed to is stored.
  const isRenamed = configured.some(
    (one) => named(one.rule.name) === undefined && renamedTo(one.rule) === found,
  );
  return isRenamed ? null : found;
}
