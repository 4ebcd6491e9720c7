/** `lading watch`: watched folders without a window. */
import { resolve } from 'node:path';
import { success } from '../../../preload/contract/failures/failure.ts';
import { bandwidthText, noBandwidthLimit } from '../../../preload/contract/texts/bandwidth-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { bandwidthPlan } from '../../../preload/contract/views/bandwidth-schedule.ts';
import { watchWaitText } from '../../../preload/contract/watch/watch-text.ts';
import { watchService } from '../../app/command-line.ts';
import { openDataFolder, resolveStateDir } from '../../app/state-dir.ts';
import {
  type CliContext,
  reportFailure,
  requireServer,
  resolveConnection,
  runAndClose,
  withReader,
} from '../cli-context.ts';
import type { WatchOptions } from '../commands/watch.ts';
import { exitCodeOf, type Outcome } from '../exit-code.ts';
import { transferLimits } from '../options/limits.ts';
import { outcomesOfHealth } from '../outcome.ts';
import { formatTime } from '../terminal/time.ts';
import { usageError } from '../usage-error.ts';
import { checkConfiguredRules } from '../watch/check.ts';
import { ServiceConnection } from '../watch/connect-service.ts';
import { watchFiles } from '../watch/file-changes.ts';
import { pendingTime, type ServiceStatus, serviceHealth } from '../watch/health.ts';
import { logToFile } from '../watch/log-file.ts';
import { serveMetrics } from '../watch/metrics-server.ts';
import { bugReporter, openWatchEngineAs } from '../watch/open-engine.ts';
import {
  checkOutputs,
  checkOwnNames,
  type OutputPaths,
  outputPaths,
  prepareReceipts,
} from '../watch/output-paths.ts';
import { printEvent, printLine } from '../watch/print-events.ts';
import { type ConfiguredRule, readWatchConfig } from '../watch/read-config.ts';
import { ReceiptFolder } from '../watch/receipt-folder.ts';
import { ConfiguredWatchService } from '../watch/service.ts';
import { isAlive, readStatusFile, StatusFile } from '../watch/status-file.ts';
import { errorText } from '../words/errors.ts';
import { stopping } from '../words/uploads.ts';
import { status as statusWords, service as words } from '../words/watch.ts';
import { withInterrupt } from './run-upload.ts';

export async function watch(context: CliContext, options: WatchOptions): Promise<Outcome> {
  if (options.status) return printStatus(context, options);
  const { config } = options;
  if (config === undefined) return reportFailure(context, usageError('watch-config-missing').failure);
  const outputs = outputPaths(context, options);
  const configured = readWatchConfig(config);
  // Nothing is written into a source, not even that it may not be.
  const outside = await checkOutputs(outputs, configured.ok ? configured.value : []);
  if (!outside.ok) return reportFailure(context, outside.failure);
  const { logFile } = outputs;
  if (logFile !== null || outputs.receipts !== null) {
    // Both may be in the data folder, which has to be Lading's before anything is in it.
    const folder = openDataFolder(outputs.stateDir);
    const checked = folder.ok ? checkOwnNames(outputs) : folder;
    if (!checked.ok) return reportFailure(context, checked.failure);
  }
  const logged = logFile === null ? success(context) : logToFile(context, logFile);
  if (!logged.ok) return reportFailure(context, logged.failure);
  if (!configured.ok) return reportFailure(logged.value, configured.failure);
  return options.check
    ? checkConfiguredRules(logged.value, configured.value, options)
    : runRules(logged.value, { ...options, config: resolve(config), outputs }, configured.value);
}

async function runRules(
  context: CliContext,
  options: WatchOptions & { readonly config: string; readonly outputs: OutputPaths },
  configured: readonly ConfiguredRule[],
): Promise<Outcome> {
  const { config: configPath, outputs } = options;
  const { stateDir } = outputs;
  const once = options.once ?? false;
  const server = requireServer(options, context.env);
  if (!server.ok) return reportFailure(context, server.failure);
  // A key that can't be read is a mistake in the call, not something to wait for.
  const readable = resolveConnection(context, server.value, options);
  if (!readable.ok) return reportFailure(context, readable.failure);
  const receipts = prepareReceipts(outputs);
  if (!receipts.ok) return reportFailure(context, receipts.failure);
  const engine = await openWatchEngineAs(context, options, once ? `${watchService} --once` : watchService);
  if (!engine.ok) return reportFailure(context, engine.failure);
  const reportBug = await bugReporter(context, stateDir);
  const outcome = await runAndClose(engine.value, async (opened) => {
    const limits = bandwidthPlan(transferLimits(options), opened.usualLimits);
    const limit = bandwidthText(limits);
    if (limit !== noBandwidthLimit) printLine(context, limit);
    let service: ConfiguredWatchService | null = null;
    const served =
      options.metrics === undefined
        ? null
        : await serveMetrics(options.metrics, () => service?.metrics() ?? '');
    if (served?.ok === false) return reportFailure(context, served.failure);
    const running = new ConfiguredWatchService(
      {
        context,
        engine: opened,
        connection: new ServiceConnection(context, opened, server.value, options),
        statusFile: new StatusFile(stateDir),
        server: server.value,
        configPath,
        limits,
        once,
        metricsUrl: served?.value.url ?? null,
        receipts:
          receipts.value === null
            ? null
            : new ReceiptFolder(context, { engine: opened, folder: receipts.value, reportBug }),
      },
      configured,
    );
    service = running;
    // One after the other: the file as it was read last applies.
    let reloading = Promise.resolve();
    const reloadLater = (isAsked: boolean): void => {
      reloading = reloading.then(() => reload(context, running, { configPath, outputs, isAsked }));
    };
    const files = [configPath, ...(options.keyFile === undefined ? [] : [options.keyFile])];
    const changes = once
      ? null
      : watchFiles(
          files,
          () => reloadLater(false),
          (errno) => context.output.warn(words.notWatched(errno)),
        );
    try {
      return await withInterrupt(context, stopping, (signal) => running.run(signal), {
        onHangup: () => reloadLater(true),
        print: (notice) => printLine(context, notice),
      });
    } finally {
      await changes?.close();
      served?.value.close();
    }
  });
  printEvent(context, 'stopped', { exitCode: exitCodeOf(outcome) });
  if (!once) printLine(context, words.stopped);
  return outcome;
}

interface Reload {
  readonly configPath: string;
  readonly outputs: OutputPaths;
  /** By a signal, which is answered also if nothing changed. */
  readonly isAsked: boolean;
}

/** A config file with a mistake changes nothing. */
async function reload(
  context: CliContext,
  service: ConfiguredWatchService,
  { configPath, outputs, isAsked }: Reload,
): Promise<void> {
  const configured = readWatchConfig(configPath);
  const checked = configured.ok ? await checkOutputs(outputs, configured.value) : configured;
  if (configured.ok && checked.ok) {
    if (isAsked || service.hasChanged(configured.value)) service.reload(configured.value);
    return;
  }
  if (!checked.ok) reportFailure(context, checked.failure);
  printLine(context, words.notReloaded);
}

/** From the file that the service keeps: works beside it. Only the service's user may read the data folder, and administrators. */
async function printStatus(context: CliContext, options: WatchOptions): Promise<Outcome> {
  const { output } = context;
  output.keepExitCode();
  const read = readStatusFile(resolveStateDir(options.state, context.env));
  if (!read.ok) return reportFailure(context, read.failure);
  const health = serviceHealth(read.value, Date.now(), isAlive);
  const status = health === 'not-running' ? await withCounts(context, options, read.value) : read.value;
  output.event('watch-status', { health, ...status });
  output.print(statusWords.health(health));
  if (status === null) output.print(statusWords.never);
  else {
    const { pid, startedAt, updatedAt, config, state, waitingFor, refused, rules } = status;
    const isRunning = health !== 'not-running' && health !== 'not-responding';
    if (state === 'stopped') output.print(statusWords.stopped(updatedAt));
    else if (!isRunning) output.print(statusWords.lastSeen(updatedAt));
    else output.print(statusWords.process(pid, startedAt, printable(config)));
    if (waitingFor !== null) output.print(statusWords.waiting(watchWaitText(waitingFor, formatTime)));
    for (const { rule, failure } of refused)
      output.print(printable(statusWords.refused(rule, errorText(failure, true))));
    for (const rule of rules) {
      const time = isRunning ? pendingTime(status, rule, { nowMs: Date.now() }) : [];
      const found = status.found.find(({ ruleId }) => ruleId === rule.id);
      output.print(...statusWords.rule(rule, time, found).map(printable));
    }
  }
  return outcomesOfHealth[health];
}

/** After the service ended, a person may have decided about its files. As the file has it where the store can't be read. */
async function withCounts(
  context: CliContext,
  options: WatchOptions,
  status: ServiceStatus | null,
): Promise<ServiceStatus | null> {
  if (status === null) return null;
  const now = await withReader(context, options, async (reader) =>
    success(status.rules.map((rule) => ({ ...rule, counts: reader.watchCounts(rule.id) ?? rule.counts }))),
  );
  return now.ok ? { ...status, rules: now.value } : status;
}
