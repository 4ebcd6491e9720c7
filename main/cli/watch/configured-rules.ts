/** Brings the rules in the store to what the config file says. Rules that the window made are left alone. */
import { isDeepStrictEqual } from 'node:util';
import { type Failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { isSameName } from '../../../preload/contract/texts/same-name.ts';
import type { NamedWatchRule, WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import type { Account, WatchedFolders } from '../../engine/index.ts';
import { matchedNames, matchRules } from './match-rules.ts';
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

interface RuleMatch {
  readonly configured: ConfiguredRule;
  /** It is null for a new rule. */
  readonly stored: WatchedFolderView | null;
}

export class ConfiguredRules {
  readonly #folders: WatchedFolders;
  readonly #source: RuleSource;
  readonly #onLeft: (left: LeftUpload) => void;
  #configured: readonly ConfiguredRule[] = [];
  #refused: readonly RefusedRule[] = [];

  constructor(engine: Parameters<typeof ruleSource>[0], onLeft: (left: LeftUpload) => void) {
    this.#folders = engine.watch;
    this.#source = ruleSource(engine);
    this.#onLeft = onLeft;
  }

  /** The rules of the config file, as far as they could be stored. */
  views(): readonly WatchedFolderView[] {
    const ids = new Set(this.#matches().map(({ stored }) => stored?.id));
    return this.#own().filter(({ id }) => ids.has(id));
  }

  /** Rules that can't be run, and why. */
  get refused(): readonly RefusedRule[] {
    return this.#refused;
  }

  /** The file applies as a whole. A rule that is no longer in it is paused; its ledger stays. */
  async apply(configured: readonly ConfiguredRule[], account: Account, signal: AbortSignal): Promise<void> {
    this.#configured = configured;
    await this.retryRefused(account, signal, configured);
  }

  /** A share that was away when Lading started may be back, and a disk that was full have space. */
  async retryRefused(account: Account, signal: AbortSignal, rules = this.#stillRefused()): Promise<void> {
    const refused = await this.#pauseOthers();
    // What it refuses is refused again when the rule is saved.
    this.#folders.rename(matchedNames(this.#own(), this.#configuredRules()));
    const saved: { readonly configured: ConfiguredRule; readonly stored: Result<number> }[] = [];
    // Rules that are stored come first: a new rule may get what one of them has until then.
    const matches = this.#matches()
      .filter(({ configured }) => rules.includes(configured))
      .toSorted((a, b) => Number(isKept(b)) - Number(isKept(a)));
    for (const match of matches)
      saved.push({ configured: match.configured, stored: await this.#store(match, account) });
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

  /** Nothing of the file applies while a rule that isn't in it, or has another folder there, sends as it did before. */
  async #pauseOthers(): Promise<RefusedRule[]> {
    const refused: RefusedRule[] = [];
    const matches = this.#matches();
    for (const view of this.#own()) {
      const match = matches.find(({ stored }) => stored?.id === view.id);
      if (match !== undefined && isKept(match)) continue;
      // A person's pause ends with the rule: once it is in the file again, it is activated.
      const isLeftPaused = match === undefined && view.pausedUpload !== null;
      if (view.state === 'paused' && !isLeftPaused) continue;
      // Back in the file, it begins with the folder that is there then.
      const paused = await this.#folders.pause(view.id, match === undefined ? 'always' : 'never');
      if (!paused.ok) refused.push({ rule: view.rule.name, failure: paused.failure });
      else if (match === undefined) this.#reportLeft(view, !this.#isNamed(view.rule.name));
    }
    return refused;
  }

  /** Whether a rule of the file, of another folder, has that name. */
  #isNamed(name: string): boolean {
    return this.#configured.some(({ rule }) => isSameName(rule.name, name));
  }

  #own(): readonly WatchedFolderView[] {
    return ofCommandLine(this.#folders.views());
  }

  #configuredRules(): readonly NamedWatchRule[] {
    return this.#configured.map(({ rule }) => rule);
  }

  #matches(): readonly RuleMatch[] {
    const stored = matchRules(this.#own(), this.#configuredRules());
    return this.#configured.map((configured, index) => ({ configured, stored: stored[index] ?? null }));
  }

  #stillRefused(): readonly ConfiguredRule[] {
    return this.#configured.filter(({ rule }) => this.#refused.some((one) => one.rule === rule.name));
  }

  /** Returns the ID of the rule as the config file has it. */
  async #store(
    { configured: { rule }, stored: existing }: RuleMatch,
    account: Account,
  ): Promise<Result<number>> {
    const isSame =
      existing !== null && isDeepStrictEqual(existing.rule, rule) && existing.serverUrl === account.serverUrl;
    const stored = isSame ? success(existing.id) : await this.#save(existing, rule, account);
    // The rule as it was stored may send elsewhere than the file says.
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
    if (view !== undefined && view.pausedUpload !== null) return success(undefined);
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
export function ofCommandLine(views: readonly WatchedFolderView[]): readonly WatchedFolderView[] {
  return views.filter(({ connectionId }) => connectionId === null);
}

/** Whether the stored rule keeps its ledger, which is about one folder. */
function isKept({ configured, stored }: RuleMatch): boolean {
  return stored?.rule.path === configured.rule.path;
}
