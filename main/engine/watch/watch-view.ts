import { isUnfinished } from '../../../preload/contract/views/upload-stage.ts';
import type { WatchBatchView } from '../../../preload/contract/watch/watch-batch.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { estimateRequests } from '../packs/pack-limits.ts';
import type { WatchBatch } from '../store/watch/watch-batch-repository.ts';
import type { StoredWatchRule } from '../store/watch/watch-rule-repository.ts';
import { forecastPlan } from '../transfer/rates/forecast.ts';
import type { UploadId } from '../types/ids.ts';
import { joinPath } from '../types/source-path.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';
import { pausedByPerson } from '../uploads/run/pause-upload.ts';
import { overlapByPath } from './folder-overlap.ts';
import type { RuleRunner } from './runner/rule-runner.ts';

/** A watched folder as the window and the command line show it. `runner`: of an active one. */
export function watchedFolderView(
  context: Pick<EngineContext, 'repositories' | 'sessions' | 'bandwidth' | 'rateLimiters'>,
  stored: StoredWatchRule,
  runner: RuleRunner | null,
): WatchedFolderView {
  const { watchLedger, watchBatches, watchRules, renamedCustodians } = context.repositories;
  const { id, rule, connectionId, serverUrl, isSandbox, databaseName, state, failure } = stored;
  const totals = watchLedger.totals(id);
  const watcher = runner?.watcher.state() ?? null;
  const unsettled = watchLedger.oldestUnsettled(id);
  return {
    id,
    rule,
    connectionId,
    serverUrl,
    isSandbox,
    databaseName,
    state,
    failure: state === 'broken' ? failure : null,
    waitingFor: runner?.waitingFor() ?? null,
    counts: watchLedger.counts(id),
    heldFor: totals.held.files === 0 ? [] : watchLedger.heldFor(id),
    reviewUpload: totals.held.files === 0 ? null : watchLedger.reviewUpload(id),
    found: watchLedger.countFound(id),
    foundIssues: watchLedger.foundIssues(id),
    otherCustodian: renamedCustodians.countOther(id),
    pendingBytes: totals.settled.bytes + totals.taken.bytes,
    time: pendingTime(context, stored, {
      files: totals.settled.files + totals.taken.files,
      bytes: totals.settled.bytes + totals.taken.bytes,
    }),
    lastTakenAt: watchBatches.lastTakenAt(id),
    lastScan: watcher?.lastScan ?? stored.lastScan,
    oldestUnsettled:
      unsettled === null
        ? null
        : {
            path: joinPath(unsettled.folder, unsettled.name),
            since: unsettled.firstSeenAt,
            reason: unsettled.reason,
          },
    usesEvents: watcher?.usesEvents ?? false,
    retryAt: runner === null ? null : (watchBatches.nextRetry(id)?.retryAt ?? null),
    uploadId: runner?.uploadId ?? null,
    pausedUpload: pausedUpload(context, stored),
    refusal: state === 'draft' || state === 'paused' ? overlapByPath(stored, watchRules.all()) : null,
    ignoredFolder:
      rule.afterwards !== 'leave' &&
      watcher?.hasIgnoredFolder === true &&
      !watchLedger.hasMovedInto(id, rule.afterwards.moveTo)
        ? rule.afterwards.moveTo
        : null,
    isMoving: rule.afterwards !== 'leave' && watchBatches.mayBeUnmoved(id),
  };
}

/** Until the files that wait, or are being sent, are sent: by the model of a new upload, in the hours of the rule. */
function pendingTime(
  {
    repositories,
    sessions,
    bandwidth,
    rateLimiters,
  }: Pick<EngineContext, 'repositories' | 'sessions' | 'bandwidth' | 'rateLimiters'>,
  { state, rule, serverUrl, keyId }: StoredWatchRule,
  { files, bytes }: { readonly files: number; readonly bytes: number },
): WatchedFolderView['time'] {
  const session = sessions.find({ serverUrl, keyId });
  if (state !== 'active' || files === 0 || session === null) return null;
  const limits = rateLimiters.allowed(session.platform.profile.limits);
  const { requestsPerSecond } = limits;
  const requests = estimateRequests(rule.pack, { files, bytes }, limits);
  const now = new Date();
  const forecast = forecastPlan(
    { bytes, requests, hashedBytes: bytes },
    repositories.lineSpeeds.measurements(serverUrl),
    { requestsPerSecond, bandwidth: bandwidth.plan, hours: rule.schedule },
    now.getTime(),
  );
  return { ...forecast, at: now.toISOString() };
}

function pausedUpload(
  { repositories: { watchBatches, uploads } }: Pick<EngineContext, 'repositories'>,
  { id, state, failure }: StoredWatchRule,
): UploadId | null {
  if (state !== 'paused' || failure?.code !== pausedByPerson.code) return null;
  const isOpen = (uploadId: UploadId): boolean => {
    const upload = uploads.get(uploadId);
    return upload !== null && isUnfinished(upload);
  };
  return (
    watchBatches.unrecorded(id).find(({ uploadId }) => uploadId !== null && isOpen(uploadId))?.uploadId ??
    null
  );
}

/** The views of the batches that became uploads. */
export function batchViews(batches: readonly WatchBatch[]): readonly WatchBatchView[] {
  return batches.flatMap(({ id, closedAt, files, bytes, datasetName, uploadId }) =>
    closedAt === null || uploadId === null ? [] : [{ id, closedAt, files, bytes, datasetName, uploadId }],
  );
}
