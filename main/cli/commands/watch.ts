/** `lading watch`: watched folders without a window. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { failureText } from '../../../preload/contract/failure-text.ts';
import { printable } from '../../../preload/contract/printable.ts';
import { watchWaitText } from '../../../preload/contract/watch-text.ts';
import { resolveStateDir } from '../../app/state-dir.ts';
import {
  type CliContext,
  reportFailure,
  requireServer,
  resolveConnection,
  runAndClose,
} from '../cli-context.ts';
import type { ExitCode } from '../exit-code.ts';
import type { LimitOptions, ServerOptions } from '../options.ts';
import { withInterrupt } from '../run-upload.ts';
import { formatTime } from '../time.ts';
import { usageError } from '../usage-error.ts';
import { checkRules } from '../watch/check.ts';
import { ServiceConnection } from '../watch/connect-service.ts';
import { healthExitCodes, serviceHealth } from '../watch/health.ts';
import { logToFile } from '../watch/log-file.ts';
import { serveMetrics } from '../watch/metrics-server.ts';
import { openWatchEngineAs } from '../watch/open-engine.ts';
import { printEvent, printLine } from '../watch/print-events.ts';
import { type ConfiguredRule, readWatchConfig } from '../watch/read-config.ts';
import { ReceiptFolder } from '../watch/receipt-folder.ts';
import { WatchService } from '../watch/service.ts';
import { isAlive, readStatusFile, StatusFile } from '../watch/status-file.ts';
import { watchService } from '../words/errors.ts';
import { stopping } from '../words/uploads.ts';
import { status as statusWords, service as words } from '../words/watch.ts';

export interface WatchOptions extends ServerOptions, LimitOptions {
  readonly config?: string;
  readonly check?: true;
  readonly once?: true;
  readonly status?: true;
  readonly metrics?: number;
  readonly receipts?: string;
  readonly logFile?: string;
}

export async function watch(context: CliContext, options: WatchOptions): Promise<ExitCode> {
  if (options.status) return printStatus(context, options);
  if (options.logFile === undefined) return checkOrRun(context, options);
  const logged = logToFile(context, resolve(options.logFile));
  return logged.ok ? checkOrRun(logged.value, options) : reportFailure(context, logged.failure);
}

async function checkOrRun(context: CliContext, options: WatchOptions): Promise<ExitCode> {
  if (options.config === undefined) return reportFailure(context, usageError('watch-config-missing').failure);
  const configured = readWatchConfig(options.config);
  if (!configured.ok) return reportFailure(context, configured.failure);
  return options.check
    ? checkRules(context, configured.value, options)
    : runRules(context, options, resolve(options.config), configured.value);
}

async function runRules(
  context: CliContext,
  options: WatchOptions,
  configPath: string,
  configured: readonly ConfiguredRule[],
): Promise<ExitCode> {
  const { env } = context;
  const once = options.once ?? false;
  const server = requireServer(options, env);
  if (!server.ok) return reportFailure(context, server.failure);
  // A key that can't be read is a mistake in the call, not something to wait for.
  const readable = resolveConnection(context, server.value, options);
  if (!readable.ok) return reportFailure(context, readable.failure);
  const receipts = options.receipts === undefined ? null : resolve(options.receipts);
  if (receipts !== null && statSync(receipts, { throwIfNoEntry: false })?.isDirectory() !== true)
    return reportFailure(context, usageError('receipts-folder-missing', { path: receipts }).failure);
  const engine = await openWatchEngineAs(context, options, once ? `${watchService} --once` : watchService);
  if (!engine.ok) return reportFailure(context, engine.failure);
  const exitCode = await runAndClose(engine.value, async (opened) => {
    let service: WatchService | null = null;
    const served =
      options.metrics === undefined
        ? null
        : await serveMetrics(options.metrics, () => service?.metrics() ?? '');
    if (served?.ok === false) return reportFailure(context, served.failure);
    const running = new WatchService(
      {
        context,
        engine: opened,
        connection: new ServiceConnection(context, opened, server.value, options),
        statusFile: new StatusFile(resolveStateDir(options.state, env)),
        server: server.value,
        configPath,
        once,
        metricsUrl: served?.value.url ?? null,
        receipts: receipts === null ? null : new ReceiptFolder(context, opened, receipts),
      },
      configured,
    );
    service = running;
    try {
      return await withInterrupt(context, stopping, (signal) => running.run(signal), {
        onHangup: () => reload(context, running, configPath),
        print: (notice) => printLine(context, notice),
      });
    } finally {
      served?.value.close();
    }
  });
  printEvent(context, 'stopped', { exitCode });
  if (!once) printLine(context, words.stopped);
  return exitCode;
}

/** A config file with a mistake changes nothing. */
function reload(context: CliContext, service: WatchService, configPath: string): void {
  const configured = readWatchConfig(configPath);
  if (configured.ok) {
    service.reload(configured.value);
    return;
  }
  reportFailure(context, configured.failure);
  printLine(context, words.notReloaded);
}

/** From the file that the service keeps: works beside it, also for another user who may read the data folder. */
function printStatus(context: CliContext, options: WatchOptions): ExitCode {
  const { output } = context;
  const read = readStatusFile(resolveStateDir(options.state, context.env));
  if (!read.ok) return reportFailure(context, read.failure);
  const status = read.value;
  const health = serviceHealth(status, Date.now(), isAlive);
  output.event('watch-status', { health, ...status });
  output.print(statusWords.health(health));
  if (status === null) output.print(statusWords.never);
  else {
    const { pid, startedAt, updatedAt, config, state, waitingFor, refused, rules } = status;
    if (state === 'stopped') output.print(statusWords.stopped(updatedAt));
    else if (health === 'not-running' || health === 'not-responding')
      output.print(statusWords.lastSeen(updatedAt));
    else output.print(statusWords.process(pid, startedAt, printable(config)));
    if (waitingFor !== null) output.print(statusWords.waiting(watchWaitText(waitingFor, formatTime)));
    for (const { rule, failure } of refused)
      output.print(printable(statusWords.refused(rule, failureText(failure))));
    for (const rule of rules) output.print(...statusWords.rule(rule).map(printable));
  }
  return healthExitCodes[health];
}
