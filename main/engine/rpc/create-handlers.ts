import { failure, type Result } from '../../../preload/contract/failures/failure.ts';
import { storeFileName } from '../store/data-folder.ts';
import { storeFailure } from '../store/sqlite-failure.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import { createEngine } from '../uploads/engine.ts';
import { WatchService } from '../watch/watch-service.ts';
import type { EngineHandlers, HandlerContext } from './handler-context.ts';
import { activityHandlers } from './handlers/activity.ts';
import { connectionHandlers } from './handlers/connections.ts';
import { custodianMatchHandlers } from './handlers/custodian-matches.ts';
import { custodianTemplateHandlers } from './handlers/custodian-templates.ts';
import { directoryHandlers } from './handlers/directories.ts';
import { draftHandlers } from './handlers/drafts.ts';
import { engineHandlers } from './handlers/engine.ts';
import { linkHandlers } from './handlers/links.ts';
import { passwordHandlers } from './handlers/passwords.ts';
import { platformHandlers } from './handlers/platform.ts';
import { preflightHandlers } from './handlers/preflight.ts';
import { receiptHandlers } from './handlers/receipts.ts';
import { selectionHandlers } from './handlers/selection.ts';
import { templateHandlers } from './handlers/templates.ts';
import { uploadHandlers } from './handlers/uploads.ts';
import { watchHandlers } from './handlers/watch.ts';
import { OpenConnections } from './open-connections.ts';
import type { EngineAnswer, EngineArgument, EngineCallName, EngineEvent } from './protocol.ts';
import { publishRuns } from './publish-runs.ts';
import type { QueryThread } from './query-thread.ts';
import { ReceiptVerifications } from './receipt-verifications.ts';
import { TransferLimitSettings } from './transfer-limits.ts';
import { UploadPublisher } from './upload-publisher.ts';
import { WatchPublisher } from './watch-publisher.ts';

type ReportBug = (where: string, error: unknown) => void;

/** The handlers of every call that main and the window make to the engine. */
export function createEngineHandlers(
  core: EngineContext,
  queries: QueryThread,
  emit: (event: EngineEvent) => void,
  reportBug: ReportBug,
): EngineHandlers {
  const engine = createEngine(core);
  const connections = new OpenConnections();
  const publisher = new UploadPublisher(engine, connections, emit);
  publishRuns(core.runs, engine.onProgress, publisher);
  const limits = new TransferLimitSettings(core.bandwidth);
  const watch = new WatchService(core, {
    run: (id, options) => engine.run(id, options),
    limits: () => ({ concurrency: limits.concurrency }),
    reportBug,
  });
  const context: HandlerContext = {
    engine,
    core,
    queries,
    connections,
    publisher,
    limits,
    verifications: new ReceiptVerifications((data) => emit({ event: 'receipts.progress', data })),
    watch,
    watchPublisher: new WatchPublisher(watch, connections, emit),
    emit,
    reportBug,
  };
  engine.onProgress((progress) => {
    watch.onProgress(progress);
    // Another process may have asked for it.
    if (progress.state === 'cancelled') publisher.changed(progress.uploadId);
    const active = progress.active.map((item) => ({ ...item }));
    const unavailableSources = [...progress.unavailableSources];
    emit({
      event: 'progress',
      data: { ...progress, totals: { ...progress.totals }, active, unavailableSources },
    });
  });
  return {
    ...connectionHandlers(context),
    ...platformHandlers(context),
    ...directoryHandlers(context),
    ...selectionHandlers(context),
    ...draftHandlers(context),
    ...linkHandlers(context),
    ...custodianMatchHandlers(context),
    ...preflightHandlers(context),
    ...custodianTemplateHandlers(context),
    ...passwordHandlers(context),
    ...uploadHandlers(context),
    ...templateHandlers(context),
    ...receiptHandlers(context),
    ...watchHandlers(context),
    ...activityHandlers(context),
    ...engineHandlers(context),
  };
}

/**
 * Calls one handler. A store that refuses a write or can't be read is a failure of this call. So is a bug, which is reported; the engine
 * keeps running.
 */
export async function callHandler<Name extends EngineCallName>(
  handlers: Pick<EngineHandlers, Name>,
  name: Name,
  argument: EngineArgument<Name>,
  reportBug: ReportBug,
): Promise<Result<EngineAnswer<Name>>> {
  try {
    return await handlers[name](argument);
  } catch (error) {
    const refused = storeFailure(error, storeFileName);
    if (refused !== null) return { ok: false, failure: refused };
    reportBug(name, error);
    return failure('bug', { where: name });
  }
}
