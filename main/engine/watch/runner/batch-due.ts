/** When the settled files of a watched folder become an upload. */
import { isOpen, nextChange } from '../../../../preload/contract/views/weekly-hours.ts';
import type { NamedWatchRule, WatchSchedule } from '../../../../preload/contract/watch/watched-folder.ts';
import type { SettledGroup } from '../../store/watch-ledger-repository.ts';
import type { Watcher } from '../ledger/watcher.ts';

export interface SettledFacts {
  readonly files: number;
  /** Since the last change in the folder, as far as is known; Infinity if nothing changed since the start. */
  readonly quietMs: number;
  /** Since the first of the files was settled. */
  readonly waitedMs: number;
}

/** A folder that is never quiet sends this many files at once, and no more than this many at any time. */
export const maxBatchFiles = 200_000;
const leastLongestWaitMs = 60 * 60_000;

/** Milliseconds until the batch is due; 0 if it is, null without files. */
export function batchDueInMs(
  { files, quietMs, waitedMs }: SettledFacts,
  quietSeconds: number,
): number | null {
  if (files === 0) return null;
  if (files >= maxBatchFiles) return 0;
  const wantedMs = quietSeconds * 1000;
  const longestWaitMs = Math.max(leastLongestWaitMs, 10 * wantedMs);
  return Math.max(0, Math.min(wantedMs - quietMs, longestWaitMs - waitedMs));
}

const searchedMs = 8 * 86_400_000;

/** When sending may start: now, or the next time that the schedule opens. */
export function nextSendAt(schedule: WatchSchedule | null, now: Date): Date {
  let at = now;
  // The contract's schema has at least one hour on one day, so the search ends earlier.
  while (schedule !== null && !isOpen(schedule, at) && at.getTime() - now.getTime() < searchedMs)
    at = nextChange(schedule, at);
  return at;
}

export interface NextBatch {
  /** The top-level folder, '' for files beside them; null for everything. */
  readonly top: string | null;
  readonly inMs: number;
}

/** The group of settled files that is due next. Null without any, and while the folder is away. */
export function nextBatch(
  settled: readonly SettledGroup[],
  { datasetPer, quietSeconds }: Pick<NamedWatchRule, 'datasetPer' | 'quietSeconds'>,
  watcher: Pick<Watcher, 'state' | 'isChecking' | 'quietMs'>,
): NextBatch | null {
  const { away, lastScan } = watcher.state();
  // What a scan hasn't seen since the start may be gone or changed.
  if (lastScan === null || away !== null) return null;
  let next: NextBatch | null = null;
  for (const { top, files, since } of datasetPer === 'folder' ? settled : mergeGroups(settled)) {
    const quietMs = watcher.isChecking() ? 0 : watcher.quietMs(top);
    // If the clock was set back, it isn't known how long. It must not be waited for.
    const waitedMs = Math.abs(Date.now() - Date.parse(since));
    const inMs = batchDueInMs({ files, quietMs, waitedMs }, quietSeconds);
    if (inMs !== null && (next === null || inMs < next.inMs)) next = { top, inMs };
  }
  return next;
}

/** All settled files as one group. */
function mergeGroups(
  groups: readonly SettledGroup[],
): readonly (Omit<SettledGroup, 'top'> & { readonly top: null })[] {
  const [first] = groups;
  if (first === undefined) return [];
  const files = groups.reduce((sum, group) => sum + group.files, 0);
  const since = groups.reduce((oldest, group) => (group.since < oldest ? group.since : oldest), first.since);
  return [{ top: null, files, since }];
}
