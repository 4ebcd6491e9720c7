/** What main knows about uploads: which are uploading, how far, and which to resume after an interruption. */
import { z } from 'zod';
import { failureKind } from '../../preload/contract/failures/failure-table.ts';
import { isPassing } from '../../preload/contract/failures/passing-failure.ts';
import { uploadProgress } from '../../preload/contract/views/upload-progress.ts';
import { isUnfinished } from '../../preload/contract/views/upload-stage.ts';
import { isWaiting } from '../../preload/contract/views/upload-wait.ts';
import type { ProgressView, UploadView } from '../../preload/contract/views/views.ts';
import type { JsonStore } from '../app/json-store.ts';
import type { EngineEvent } from '../engine/index.ts';

export interface UploadActivity {
  /** How many uploads are uploading. */
  readonly uploading: number;
  /** On average; null while none is uploading. */
  readonly fraction: number | null;
  /** All of them wait for the network, the platform or a source. */
  readonly isWaiting: boolean;
}

export const runningUploadsSchema = z.object({ uploadIds: z.array(z.int()) });
type RunningUploads = z.infer<typeof runningUploadsSchema>;

export interface UploadTracker {
  readonly activity: UploadActivity;
  find(uploadId: number): UploadView | undefined;
  all(): readonly UploadView[];
  /** Replaces everything with the engine's list; an empty one after it has ended. */
  reset(uploads: readonly UploadView[]): void;
  handleEvent(event: EngineEvent): void;
  /** Uploads that were running when Lading or the engine ended. */
  interrupted(): readonly UploadView[];
  /** Uploads that stopped because their connection's key was refused. */
  keyRefused(): readonly UploadView[];
  /** Call on quit: running uploads stay recorded as running although the engine now pauses them. */
  freeze(): void;
}

export function createUploadTracker(
  running: JsonStore<RunningUploads>,
  onActivity: (activity: UploadActivity) => void,
): UploadTracker {
  const uploads = new Map<number, UploadView>();
  /** Kept apart because thousands of others may exist. */
  const uploading = new Map<number, UploadView>();
  const progress = new Map<number, ProgressView>();
  let isFrozen = false;
  let activity = summarizeActivity([], progress);

  function setRunning(uploadId: number, isRunning: boolean): void {
    if (isFrozen || running.value.uploadIds.includes(uploadId) === isRunning) return;
    const others = running.value.uploadIds.filter((id) => id !== uploadId);
    void running.set({ uploadIds: isRunning ? [...others, uploadId] : others });
  }

  function publish(): void {
    activity = summarizeActivity([...uploading.values()], progress);
    onActivity(activity);
  }

  function put(upload: UploadView): void {
    uploads.set(upload.id, upload);
    if (upload.state === 'uploading') uploading.set(upload.id, upload);
    else clearProgress(upload.id);
  }

  function clearProgress(uploadId: number): void {
    uploading.delete(uploadId);
    progress.delete(uploadId);
  }

  function handleChange(upload: UploadView): void {
    const previousState = uploads.get(upload.id)?.state;
    put(upload);
    if (shouldResume(upload)) setRunning(upload.id, true);
    else if (hasEnded(previousState, upload)) setRunning(upload.id, false);
    publish();
  }

  function handleRemoval(uploadId: number): void {
    uploads.delete(uploadId);
    clearProgress(uploadId);
    setRunning(uploadId, false);
    publish();
  }

  function handleProgress(latest: ProgressView): void {
    const { uploadId, state } = latest;
    const upload = uploads.get(uploadId);
    // Progress can come before the change of state.
    if (upload !== undefined && state === 'uploading' && upload.state !== state) {
      put({ ...upload, state });
      setRunning(uploadId, true);
    }
    if (!uploading.has(uploadId)) return;
    progress.set(uploadId, latest);
    publish();
  }

  return {
    get activity() {
      return activity;
    },
    find: (uploadId) => uploads.get(uploadId),
    all: () => [...uploads.values()],
    reset(found) {
      uploads.clear();
      uploading.clear();
      for (const upload of found) put(upload);
      for (const id of progress.keys()) if (!uploading.has(id)) progress.delete(id);
      publish();
    },
    handleEvent(event) {
      switch (event.event) {
        case 'upload.changed':
          return handleChange(event.data);
        case 'upload.removed':
          return handleRemoval(event.data.uploadId);
        case 'progress':
          return handleProgress(event.data);
        case 'upload.ended':
          return;
      }
    },
    interrupted() {
      return running.value.uploadIds
        .map((id) => uploads.get(id))
        .filter((upload) => upload !== undefined)
        .filter((upload) => upload.state === 'paused' && isPersons(upload));
    },
    keyRefused: () => [...uploads.values()].filter((upload) => isKeyRefused(upload) && isPersons(upload)),
    freeze() {
      isFrozen = true;
    },
  };
}

/** Uploading, or stopped by what passes. */
function shouldResume({ state, stoppedBy }: UploadView): boolean {
  if (state === 'uploading') return true;
  return state === 'paused' && stoppedBy !== null && isPassing(stoppedBy);
}

/** Its rule resumes an upload of a watched folder, in the hours in which it sends. */
function isPersons({ watchRuleId }: UploadView): boolean {
  return watchRuleId === null;
}

export function isKeyRefused({ state, stoppedBy }: UploadView): boolean {
  return state === 'paused' && stoppedBy !== null && failureKind(stoppedBy) === 'key-refused';
}

/**
 * Whether a person hears that an upload ended. A watched folder may have one every few minutes: only what is incomplete
 * is worth a word then.
 */
export function isWorthTelling(upload: UploadView, isIncomplete: boolean): boolean {
  return isIncomplete || isPersons(upload);
}

/** A pause that doesn't follow uploading was left by a crash, not requested by a person. */
function hasEnded(previous: UploadView['state'] | undefined, upload: UploadView): boolean {
  if (!isUnfinished(upload)) return true;
  const { state, isSandbox, connectionId } = upload;
  // The sandbox was stopped, not the upload: it resumes when the sandbox is started again.
  const isSandboxStopped = isSandbox && connectionId === null;
  return state === 'paused' && previous === 'uploading' && !isSandboxStopped;
}

/** Pure. */
function summarizeActivity(
  uploading: readonly UploadView[],
  progress: ReadonlyMap<number, ProgressView>,
): UploadActivity {
  if (uploading.length === 0) return { uploading: 0, fraction: null, isWaiting: false };
  let shares = 0;
  let waiting = 0;
  for (const upload of uploading) {
    const latest = progress.get(upload.id);
    shares += uploadProgress(latest ?? upload).share;
    if (latest !== undefined && isWaiting(latest)) waiting += 1;
  }
  return {
    uploading: uploading.length,
    fraction: shares / uploading.length,
    isWaiting: waiting === uploading.length,
  };
}
