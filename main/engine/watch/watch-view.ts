import type { WatchedFolderView } from '../../../preload/contract/watched-folder.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import { overlapByPath } from './folder-overlap.ts';
import type { RuleRunner } from './rule-runner.ts';

/** A watched folder as the window and the command line show it. `runner`: of an active one. */
export function watchedFolderView(
  { repositories }: Pick<EngineContext, 'repositories'>,
  stored: StoredWatchRule,
  runner: RuleRunner | null,
): WatchedFolderView {
  const { watchLedger, watchBatches, watchRules } = repositories;
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
    failure,
    waitingFor: runner?.waitingFor() ?? null,
    counts: {
      settling: totals.settling.files,
      settled: totals.settled.files,
      sending: totals.taken.files,
      sent: totals.sent.files,
      failed: totals.failed.files,
      held: totals.held.files,
      renamed: totals.renamed.files,
      skipped: totals.skipped.files,
    },
    pendingBytes: totals.settled.bytes + totals.taken.bytes,
    lastTakenAt: watchBatches.lastTakenAt(id),
    lastScan: watcher?.lastScan ?? stored.lastScan,
    oldestUnsettled:
      unsettled === null
        ? null
        : {
            path: unsettled.folder === '' ? unsettled.name : `${unsettled.folder}/${unsettled.name}`,
            since: unsettled.firstSeenAt,
            reason: unsettled.reason,
          },
    usesEvents: watcher?.usesEvents ?? false,
    retryAt: runner === null ? null : (watchBatches.nextRetry(id)?.retryAt ?? null),
    uploadId: runner?.uploadId ?? null,
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
