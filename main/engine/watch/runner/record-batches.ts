import { isUnfinished } from '../../../../preload/contract/views/upload-stage.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { WatchBatch } from '../../store/watch/watch-batch-repository.ts';
import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';
import { recordBatchOutcome } from './record-batch-outcome.ts';
import { planRetry } from './retry-failed.ts';

type Context = Pick<EngineContext, 'repositories' | 'store'> & {
  readonly runs: Pick<EngineContext['runs'], 'isRunning'>;
};

/**
 * Writes to the ledger what became of the uploads that ended since. Returns the first that didn't end; null if all did.
 */
export async function recordBatches(
  context: Context,
  stored: StoredWatchRule,
  signal: AbortSignal,
  onRecorded: () => void = () => undefined,
): Promise<Upload | null> {
  const { repositories, store } = context;
  let unfinished: Upload | null = null;
  for (const batch of repositories.watchBatches.unrecorded(stored.id)) {
    const upload = batch.uploadId === null ? null : repositories.uploads.get(batch.uploadId);
    if (upload === null) continue;
    keepDataset(context, stored, batch, upload);
    const { state, totals } = upload;
    // The files of a canceled upload are closed after its state is.
    const isOpen = context.runs.isRunning(upload.id) || totals.queued.items + totals.uploading.items > 0;
    if (isUnfinished(upload) || (state === 'cancelled' && isOpen)) {
      unfinished ??= upload;
      continue;
    }
    await recordBatchOutcome(context, batch.id, upload.id);
    if (signal.aborted) return upload;
    store.writes.transaction(() => {
      // A person decided meanwhile, or queued failed files again: the outcome is written again in the next round.
      const now = repositories.uploads.get(upload.id);
      const isOther = now?.state !== state || now.finishedAt !== upload.finishedAt;
      if (isOther || now.totals.held.items !== totals.held.items) return;
      repositories.watchBatches.setRecorded(batch.id);
      planRetry(context, batch, upload);
    });
    onRecorded();
  }
  return unfinished;
}

/** Later batches with the same key go to the same dataset, unless it is gone, or the rule was given another one since. */
function keepDataset(
  { repositories, store }: Context,
  { rule, serverUrl }: StoredWatchRule,
  { ruleId, datasetKey, datasetName }: WatchBatch,
  upload: Upload,
): void {
  const { watchBatches } = repositories;
  const { datasetId, stoppedBy } = upload;
  if (stoppedBy?.code === 'dataset-not-found') {
    store.writes.transaction(() => watchBatches.forgetDataset(ruleId, stoppedBy.datasetId));
    return;
  }
  if (datasetId === null || upload.databaseId !== rule.database || upload.serverUrl !== serverUrl) return;
  const known = watchBatches.dataset(ruleId, datasetKey);
  if (known === null || known.datasetId !== null || known.name !== datasetName) return;
  store.writes.transaction(() => watchBatches.saveDataset(ruleId, datasetKey, datasetName, datasetId));
}
