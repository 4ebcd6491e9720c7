import { type Failed, type Failure, failure } from '../../../../preload/contract/failures/failure.ts';
import type { DatasetRepository } from '../../store/uploads/dataset-repository.ts';
import type { SourceFileRowId } from '../../store/uploads/source-file-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import type { CreatedSourceFile } from './outcome.ts';
import type { TransferContext } from './transfer-context.ts';

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

/** The same for a source file that was created: null while it and its dataset are the upload's. Ask before anything is sent to it. */
export function sourceFileReused(
  { datasets, sourceFiles, upload, datasetId }: TransferContext,
  { id, platformId }: Pick<CreatedSourceFile, 'id' | 'platformId'>,
  path: string,
): Failure | null {
  const reused = datasetReused(datasets, upload.id, datasetId);
  if (reused !== null) return reused.failure;
  return sourceFiles.isStill(id, platformId)
    ? null
    : failure('source-file-reused', { path, sourceFileId: platformId }).failure;
}

/**
 * Whether the platform gave this source file for something else before. Then nothing says whose it is, so that what had it
 * gets another one, too. Call it in the transaction that would record it.
 */
export function isGivenTwice(
  { sourceFiles, events, upload, now }: TransferContext,
  platformId: number,
  row: SourceFileRowId,
): boolean {
  const uses = sourceFiles.usesOf(platformId, upload.id, row);
  for (const { id, uploadId, item, pack, isOpen } of uses) {
    if (isOpen === 0) continue;
    sourceFiles.forgetCreated(id);
    events.append(uploadId, now().toISOString(), 'source-file-replaced', {
      ...(pack === null ? { item } : { pack }),
      sourceFileId: platformId,
      note: 'it stays incomplete: the platform gave its ID for another file, too',
    });
  }
  return uses.length > 0;
}
