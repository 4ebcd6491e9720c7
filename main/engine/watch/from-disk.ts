import { type Result, success } from '../../../preload/contract/failure.ts';
import type { NamedWatchRule, RehearsalView } from '../../../preload/contract/watched-folder.ts';
import type { StoredWatchRule } from '../store/watch-rule-repository.ts';
import type { WatchBatchId } from '../types/ids.ts';
import type { EngineContext } from '../uploads/engine-context.ts';
import type { Watcher } from './watcher.ts';

export function createWatcher(
  _context: EngineContext,
  _rule: StoredWatchRule,
  _onChange: () => void,
): Watcher {
  return {
    start: () => undefined,
    stop: () => Promise.resolve(),
    wake: () => undefined,
    scanNow: () => Promise.resolve(success(undefined)),
    state: () => ({ away: null, lastScan: null, usesEvents: false }),
    quietSince: () => Number.NEGATIVE_INFINITY,
  };
}

export function recordOutcome(_context: EngineContext, _batchId: WatchBatchId): Promise<void> {
  return Promise.resolve();
}

export function rehearseRule(
  _context: EngineContext,
  _of: { readonly rule: NamedWatchRule; readonly ruleId: number | null },
  _signal: AbortSignal,
): Promise<Result<RehearsalView>> {
  return Promise.resolve(
    success({
      files: 0,
      bytes: 0,
      datasets: [],
      moreDatasets: 0,
      custodians: [],
      moreCustodians: 0,
      notYetSettled: 0,
      skipped: [],
      alreadyTaken: 0,
      unreadable: 0,
      examples: [],
    }),
  );
}
