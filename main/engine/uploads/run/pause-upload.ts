import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { isUnfinished } from '../../../../preload/contract/views/upload-stage.ts';
import type { UploadId } from '../../types/ids.ts';
import type { EngineContext } from '../context/engine-context.ts';

/** Why a rule waits whose upload a person paused: nothing but a person activates it again. */
export const pausedByPerson = failure('stopped').failure;

/**
 * A person pauses an upload: its run stops. Where nothing runs it, the rule of its watched folder, which would send it, is paused
 * with it. Fails with upload-not-running where no rule would, or that rule is broken or waits for a person already.
 */
export function pauseUpload(
  { repositories, store, runs, progress }: EngineContext,
  id: UploadId,
): Result<undefined> {
  if (runs.isRunning(id)) {
    void runs.stop(id);
    return success(undefined);
  }
  const upload = repositories.uploads.getAny(id);
  const isOpen = upload !== null && isUnfinished(upload);
  const rule = isOpen ? repositories.watchRules.find(upload.request.watch?.ruleId ?? 0) : null;
  if (rule === null || rule.failure !== null) return failure('upload-not-running', { uploadId: id });
  store.writes.transaction(() => repositories.watchRules.setState(rule.id, 'paused', pausedByPerson));
  // The runner of the rule ends.
  progress.emit(id, 'paused', 0);
  return success(undefined);
}
