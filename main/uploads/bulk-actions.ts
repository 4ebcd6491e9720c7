/** "Pause All" and "Resume All" of the menu and the tray. They work without a window too. */
import type { Failure } from '../../preload/contract/failures/failure.ts';
import type { NamedWatchRule } from '../../preload/contract/watch/watched-folder.ts';
import type { EngineHost } from '../processes/engine-host.ts';
import type { UploadStarter } from './upload-starter.ts';
import type { UploadTracker } from './upload-tracker.ts';
import type { WatchTracker } from './watch-tracker.ts';

export interface ResumeFailure {
  /** The name of the upload or the watched folder. */
  readonly name: string;
  readonly failure: Failure;
}

export interface BulkActionsOptions {
  readonly engine: Pick<EngineHost, 'forward'>;
  readonly starter: Pick<UploadStarter, 'resume'>;
  readonly tracker: Pick<UploadTracker, 'all'>;
  readonly watchTracker: Pick<WatchTracker, 'all'>;
  /** Called once, if at least one upload or watched folder could not be resumed. */
  readonly onResumeFailures: (attempted: number, failures: readonly ResumeFailure[]) => void;
}

export interface BulkActions {
  pauseAll(): Promise<void>;
  /** Every paused upload, and the watched folders that `pauseAll` paused: others were paused one by one, for a reason. */
  resumeAll(): Promise<void>;
}

export function createBulkActions({
  engine,
  starter,
  tracker,
  watchTracker,
  onResumeFailures,
}: BulkActionsOptions): BulkActions {
  /** With the rule as it was: one that was edited since has to be rehearsed. */
  const pausedTogether = new Map<number, string>();

  return {
    async pauseAll() {
      const folders = watchTracker.all().filter(({ state }) => state === 'active');
      for (const { id, rule } of folders) pausedTogether.set(id, contentOf(rule));
      // A watched folder pauses its upload.
      const watched = new Set<number | null>(folders.map(({ id }) => id));
      const uploading = tracker
        .all()
        .filter(({ state, watchRuleId }) => state === 'uploading' && !watched.has(watchRuleId));
      await Promise.all([
        ...folders.map(({ id }) => engine.forward('watch.pause', { ruleId: id })),
        ...uploading.map(({ id }) => engine.forward('uploads.pause', { uploadId: id, finishParts: true })),
      ]);
    },
    async resumeAll() {
      const folders = watchTracker
        .all()
        .filter(({ id, state, rule }) => state === 'paused' && pausedTogether.get(id) === contentOf(rule));
      pausedTogether.clear();
      const watched = new Set<number | null>(folders.map(({ id }) => id));
      const uploads = tracker
        .all()
        .filter(({ state, watchRuleId }) => state === 'paused' && !watched.has(watchRuleId));
      const results = await Promise.all([
        ...folders.map(async ({ id, rule }) => ({
          name: rule.name,
          result: await engine.forward('watch.activate', { ruleId: id, confirmDatabase: null }),
        })),
        ...uploads.map(async ({ id, name }) => ({
          name,
          result: await starter.resume({ uploadId: id, links: [] }),
        })),
      ]);
      const failures = results.flatMap(({ name, result }) =>
        result.ok ? [] : [{ name, failure: result.failure }],
      );
      if (failures.length > 0) onResumeFailures(results.length, failures);
    },
  };
}

function contentOf(rule: NamedWatchRule): string {
  return JSON.stringify(rule);
}
