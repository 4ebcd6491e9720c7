import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { failureKind } from '../../../preload/contract/failures/failure-table.ts';
import type { UploadId } from '../../../preload/contract/views/ids.ts';
import { countProblems } from '../../../preload/contract/views/upload-problems.ts';
import type { ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import type { Progress } from '../types/progress.ts';
import type { UploadReader } from '../uploads/context/read-uploads.ts';
import type { UploadRuns } from '../uploads/context/upload-runs.ts';
import type { UploadEngine } from '../uploads/engine.ts';
import type { OpenConnections } from './open-connections.ts';
import type { EngineEvent } from './protocol.ts';
import { toUploadView } from './upload-view.ts';

/** Shows uploads to the window: their views, and an event whenever one changed. */
export class UploadPublisher {
  readonly #progress = new Map<UploadId, ProgressView>();
  readonly #uploads: Pick<UploadReader, 'upload' | 'uploads'>;
  readonly #connections: OpenConnections;
  readonly #emit: (event: EngineEvent) => void;

  constructor(
    uploads: Pick<UploadReader, 'upload' | 'uploads'>,
    connections: OpenConnections,
    emit: (event: EngineEvent) => void,
  ) {
    this.#uploads = uploads;
    this.#connections = connections;
    this.#emit = emit;
  }

  views(): UploadView[] {
    return this.#uploads.uploads().map((upload) => toUploadView(upload, this.#connections.idFor(upload)));
  }

  /** Emits the upload as it is now and returns its view. */
  changed(uploadId: UploadId): Result<UploadView> {
    const upload = this.#uploads.upload(uploadId);
    if (!upload.ok) return upload;
    const view = toUploadView(upload.value, this.#connections.idFor(upload.value));
    this.#emit({ event: 'upload.changed', data: view });
    return success(view);
  }

  /** The newest of each upload that runs. */
  progress(runs: UploadRuns): ProgressView[] {
    return [...this.#progress.values()].filter(({ uploadId }) => runs.isRunning(uploadId));
  }

  progressed(progress: Progress): void {
    const active = progress.active.map((item) => ({ ...item }));
    const unavailableSources = [...progress.unavailableSources];
    const data = { ...progress, totals: { ...progress.totals }, active, unavailableSources };
    this.#progress.set(data.uploadId, data);
    this.#emit({ event: 'progress', data });
  }

  removed(uploadId: UploadId): void {
    this.#emit({ event: 'upload.removed', data: { uploadId } });
  }

  ended(upload: UploadView, isIncomplete: boolean): void {
    this.#emit({ event: 'upload.ended', data: { upload, isIncomplete } });
  }
}

/** Publishes when each upload begins to be sent, when it is under way, and how that ended. */
export function publishRuns(
  runs: UploadRuns,
  onProgress: UploadEngine['onProgress'],
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
    publisher.ended(view.value, !ended.ok || countProblems(view.value.totals) > 0);
  });
}
