/** Runs the rules of a config file, says what happens, and keeps the status that monitoring reads. */

import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { BandwidthPlan } from '../../../preload/contract/views/bandwidth-schedule.ts';
import type { FoundInRule } from '../../../preload/contract/views/found-file.ts';
import { countProblems } from '../../../preload/contract/views/upload-problems.ts';
import { watchWaitText } from '../../../preload/contract/watch/watch-text.ts';
import type { WatchedFolderView, WatchWait } from '../../../preload/contract/watch/watched-folder.ts';
import type { Account, Engine, Totals } from '../../engine/index.ts';
import { type CliContext, reportFailure } from '../cli-context.ts';
import type { Outcome } from '../exit-code.ts';
import { outcomeOfStop, worseOutcome } from '../outcome.ts';
import { formatTime } from '../terminal/time.ts';
import { usageError } from '../usage-error.ts';
import { connected as connectedText } from '../words/uploads.ts';
import { service as words } from '../words/watch.ts';
import { ConfiguredRules } from './configured-rules.ts';
import { keyCheckMs, type ServiceConnection, waitFor } from './connect-service.ts';
import { heartbeatMs, type ServiceStatus } from './health.ts';
import { formatMetrics, type UploadTotals } from './metrics.ts';
import { notifySystemd } from './notify-systemd.ts';
import { OnceFollower } from './once-follower.ts';
import { printEvent, printLeft, printLine, printRefused, printRuleEvent } from './print-events.ts';
import type { ConfiguredRule } from './read-config.ts';
import type { ReceiptFolder } from './receipt-folder.ts';
import { RuleEvents } from './rule-events.ts';
import { namedFiles, ruleSource } from './rule-source.ts';
import type { StatusFile } from './status-file.ts';
import { warnRefusedDatabases } from './warn-refused-databases.ts';
import { warnUnmovable } from './warn-unmovable.ts';

export interface ServiceOptions {
  readonly context: CliContext;
  readonly engine: Engine;
  readonly connection: ServiceConnection;
  readonly statusFile: StatusFile;
  /** As it is shown. */
  readonly server: string;
  readonly configPath: string;
  /** They hold for all that it sends. */
  readonly limits: BandwidthPlan;
  /** Ends when what is in the folders was sent. */
  readonly once: boolean;
  readonly metricsUrl: string | null;
  readonly receipts: ReceiptFolder | null;
}

const tickMs = 500;
const retryRefusedMs = 60_000;
/** A receipt that couldn't be written: its disk may be full. */
const retryReceiptsMs = 600_000;
/** How long a stop waits for the parts under way. What isn't uploaded then is sent again by the next start. */
const finishMs = 30_000;

export class ConfiguredWatchService {
  readonly #options: ServiceOptions;
  /** By rule. */
  readonly #found = new Map<number, { readonly files: number; readonly found: FoundInRule }>();
  readonly #rules: ConfiguredRules;
  readonly #events: RuleEvents;
  readonly #uploads = new Map<string, UploadTotals>();
  /** The forecasts of running uploads. */
  readonly #timesLeft = new Map<number, ServiceStatus['uploads'][number]>();
  /** What was accepted of the uploads that ended with problems. */
  readonly #counted = new Map<number, Totals['accepted']>();
  readonly #startedAt = new Date();
  readonly #follower: OnceFollower | null;
  #configured: readonly ConfiguredRule[];
  #reload: readonly ConfiguredRule[] | null = null;
  #waitingFor: WatchWait | null = null;
  #hasChanged = true;

  constructor(options: ServiceOptions, configured: readonly ConfiguredRule[]) {
    this.#options = options;
    this.#configured = configured;
    const { context, engine } = options;
    this.#rules = new ConfiguredRules(engine, (left) => printLeft(context, left));
    this.#events = new RuleEvents(ruleSource(engine));
    this.#follower = options.once ? new OnceFollower() : null;
  }

  /** With the next tick, these rules apply, with the key that the file has then. */
  reload(configured: readonly ConfiguredRule[]): void {
    this.#reload = configured;
  }

  /** Whether these rules, or the key, differ from what applies. */
  hasChanged(configured: readonly ConfiguredRule[]): boolean {
    const isSame = isDeepStrictEqual(configured, this.#reload ?? this.#configured);
    return !isSame || this.#options.connection.hasNewKey();
  }

  /** Until the signal, or until everything was sent if that was asked for. */
  async run(signal: AbortSignal): Promise<Outcome> {
    this.#printStart();
    await this.#writeStatus('running');
    notifySystemd(this.#options.context);
    const heartbeat = setInterval(() => void this.#writeStatus('running'), heartbeatMs);
    const { context, engine, once, receipts } = this.#options;
    receipts?.saveMissing();
    try {
      const outcome = await this.#runConnected(signal);
      if (signal.aborted) await engine.watch.finish(finishMs);
      // An upload may have ended meanwhile, and the counts of the last seconds were not printed yet.
      this.#look(Number.POSITIVE_INFINITY);
      await receipts?.finish();
      if (signal.aborted) return once ? outcomeOfStop(context.activeUpload) : 'done';
      return receipts?.isMissing === true ? worseOutcome(outcome, 'problems') : outcome;
    } finally {
      await receipts?.finish();
      clearInterval(heartbeat);
      await this.#writeStatus('stopped');
    }
  }

  metrics(): string {
    const { user, system } = process.cpuUsage();
    return formatMetrics({
      version: this.#options.context.version,
      nowMs: Date.now(),
      startedAtMs: this.#startedAt.getTime(),
      residentBytes: process.memoryUsage.rss(),
      cpuSeconds: (user + system) / 1e6,
      rules: this.#rules.views(),
      uploads: this.#uploads,
    });
  }

  async #runConnected(signal: AbortSignal): Promise<Outcome> {
    const { context, engine, connection, once, receipts } = this.#options;
    const connected = once
      ? await connection.connect(signal)
      : await connection.connectWhenPossible(signal, (wait) => this.#waits(wait));
    if (!connected.ok)
      return signal.aborted ? outcomeOfStop(context.activeUpload) : reportFailure(context, connected.failure);
    context.activeUpload.hasBegun = true;
    let account = connected.value;
    this.#connected(account);
    const unsubscribe = engine.watch.onChange(() => {
      this.#hasChanged = true;
    });
    const unfollow = engine.onProgress(({ uploadId, timeLeft: left }) => {
      if (left === null) this.#timesLeft.delete(uploadId);
      else this.#timesLeft.set(uploadId, { uploadId, left, at: new Date().toISOString() });
    });
    try {
      await this.#apply(account, signal);
      engine.watch.start(({ connectionId }) => connectionId === null);
      let keyCheckedAtMs = performance.now();
      let retriedAtMs = performance.now();
      let receiptsAtMs = performance.now();
      while (!signal.aborted) {
        const nowMs = performance.now();
        if (this.#reload !== null) account = await this.#reconnect(account, signal);
        // A rule is checked with the platform, and would send with the key before.
        if (this.#reload !== null && this.#waitingFor === null) {
          this.#configured = this.#reload;
          this.#reload = null;
          await this.#apply(account, signal);
          if (signal.aborted) break;
          printLine(context, words.reloaded(this.#configured.length));
          printEvent(context, 'reloaded', { rules: this.#configured.length });
        }
        if (nowMs - keyCheckedAtMs >= keyCheckMs) {
          keyCheckedAtMs = nowMs;
          const isRefused = this.#rules.views().some(({ waitingFor }) => waitingFor?.kind === 'key');
          if (isRefused || this.#waitingFor !== null) account = await this.#reconnect(account, signal);
        }
        if (
          this.#rules.refused.length > 0 &&
          this.#waitingFor === null &&
          nowMs - retriedAtMs >= retryRefusedMs
        ) {
          retriedAtMs = nowMs;
          await this.#rules.retryRefused(account, signal);
        }
        if (receipts?.isMissing === true && nowMs - receiptsAtMs >= retryReceiptsMs) {
          receiptsAtMs = nowMs;
          receipts.saveMissing();
        }
        const views = this.#look(nowMs);
        const outcome = this.#follower?.outcome(views, this.#rules.refused, nowMs) ?? null;
        if (outcome !== null) return this.#endOnce(views, outcome);
        await delay(tickMs, undefined, { signal }).catch(() => undefined);
      }
      return outcomeOfStop(context.activeUpload);
    } finally {
      unsubscribe();
      unfollow();
    }
  }

  /** The signal ends it: the platform may not answer. */
  async #apply(account: Account, signal: AbortSignal): Promise<void> {
    await this.#rules.apply(this.#configured, account, signal);
    if (signal.aborted) return;
    printRefused(this.#options.context, this.#rules.refused);
    for (const { rule, pausedUpload } of this.#rules.views())
      if (pausedUpload !== null)
        this.#options.context.output.warn(words.stillPaused(printable(rule.name), pausedUpload));
    await warnUnmovable(this.#options.context, this.#configured);
    await warnRefusedDatabases(this.#options.context, this.#options.engine, this.#configured, signal);
    this.#hasChanged = true;
  }

  /** With the key that the file has now. A running upload keeps the one it started with, unless the new one is refused. */
  async #reconnect(account: Account, signal: AbortSignal): Promise<Account> {
    const { context, engine, connection } = this.#options;
    if (!connection.hasNewKey()) return account;
    printLine(context, words.newKey);
    const connected = await connection.connect(signal);
    if (connected.ok) {
      this.#connected(connected.value);
      return connected.value;
    }
    const wait = waitFor(connected.failure);
    if (wait?.kind === 'key') {
      engine.watch.keyRefused();
      this.#waits(wait);
    } else reportFailure(context, connected.failure);
    return account;
  }

  /** Prints what happened, and writes the status if something did. */
  #look(nowMs: number): readonly WatchedFolderView[] {
    const views = this.#rules.views();
    for (const event of this.#events.update(views, nowMs)) {
      printRuleEvent(this.#options.context, event, this.#options.once);
      if (event.event !== 'upload-finished') continue;
      this.#count(event.rule, event.upload, event.totals);
      this.#options.receipts?.save(event.rule, event.upload);
    }
    if (this.#hasChanged) void this.#writeStatus('running');
    this.#hasChanged = false;
    return views;
  }

  /** An upload that was retried ends more than once: then only what is new counts. */
  #count(rule: string, upload: number, totals: Totals): void {
    const { accepted } = totals;
    const before = this.#uploads.get(rule) ?? { finished: 0, withFailures: 0, files: 0, bytes: 0 };
    const counted = this.#counted.get(upload) ?? null;
    const hasProblems = countProblems(totals) > 0;
    if (hasProblems) this.#counted.set(upload, accepted);
    else this.#counted.delete(upload);
    this.#uploads.set(rule, {
      finished: before.finished + (counted === null ? 1 : 0),
      withFailures: before.withFailures + (counted === null && hasProblems ? 1 : 0),
      files: before.files + accepted.items - (counted?.items ?? 0),
      bytes: before.bytes + accepted.bytes - (counted?.bytes ?? 0),
    });
  }

  #waits(wait: WatchWait): void {
    const { context } = this.#options;
    if (wait.kind !== this.#waitingFor?.kind) {
      printEvent(context, 'waiting', { rule: null, waitingFor: wait });
      printLine(context, watchWaitText(wait, formatTime));
      if (wait.kind === 'key') context.output.fail(usageError('watch-key-refused').failure);
    }
    this.#waitingFor = wait;
    void this.#writeStatus('running');
  }

  #connected({ serverUrl, userName, keyId }: Account): void {
    const { context } = this.#options;
    this.#waitingFor = null;
    printEvent(context, 'connected', { server: serverUrl, user: userName, keyId });
    printLine(context, connectedText(serverUrl, userName, keyId));
  }

  #printStart(): void {
    const { context, configPath, once, metricsUrl } = this.#options;
    const rules = this.#configured.length;
    printEvent(context, 'started', {
      pid: process.pid,
      version: context.version,
      config: configPath,
      rules,
      once,
      metrics: metricsUrl,
    });
    printLine(context, once ? words.startedOnce(rules, configPath) : words.started(rules, configPath));
    if (metricsUrl !== null) printLine(context, words.metrics(metricsUrl));
  }

  #endOnce(views: readonly WatchedFolderView[], outcome: Outcome): Outcome {
    const { context } = this.#options;
    for (const { id, rule, counts, lastScan } of views) {
      const name = printable(rule.name);
      const earlier = this.#follower?.earlierProblems(id) ?? { failed: 0, held: 0 };
      for (const text of words.earlierProblems(name, earlier, rule.sameContent === 'ask'))
        context.output.warn(text);
      if (lastScan !== null)
        for (const text of words.notTaken(rule.name, lastScan)) context.output.warn(printable(text));
      const waiting = counts.settling + counts.settled - (lastScan?.overdue ?? 0);
      if (waiting > 0) printLine(context, words.stillSettling(name, waiting));
    }
    return outcome;
  }

  #writeStatus(state: ServiceStatus['state']): Promise<void> {
    const { context, statusFile, server, configPath, limits } = this.#options;
    const rules = [...this.#rules.views()];
    return statusFile.write({
      format: 1,
      state,
      pid: process.pid,
      version: context.version,
      server,
      config: configPath,
      limits,
      startedAt: this.#startedAt.toISOString(),
      updatedAt: new Date().toISOString(),
      waitingFor: this.#waitingFor,
      refused: [...this.#rules.refused],
      rules,
      found: this.#foundIn(rules),
      uploads: rules.flatMap(({ uploadId }) => this.#timesLeft.get(uploadId ?? 0) ?? []),
    });
  }

  /** Read again only where there is more or less: a folder may have many such files, and a status is written often. */
  #foundIn(rules: readonly WatchedFolderView[]): FoundInRule[] {
    return rules.flatMap(({ id, found: files }) => {
      if (files === 0) return [];
      const known = this.#found.get(id);
      const found = known?.files === files ? known.found : this.#options.engine.foundInRule(id, namedFiles);
      this.#found.set(id, { files, found });
      return [found];
    });
  }
}
