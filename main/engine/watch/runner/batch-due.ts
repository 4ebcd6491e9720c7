/** When the settled files of a watched folder become an upload. */
import type { NamedWatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import type { SettledGroup } from '../../store/watch/watch-ledger-repository.ts';
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
