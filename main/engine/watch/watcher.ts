import type { Failure, Result } from '../../../preload/contract/failures/failure.ts';
import type { UnavailableReason } from '../../../preload/contract/views/unavailable-source.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import { FolderWatcher, type FolderWatcherOptions } from './folder-watcher.ts';

/** What the watcher of the folder (folder-watcher.ts) tells the runner. */
export interface WatcherState {
  readonly away: { readonly reason: UnavailableReason; readonly since: string } | null;
  /** Null until the first complete scan since the start. */
  readonly lastScan: WatchedFolderView['lastScan'];
  /** Whether that found the subfolder for sent files, in which it didn't look. */
  readonly hasIgnoredFolder: boolean;
  readonly usesEvents: boolean;
  /** Why the ledger can't be written. */
  readonly failure: Failure | null;
}

export interface Watcher {
  start(): void;
  stop(): Promise<void>;
  wake(): void;
  scanNow(): Promise<Result<unknown>>;
  state(): WatcherState;
  /** Whether files have settled and aren't decided about yet: they belong to the next batch, too. */
  isChecking(): boolean;
  /** As far as is known; Infinity if nothing changed since the start. */
  quietMs(top: string | null): number;
}

/** Watches the folder of a rule. `reportBug`: of a look at the folder, which is tried again. */
export function createWatcher(
  { store, repositories, sources, hashes, blocks, stallMs }: EngineContext,
  { id: ruleId, rule, serverUrl }: StoredWatchRule,
  { onChange, reportBug }: Pick<FolderWatcherOptions, 'onChange' | 'reportBug'>,
): Watcher {
  return new FolderWatcher({
    store,
    sources,
    ruleId,
    rule,
    onChange,
    reportBug,
    stallMs,
    watchFiles: repositories.watchFiles,
    watchMatches: repositories.watchMatches,
    hashing: { hashes, blocks },
    target: { serverUrl, databaseId: rule.database },
  });
}
