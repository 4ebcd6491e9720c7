import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { asCause } from '../../../../preload/contract/failures/failure-table.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import { type CreationContext, createWithRetry } from '../source-files/create-with-retry.ts';
import { datasetReused } from '../source-files/reused-ids.ts';
import { waitForHours } from '../source-files/sending-hours.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';

/** The upload's dataset: its own, else the one that a later batch of its rule made, else a new one, within the hours. Fails with dataset-reused. */
export async function ensureDataset(
  context: CreationContext & Pick<TransferContext, 'bandwidth' | 'finish'>,
  writes: WriteBatcher,
  { datasets, events }: Pick<Repositories, 'datasets' | 'events'>,
  upload: Upload,
): Promise<Result<number>> {
  const append = (type: 'dataset-created' | 'dataset-shared', datasetId: number): void => {
    events.append(upload.id, new Date().toISOString(), type, { datasetId, name: upload.datasetName });
  };
  if (upload.datasetId !== null)
    return datasetReused(datasets, upload.id, upload.datasetId) ?? success(upload.datasetId);
  const shared = datasets.shared(upload.id);
  if (shared !== null) {
    await writes.enqueue(() => {
      datasets.recordShared(upload.id, shared);
      append('dataset-shared', shared);
    });
    return success(shared);
  }
  await waitForHours(context);
  const { dataset, settings } = upload.request;
  const description = 'name' in dataset ? dataset.description : null;
  const creation = await createWithRetry(
    context,
    {
      what: 'dataset',
      path: null,
      succeeded: () => 0,
      create: async (mayExist) => {
        await writes.enqueue(() => {
          const at = new Date().toISOString();
          if (mayExist)
            events.append(upload.id, at, 'dataset-creation-retried', {
              name: upload.datasetName,
              note: 'the answer to the request before was lost; an empty dataset of this name may exist',
            });
          datasets.recordRequest(upload.id, at);
        });
        return context.platform.createDataset(
          upload.databaseId,
          { name: upload.datasetName, settings, ...(description === null ? {} : { description }) },
          { signal: context.signal },
        );
      },
    },
    upload.datasetRequestedAt !== null,
  );
  if (creation.kind === 'gave-up' && creation.failure.code === 'not-found') {
    const { databaseId } = upload;
    return failure('database-not-found', { databaseId, platformMessage: creation.failure.platformMessage });
  }
  if (creation.kind === 'gave-up')
    return creation.failure.code === 'outcome-unknown'
      ? failure('dataset-unconfirmed', { attempts: creation.attempts, cause: asCause(creation.failure) })
      : { ok: false, failure: creation.failure };
  const { id: datasetId } = creation.value;
  await writes.enqueue(() => {
    datasets.recordCreated(upload, datasetId);
    append('dataset-created', datasetId);
  });
  return success(datasetId);
}
