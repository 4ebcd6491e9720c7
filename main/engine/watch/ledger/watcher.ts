import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { EngineContext } from '../../uploads/context/engine-context.ts';
import { FolderWatcher, type FolderWatcherOptions } from './folder-watcher.ts';
import type { ScanThreads } from './scan-threads.ts';

/** What the runner needs of the watcher of the folder. */
export type Watcher = Pick<
  FolderWatcher,
  'start' | 'stop' | 'wake' | 'scanNow' | 'state' | 'isChecking' | 'quietMs'
>;

/** Watches the folder of a rule. `reportBug`: of a look at the folder, which is tried again. */
export function createWatcher(
  { store, repositories, sources, hashes, stallMs }: EngineContext,
  { id: ruleId, rule, serverUrl, root }: StoredWatchRule,
  scanThreads: ScanThreads,
  { onChange, reportBug }: Pick<FolderWatcherOptions, 'onChange' | 'reportBug'>,
): Watcher {
  return new FolderWatcher({
    store,
    sources,
    ruleId,
    rule,
    root,
    keepRoot: (found) => repositories.watchRules.setRoot(ruleId, found),
    onChange,
    reportBug,
    stallMs,
    scanThreads,
    watchFiles: repositories.watchFiles,
    watchMatches: repositories.watchMatches,
    hashes,
    target: { serverUrl, databaseId: rule.database },
  });
}
