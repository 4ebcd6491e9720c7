import { type Failure, failure, failureKind } from '../../../preload/contract/failure.ts';
import { failureText } from '../../../preload/contract/failure-text.ts';
import { StoreError } from '../store/sqlite-failure.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadState, UploadSummary } from '../types/uploads.ts';
import type { EngineContext } from './engine-context.ts';

/** Records that an upload ended or was interrupted, and notifies the listeners. */
export function endUpload(
  { store, repositories, progress }: EngineContext,
  id: UploadId,
  state: UploadState,
  stoppedBy: Failure | null,
): UploadSummary {
  const { uploads, events } = repositories;
  const at = new Date().toISOString();
  const needsPerson = stoppedBy !== null && !['stopped', 'bug'].includes(failureKind(stoppedBy));
  try {
    store.writes.transaction(() => {
      uploads.setState(id, state, {
        stoppedBy: needsPerson ? stoppedBy : null,
        finishedAt: state === 'finished' ? at : null,
      });
      events.append(
        id,
        at,
        `upload-${state}`,
        stoppedBy === null ? {} : { code: stoppedBy.code, reason: failureText(stoppedBy) },
      );
    });
  } catch (error) {
    // A full disk refuses this record too. The next start pauses the upload.
    if (!(error instanceof StoreError)) throw error;
  }
  const upload = uploads.get(id);
  if (upload === null) throw new Error(`Upload ${id} is gone`);
  progress.emit(id, state, 0);
  return upload;
}

/** Pauses the uploads that were running when an earlier process was killed. */
export function pauseInterruptedUploads(context: EngineContext): void {
  for (const upload of context.repositories.uploads.all())
    if (upload.state === 'uploading') endUpload(context, upload.id, 'paused', failure('interrupted').failure);
}
