import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { hostsToConfirm } from '../intake/link-hosts.ts';
import { storeFileName } from '../store/files/own-names.ts';
import { storeFailure } from '../store/sqlite-failure.ts';
import type { Template } from '../store/uploads/template-repository.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import { createUploadEngine } from '../uploads/engine.ts';
import { type ReportBug, WatchService } from '../watch/watch-service.ts';
import type { EngineHandlers, HandlerContext, HandlersOf } from './handler-context.ts';
import { activityHandlers } from './handlers/activity.ts';
import { connectionHandlers } from './handlers/connections.ts';
import { custodianMatchHandlers } from './handlers/custodian-matches.ts';
import { custodianTemplateHandlers } from './handlers/custodian-templates.ts';
import { directoryHandlers } from './handlers/directories.ts';
import { draftHandlers } from './handlers/drafts.ts';
import { passwordHandlers } from './handlers/passwords.ts';
import { platformHandlers } from './handlers/platform.ts';
import { receiptHandlers } from './handlers/receipts.ts';
import { selectionHandlers } from './handlers/selection.ts';
import { uploadHandlers } from './handlers/uploads.ts';
import { watchHandlers } from './handlers/watch.ts';
import { OpenConnections } from './open-connections.ts';
import type { EngineAnswer, EngineArgument, EngineCallName, EngineEvent } from './protocol.ts';
import type { QueryThread } from './query-thread.ts';
import { ReceiptVerifications } from './receipt-verifications.ts';
import { publishRuns, UploadPublisher } from './upload-publisher.ts';
import { WatchPublisher } from './watch-publisher.ts';

/** The handlers of every call that main and the window make to the engine. */
export function createEngineHandlers(
  core: EngineContext,
  queries: QueryThread,
  emit: (event: EngineEvent) => void,
  reportBug: ReportBug,
): EngineHandlers {
  const engine = createUploadEngine(core);
  const connections = new OpenConnections();
  const publisher = new UploadPublisher(engine, connections, emit);
  publishRuns(core.runs, engine.onProgress, publisher);
  core.uploadPasswords.onTrialEnd = (id) => publisher.changed(id);
  const watch = new WatchService(core, {
    run: (id, options) => engine.run(id, options),
    limits: {},
    reportBug,
  });
  const context: HandlerContext = {
    engine,
    core,
    queries,
    connections,
    publisher,
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
    publisher.progressed(progress);
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

/** The engine as a whole. */
function engineHandlers({
  engine,
  core,
  queries,
  watch,
  watchPublisher,
}: HandlerContext): HandlersOf<'limits' | 'engine'> {
  return {
    'limits.set': (limits) => {
      core.usualLimits = limits;
      core.bandwidth.plan = limits;
      return success(undefined);
    },
    'engine.drain': async () => {
      watchPublisher.close();
      await watch.close();
      const uploadIds = await core.runs.stopAll();
      await queries.close();
      await engine.close();
      return success({ uploadIds });
    },
  };
}

function linkHandlers({ core }: HandlerContext): HandlersOf<'links'> {
  const { store, repositories } = core;
  return {
    'links.hostsToConfirm': ({ origins }) =>
      success({ origins: hostsToConfirm(origins, repositories.linkHosts) }),
    'links.confirmHosts': ({ origins }) => {
      const at = new Date().toISOString();
      store.writes.transaction(() => {
        for (const origin of origins) repositories.linkHosts.confirm(origin, at);
      });
      return success(undefined);
    },
  };
}

/** What pre-flight found. */
function preflightHandlers({ core, queries }: HandlerContext): HandlersOf<'preflight'> {
  return {
    'preflight.summary': async ({ uploadId }) => success(await queries.query('findingsSummary', uploadId)),
    'preflight.findings': async (query) => success(await queries.query('findings', query)),
    'preflight.skipChecks': ({ uploadId }) => {
      core.runs.skipChecks(uploadId);
      return success(undefined);
    },
  };
}

function templateHandlers({ core }: HandlerContext): HandlersOf<'templates'> {
  const { templates } = core.repositories;
  const { writes } = core.store;
  const view = (template: Template) => ({ ...template, settings: { ...template.settings } });
  return {
    'templates.list': () => success(templates.all().map(view)),
    'templates.save': ({ name, settings }) =>
      success(view(writes.transaction(() => templates.save(name, settings)))),
    'templates.remove': ({ id }) => {
      writes.transaction(() => templates.remove(id));
      return success(undefined);
    },
  };
}
