import {
  type Failure,
  failure,
  type Result,
  success,
} from '../../../../preload/contract/failures/failure.ts';
import { isPassing } from '../../../../preload/contract/failures/passing-failure.ts';
import { isTargetGone } from '../../../../preload/contract/failures/refused-for-good.ts';
import type { DatabaseCheck } from '../../../../preload/contract/views/database-check.ts';
import { hasSent } from '../../../../preload/contract/views/has-sent.ts';
import { matchLinks } from '../../intake/links.ts';
import { linkStoreOf } from '../../intake/mask-link.ts';
import { displayPath } from '../../store/items/item-repository.ts';
import { StoreError } from '../../store/sqlite-failure.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import { hasOpenItems } from '../../types/item-states.ts';
import type { RunOptions } from '../../types/run-options.ts';
import type { UploadSummary } from '../../types/uploads.ts';
import { closeUnsentItems } from '../context/close-items.ts';
import { type EngineContext, requireSession } from '../context/engine-context.ts';
import { uploadNotFound } from '../context/read-uploads.ts';
import { type RunSignals, UnhandledRejection } from '../context/upload-runs.ts';
import { compareSentFiles } from '../prepare/compare-sent-files.ts';
import {
  checkUploadDatabase,
  databasesToChoose,
  hasPassed,
  passDatabaseCheck,
  refusal,
} from '../prepare/confirm-database.ts';
import { applyPendingRules } from '../prepare/custodian-state.ts';
import { findUploadDatabase } from '../prepare/databases.ts';
import { examineFound } from '../prepare/inspect-upload.ts';
import { recordInventory } from '../prepare/record-inventory.ts';
import { nothingToSendFailure } from '../prepare/scan-upload.ts';
import { scanWhenAvailable } from '../prepare/scan-when-available.ts';
import { applyPendingSelection, finishSelection, recordSelection } from '../prepare/select-files.ts';
import { checkUnaltered } from './check-altered.ts';
import { compareAgain } from './inspect-again.ts';
import { hasWorkLeft, recordEnd } from './record-end.ts';
import { sendOverSession } from './send-over-session.ts';

type Decision = Pick<RunOptions, 'held' | 'heldItems'>;

/**
 * Fails with upload-not-found, upload-cancelled, server-not-connected, upload-not-started for a draft, or
 * link-secret-missing for a held link that a person wants to retry.
 */
export function checkRunnable(context: EngineContext, id: UploadId, decision: Decision): Result<Upload> {
  const upload = checkConnected(context, id);
  if (!upload.ok) return upload;
  if (upload.value.startedAt === null) return failure('upload-not-started', { uploadId: id });
  return decision.held === 'retry' ? checkHeldLinks(context, upload.value, decision) : upload;
}

/** A held link that isn't known in full could only fail, and nobody would be asked about it again. */
function checkHeldLinks(
  { repositories, secretLinks }: EngineContext,
  upload: Upload,
  { heldItems }: Decision,
): Result<Upload> {
  const links = repositories.items.links(upload.id);
  const whole = matchLinks(links, secretLinks.of(upload.id), linkStoreOf(upload));
  const missing = links.find(
    (item) =>
      item.state === 'held' &&
      item.linkHasSecret &&
      !whole.has(item.id) &&
      heldItems?.includes(item.id) !== false,
  );
  return missing === undefined
    ? success(upload)
    : failure('link-secret-missing', { path: displayPath(missing) });
}

export interface StartCheck {
  readonly databaseCheck: DatabaseCheck;
  readonly refusal: Failure | null;
}

/** What refuses the start of a draft, as far as it can be told without the platform: the window shows it beforehand. */
export async function checkStart(context: EngineContext, id: UploadId): Promise<Result<StartCheck>> {
  const upload = context.repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  const platform = context.sessions.find(upload)?.platform;
  const others = platform === undefined ? [] : await databasesToChoose(platform);
  const startable = checkStartable(context, id);
  const check = checkUploadDatabase(context, upload, others);
  const databaseCheck = hasPassed(context, upload) ? { ...check, reason: null } : check;
  const refused = startable.ok ? refusal(databaseCheck, null) : startable;
  return success({ databaseCheck, refusal: refused?.failure ?? null });
}

/**
 * Fails with upload-not-found, upload-cancelled, server-not-connected, and for a scanned draft with nothing-to-send: its filters
 * can still be changed. A started upload whose filters leave nothing finishes (docs/command-line.md).
 */
function checkStartable(context: EngineContext, id: UploadId): Result<Upload> {
  const upload = checkConnected(context, id);
  if (!upload.ok) return upload;
  const { startedAt, state, totals, request } = upload.value;
  const isEmpty = startedAt === null && state === 'ready' && !hasOpenItems(totals);
  return isEmpty ? nothingToSendFailure(context.repositories, id, request) : upload;
}

/**
 * A person starts an upload. Fails as `checkStart` says, with database-unconfirmed without the name of a database that has
 * to be confirmed, and as the platform refuses the database.
 */
export function startUpload(
  context: EngineContext,
  id: UploadId,
  typedDatabase: string | null = null,
): Promise<Result<undefined>> {
  const { repositories, store, sessions, tasks, runs } = context;
  const start = async (closing: AbortSignal): Promise<Result<undefined>> => {
    const upload = checkConnected(context, id);
    if (!upload.ok) return upload;
    // What it found after the findings are in the log, the receipt couldn't prove.
    await runs.stopCheck(id);
    // Custodians first: the selection may ask for them.
    await applyPendingRules(context, id, closing);
    if (repositories.custodians.isPending(id)) return failure('closing');
    const selected = await finishSelection(context, id);
    if (!selected.ok) return selected;
    const startable = checkStartable(context, id);
    if (!startable.ok) return startable;
    const session = requireSession(sessions.find(upload.value));
    const passed = await sessions.use(session, async (closed) => {
      const signal = AbortSignal.any([closing, closed]);
      const { databaseId, request } = upload.value;
      const found = await findUploadDatabase(session.platform, databaseId, request, signal);
      // While the platform is away, the check below says whether the database's name has to be known.
      if (!found.ok && !isPassing(found.failure)) return found;
      const others = await databasesToChoose(session.platform);
      return passDatabaseCheck(context, session, id, typedDatabase, signal, others);
    });
    if (!passed.ok) return passed;
    store.writes.transaction(() => {
      const at = new Date().toISOString();
      // It may have been started before, and stopped.
      if (repositories.uploads.get(id)?.startedAt !== null) return;
      repositories.uploads.setStarted(id, at);
      recordSelection(repositories, id, at);
    });
    return success(undefined);
  };
  return runs.start(id, () => tasks.run(start));
}

function checkConnected({ repositories, sessions }: EngineContext, id: UploadId): Result<Upload> {
  const upload = repositories.uploads.get(id);
  if (upload === null) return uploadNotFound(id);
  if (upload.state === 'cancelled') return failure('upload-cancelled', { uploadId: id });
  return sessions.find(upload) === null
    ? failure('server-not-connected', { serverUrl: upload.serverUrl })
    : success(upload);
}

/** Works on an upload until it is finished or something stops it, and records how it ended. */
export async function runUpload(
  context: EngineContext,
  id: UploadId,
  options: RunOptions,
): Promise<Result<UploadSummary>> {
  const runnable = checkRunnable(context, id, options);
  if (!runnable.ok) return runnable;
  const upload = runnable.value;
  return context.runs.run(id, 'send', options, async (run) => {
    // What a requeue adds is sent too.
    await context.runs.requeued(id);
    const ended = await endRun(context, upload, async () => {
      const sent = await scanAndSend(context, upload, { ...options, ...run });
      return sent.ok || !(run.signal.reason instanceof UnhandledRejection) ? sent : failure('bug');
    });
    if (context.repositories.uploads.get(id)?.state === 'cancelled')
      await closeUnsentItems(context, id, null, run.closing);
    return ended;
  });
}

async function endRun(
  context: EngineContext,
  upload: Upload,
  work: () => Promise<Result<void>>,
): Promise<Result<UploadSummary>> {
  const finished = () => success(recordEnd(context, upload.id, 'finished', null));
  const interrupted = (reason: Failure): Result<UploadSummary> => {
    const stopped = { ok: false, failure: reason } as const;
    // Its state now: a scan that this run completed must not be repeated.
    const { state } = context.repositories.uploads.get(upload.id) ?? upload;
    if (state === 'cancelled') return stopped;
    const isLeft = hasWorkLeft(context.repositories, upload.id);
    const endState = state === 'scanning' ? state : isLeft ? 'paused' : 'finished';
    // It was stopped just after its last file.
    if (endState === 'finished' && reason.code === 'stopped') return finished();
    recordEnd(context, upload.id, endState, reason);
    return stopped;
  };
  try {
    const ended = await work();
    return ended.ok ? finished() : interrupted(ended.failure);
  } catch (error) {
    if (!(error instanceof StoreError)) {
      interrupted(failure('bug').failure);
      throw error;
    }
    return interrupted(error.failure);
  }
}

async function scanAndSend(
  context: EngineContext,
  upload: Upload,
  options: RunOptions & RunSignals,
): Promise<Result<void>> {
  const { sessions, repositories } = context;
  const { confirmDatabase = null } = options;
  const unaltered = checkUnaltered(repositories, upload);
  if (!unaltered.ok) return unaltered;
  if (upload.state === 'scanning') {
    const signal = AbortSignal.any([options.signal, options.finish]);
    const scanned = await scanWhenAvailable(context, upload.id, { ...options, signal });
    if (!scanned.ok) return scanned;
  }
  await applyPendingRules(context, upload.id, options.signal);
  if (repositories.custodians.isPending(upload.id)) return failure('stopped');
  const examined = await examineFound(context, upload, options.signal);
  if (!examined.ok) return examined;
  const compared = await compareAgain(context, upload, options.signal);
  if (!compared.ok) return compared;
  const selected = await applyPendingSelection(context, upload.id, options.signal);
  if (!selected.ok) return selected;
  const { writes } = context.store;
  if (!(await recordInventory(writes, repositories, upload.id, options.signal))) return failure('stopped');
  for (let held = options.held; ; held = 'ask') {
    const session = requireSession(sessions.find(upload));
    const sent = await sessions.use(session, async (closed) => {
      const signal = AbortSignal.any([options.signal, closed]);
      const passed = await passDatabaseCheck(context, session, upload.id, confirmDatabase, signal);
      if (!passed.ok) return passed;
      const current = repositories.uploads.get(upload.id) ?? upload;
      return sendOverSession(context, session, current, { ...options, held, signal });
    });
    if (!sent.ok && session.account.keyId === upload.keyId && isTargetGone(sent.failure, upload.request)) {
      if (!hasSent(repositories.uploads.get(upload.id) ?? upload))
        await closeUnsentItems(context, upload.id, sent.failure, options.signal);
      return sent;
    }
    if (sent.ok) {
      const compared = await compareSentFiles(context, upload, options.signal);
      if (!compared.ok) return compared;
      // A person decided about files meanwhile.
      if (hasOpenItems(repositories.uploads.totals(upload.id))) continue;
    }
    if (sent.ok || sent.failure.code !== 'stopped') return sent;
    if (options.signal.aborted || options.finish.aborted) return sent;
    // The session of the same key was replaced, for a new proxy say: the rest goes over the new one.
    const next = sessions.find(session.account);
    if (next === null || next === session || next.account.keyId !== session.account.keyId) return sent;
  }
}
