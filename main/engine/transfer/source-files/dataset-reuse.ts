import { type Failed, failure } from '../../../../preload/contract/failures/failure.ts';
import type { DatasetRepository } from '../../store/uploads/dataset-repository.ts';
import type { UploadId } from '../../types/ids.ts';

/**
 * Null while the dataset is the upload's. Else the platform, restored from an older copy, created another one with the same
 * ID for a later upload, whose files would be mixed with this one's.
 */
export function datasetReused(
  datasets: Pick<DatasetRepository, 'reuse'>,
  uploadId: UploadId,
  datasetId: number,
): Failed | null {
  const reuse = datasets.reuse(uploadId);
  return reuse === null
    ? null
    : failure('dataset-reused', { datasetId, uploadId, later: reuse.uploadId, at: reuse.at });
}
