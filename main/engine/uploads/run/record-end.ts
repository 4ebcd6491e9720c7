import { setTimeout as delay } from 'node:timers/promises';
import { type Failure, failure, success } from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import { isSentForGood } from '../../../../preload/contract/views/upload-problems.ts';
import type { Repositories } from '../../store/repositories.ts';
import { StoreError, sqliteResult } from '../../store/sqlite-failure.ts';
import { endColumns } from '../../store/uploads/upload-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import { hasOpenItems } from '../../types/item-states.ts';
import type { UploadEnd, UploadSummary } from '../../types/uploads.ts';
import type { EngineContext } from '../context/engine-context.ts';

/** How often a store that refused an end is asked again. */
const recordAgainMs = 5_000;

/** Records that an upload ended or was interrupted, and notifies the listeners. */
export function recordEnd(
  context: EngineContext,
  id: UploadId,
  state: UploadEnd['state'],
  stoppedBy: Failure | null,
): UploadSummary {
  const { store, repositories, progress } = context;
  const end = { state, at: new Date().toISOString(), stoppedBy };
  // An upload that wasn't started again since it finished stays as it ended, also after a decision that sends nothing.
  const isEnded =
    state === 'finished' && stoppedBy === null && hasEndedCleanly(repositories.uploads.getAny(id));
  const refusal = isEnded ? null : tryRecord(context, id, end);
  if (refusal !== null) {
    const isFirst = repositories.uploads.unrecordedEnds().size === 0;
    repositories.uploads.keepUnrecorded(id, { ...end, refusal });
    if (isFirst) void recordLater(context);
  }
  const upload = repositories.uploads.getAny(id);
  if (upload === null) throw new Error(`Upload ${id} is gone`);
  // Until then, its passwords and links are needed.
  if (isSentForGood({ state, totals: upload.totals })) {
    context.uploadPasswords.forget(id);
    sqliteResult(store.path, () => store.writes.transaction(() => repositories.lockedFiles.forgetUnsent(id)));
    context.secretLinks.forget(id);
  }
  progress.emit(id, state, 0);
  return upload;
}

/** Whether a run has something to do: files to send, or what was found of files to record. Else the upload has finished. */
export function hasWorkLeft(
  { uploads, inspections }: Pick<Repositories, 'uploads' | 'inspections'>,
  id: UploadId,
): boolean {
  return hasOpenItems(uploads.totals(id)) || inspections.isChanging(id);
}

/** It finished, and nothing is to be done about how. */
export function hasEndedCleanly(upload: Pick<UploadSummary, 'state' | 'stoppedBy'> | null): boolean {
  return upload?.state === 'finished' && upload.stoppedBy === null;
}

/** Returns why the store refuses it, or null: a full disk that stops an upload refuses this record too. */
function tryRecord({ store, repositories }: EngineContext, id: UploadId, end: UploadEnd): Failure | null {
  try {
    store.writes.transaction(() => {
      const { state, ...columns } = endColumns(end);
      repositories.uploads.setState(id, state, columns);
      appendEnd(repositories, id, end);
    });
    return null;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.failure;
  }
}

/** Adds the end to the upload's log. */
export function appendEnd({ events }: Repositories, id: UploadId, { state, at, stoppedBy }: UploadEnd): void {
  const reason = stoppedBy === null ? {} : { code: stoppedBy.code, reason: failureText(stoppedBy) };
  events.append(id, at, `upload-${state}`, reason);
}

/** Records the ends that the store refused once it accepts writes again, or when the engine closes. */
function recordLater(context: EngineContext): Promise<unknown> {
  const { uploads } = context.repositories;
  return context.tasks.run(async (closing) => {
    while (uploads.unrecordedEnds().size > 0 && !closing.aborted) {
      await delay(recordAgainMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
      for (const [id, end] of [...uploads.unrecordedEnds()]) {
        const refusal = tryRecord(context, id, end);
        if (refusal === null) continue;
        uploads.keepUnrecorded(id, { ...end, refusal });
        break;
      }
    }
    return success(undefined);
  });
}

/** Pauses the uploads that were running, or about to, when an earlier process was killed. */
export function pauseInterruptedUploads(context: EngineContext): void {
  for (const id of context.repositories.uploads.interrupted())
    recordEnd(context, id, 'paused', failure('interrupted').failure);
}

/** What is queued again in a finished upload is sent when it is resumed. Call in the transaction that queues it. */
export function reopen({ uploads, events }: Pick<Repositories, 'uploads' | 'events'>, id: UploadId): void {
  if (uploads.get(id)?.state !== 'finished') return;
  uploads.setState(id, 'paused');
  events.append(id, new Date().toISOString(), 'upload-paused', {});
}
