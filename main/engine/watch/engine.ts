import { errorDetails } from '../../../preload/contract/failures/error-details.ts';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { redactForLog } from '../../../preload/contract/texts/redact.ts';
import { bandwidthPlan } from '../../../preload/contract/views/bandwidth-schedule.ts';
import type { TransferLimits } from '../types/run-options.ts';
import { type EngineContext, type EngineOptions, openContext } from '../uploads/context/engine-context.ts';
import { createUploadEngine, type UploadEngine } from '../uploads/engine.ts';
import { type ReportBug, WatchService } from './watch-service.ts';

export type WatchedFolders = Omit<WatchService, 'close' | 'connectionsChanged' | 'onProgress'>;

/** The engine as the command line uses it, with its watched folders. They run once they are started. */
export interface Engine extends UploadEngine {
  readonly watch: WatchedFolders;
}

export interface OpenEngineOptions extends EngineOptions {
  /** For the uploads of watched folders; each rule sends one at a time. */
  readonly watchLimits?: TransferLimits;
  /** A bug that ended no more than one look at a watched folder. Written to standard error without it. */
  readonly reportBug?: ReportBug;
}

/** Fails as `openStore`. */
export function openEngine({ watchLimits, reportBug, ...options }: OpenEngineOptions): Result<Engine> {
  const opened = openContext(options);
  return opened.ok ? success(createEngine(opened.value, reportBug, watchLimits)) : opened;
}

export function createEngine(
  context: EngineContext,
  reportBug = writeToLog,
  watchLimits: TransferLimits = {},
): Engine {
  const engine = createUploadEngine(context);
  // The rules share them.
  const { bytesPerSecond: _rate, hours: _hours, ...limits } = watchLimits;
  context.bandwidth.plan = bandwidthPlan(watchLimits, context.usualLimits);
  const watch = new WatchService(context, {
    run: (id, runOptions) => engine.run(id, runOptions),
    limits,
    reportBug,
  });
  engine.onProgress((progress) => watch.onProgress(progress));
  return {
    ...engine,
    watch,
    async connect(connection) {
      const connected = await engine.connect(connection);
      if (connected.ok) watch.connectionsChanged();
      return connected;
    },
    async close() {
      await watch.close();
      await engine.close();
    },
  };
}

function writeToLog(where: string, error: unknown): void {
  process.stderr.write(`${redactForLog(`bug in ${where}: ${errorDetails(error)}`)}\n`);
}
