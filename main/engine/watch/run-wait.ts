import type { WatchWait } from '../../../preload/contract/watch/watched-folder.ts';
import type { Progress } from '../types/progress.ts';

/** What a running upload waits for as a whole. Null while it sends, or waits for single files only. */
export function runWait({
  waiting,
  unavailableSources: [source],
}: Pick<Progress, 'waiting' | 'unavailableSources'>): WatchWait | null {
  if (source !== undefined) return { kind: 'folder', reason: source.reason, since: source.since };
  if (waiting === null || waiting.path !== null) return null;
  return { kind: 'platform', reason: waiting.reason, since: new Date().toISOString() };
}

/** Whether both wait for the same, whatever they have been waiting since. */
export function isSameWait(one: WatchWait | null, other: WatchWait | null): boolean {
  return one?.kind === other?.kind && reasonOf(one) === reasonOf(other);
}

function reasonOf(wait: WatchWait | null): string | null {
  return wait !== null && 'reason' in wait ? (wait.reason?.kind ?? null) : null;
}
