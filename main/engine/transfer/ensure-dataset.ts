import { setTimeout as delay } from 'node:timers/promises';
import { failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { Platform } from '../platform/client.ts';
import { backoffMs } from '../platform/retry.ts';
import type { Commits } from '../store/commits.ts';
import type { Queries } from '../store/queries.ts';
import type { Upload } from '../store/uploads.ts';
import type { LiveProgress } from './progress.ts';

/**
 * The upload's dataset, made once. When an answer is lost the service cannot tell whether it made one (there is no list
 * of datasets); it is asked again, because a dataset without source files holds no evidence, and the log says that an empty one
 * of the same name may stand beside it.
 */
export async function ensureDataset(
  commits: Commits,
  { uploads, events }: Pick<Queries, 'uploads' | 'events'>,
  platform: Platform,
  upload: Upload,
  live: LiveProgress,
  signal: AbortSignal,
): Promise<Result<number>> {
  if (upload.datasetId !== null) return success(upload.datasetId);
  const { dataset, settings } = upload.request;
  const description = 'name' in dataset ? dataset.description : null;
  let known = upload.datasetAskedAt === null;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const at = new Date().toISOString();
    await commits.write(() => {
      if (!known)
        events.append(upload.id, at, 'dataset-asked-again', {
          name: upload.datasetName,
          note: 'no answer told whether the request before made the dataset; an empty one of this name may exist',
        });
      uploads.askDataset(upload.id, at);
    });
    const made = await platform.createDataset(
      upload.databaseId,
      { name: upload.datasetName, settings, ...(description === null ? {} : { description }) },
      { signal },
    );
    if (made.ok) {
      await commits.write(() => {
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
    const waitMs = backoffMs(attempt, Math.random);
    live.waiting({ reason: made.failure.message, retryAtMs: Date.now() + waitMs });
    await delay(waitMs, undefined, { signal }).catch(() => undefined);
  }
  return failure('stopped', 'Stopped before the dataset was made.');
}
