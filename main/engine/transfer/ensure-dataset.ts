import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { Platform } from '../platform/client.ts';
import type { Repositories } from '../store/repositories.ts';
import type { Upload } from '../store/upload-repository.ts';
import type { WriteBatcher } from '../store/write-batcher.ts';
import { beforeAskingAgain } from './probe-before-retry.ts';
import type { LiveProgress } from './progress.ts';
import { RetryBudget } from './retry-budget.ts';

/** Each may leave an empty dataset behind, which people see. */
const unclearAllowed = 8;

/**
 * The upload's dataset, made once. When an answer is lost the service cannot tell whether it made one (there is no list
 * of datasets); it is asked again, because a dataset without source files holds no evidence, and the log says that an empty one
 * of the same name may stand beside it.
 */
export async function ensureDataset(
  writes: WriteBatcher,
  { uploads, events }: Pick<Repositories, 'uploads' | 'events'>,
  platform: Platform,
  upload: Upload,
  live: LiveProgress,
  signal: AbortSignal,
): Promise<Result<number>> {
  if (upload.datasetId !== null) return success(upload.datasetId);
  const { dataset, settings } = upload.request;
  const description = 'name' in dataset ? dataset.description : null;
  let known = upload.datasetRequestedAt === null;
  const patience = new RetryBudget(() => 0, unclearAllowed, unclearAllowed);
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const at = new Date().toISOString();
    await writes.enqueue(() => {
      if (!known)
        events.append(upload.id, at, 'dataset-asked-again', {
          name: upload.datasetName,
          note: 'no answer told whether the request before made the dataset; an empty one of this name may exist',
        });
      uploads.recordDatasetRequest(upload.id, at);
    });
    const made = await platform.createDataset(
      upload.databaseId,
      { name: upload.datasetName, settings, ...(description === null ? {} : { description }) },
      { signal },
    );
    if (made.ok) {
      await writes.enqueue(() => {
        uploads.setDataset(upload.id, made.value.id);
        events.append(upload.id, new Date().toISOString(), 'dataset-created', {
          datasetId: made.value.id,
          name: upload.datasetName,
        });
      });
      return success(made.value.id);
    }
    if (made.failure.code !== 'outcome-unknown') return made;
    known = false;
    if (signal.aborted) break;
    const { message } = made.failure;
    if (patience.end() !== 'none')
      return failure(
        'outcome-unknown',
        `The platform was asked ${patience.times} times for the dataset and never said whether it made one. ${message} Look whether empty ones of this name stand in the database, then try again.`,
      );
    const stops = await beforeAskingAgain({ platform, live, signal, random: Math.random }, attempt, message);
    if (stops !== null) return { ok: false, failure: stops };
  }
  return failure('stopped', 'Stopped before the dataset was made.');
}
