import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { UploadRuns } from '../uploads/context/upload-runs.ts';
import type { Engine } from '../uploads/engine.ts';
import type { UploadPublisher } from './upload-publisher.ts';

/** Publishes when each upload begins to be sent, when it is under way, and how that ended. */
export function publishRuns(
  runs: UploadRuns,
  onProgress: Engine['onProgress'],
  publisher: UploadPublisher,
): void {
  const begun = new Set<number>();
  onProgress(({ uploadId, state }) => {
    // The stored state changes shortly after the start, and is published then.
    if (state === 'uploading' && begun.delete(uploadId)) publisher.changed(uploadId);
  });
  runs.subscribe((id, ended) => {
    const view = publisher.changed(id);
    if (ended === null) {
      begun.add(id);
      return;
    }
    begun.delete(id);
    if (!view.ok || (!ended.ok && failureKind(ended.failure) === 'stopped')) return;
    const { failed, held } = view.value.totals;
    publisher.ended(view.value, !ended.ok || failed.items + held.items > 0);
  });
}
