/** "Pause All" and "Resume All" of the menu. They work without a window too. */
import type { Failure } from '../../preload/contract/failure.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { UploadStarter } from './upload-starter.ts';
import type { UploadTracker } from './upload-tracker.ts';

export interface ResumeFailure {
  readonly uploadName: string;
  readonly failure: Failure;
}

export interface BulkActionsOptions {
  readonly engine: Pick<EngineHost, 'forward'>;
  readonly starter: Pick<UploadStarter, 'resume'>;
  readonly tracker: Pick<UploadTracker, 'all'>;
  /** Called once, if at least one upload could not be resumed. */
  readonly onResumeFailures: (attempted: number, failures: readonly ResumeFailure[]) => void;
}

export interface BulkActions {
  pauseAll(): Promise<void>;
  resumeAll(): Promise<void>;
}

export function createBulkActions({
  engine,
  starter,
  tracker,
  onResumeFailures,
}: BulkActionsOptions): BulkActions {
  return {
    async pauseAll() {
      const uploading = tracker.all().filter(({ state }) => state === 'uploading');
      await Promise.all(
        uploading.map(({ id }) => engine.forward('uploads.pause', { uploadId: id, finishParts: true })),
      );
    },
    async resumeAll() {
      const paused = tracker.all().filter(({ state }) => state === 'paused');
      const results = await Promise.all(
        paused.map(async ({ id, name }) => ({
          uploadName: name,
          result: await starter.resume({ uploadId: id, links: [] }),
        })),
      );
      const failures = results.flatMap(({ uploadName, result }) =>
        result.ok ? [] : [{ uploadName, failure: result.failure }],
      );
      if (failures.length > 0) onResumeFailures(paused.length, failures);
    },
  };
}
