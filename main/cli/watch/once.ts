/** When `--once` is done, and with which exit code. Pure. */
import { waitHealth, watchHealth } from '../../../preload/contract/watch/watch-text.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import type { Outcome } from '../exit-code.ts';
import { outcomesOfHealth, worseOutcome } from '../outcome.ts';

export interface OnceRule {
  readonly view: WatchedFolderView;
  /** A complete scan ended since the command started. */
  readonly isScanned: boolean;
  /** How long its state, counts, and what it waits for have been as they are. Monotonic. */
  readonly unchangedMs: number;
}

/** A platform that is busy for a moment isn't away. */
const platformGraceMs = 60_000;
/** A file that still changes after this many times its settle time is left for the next run. */
const settleTimes = 3;
const leastSettleMs = 60_000;

/** Returns null while something may still be sent or moved. With several rules, the code that most needs a person. */
export function onceOutcome(rules: readonly OnceRule[]): Outcome | null {
  let worst: Outcome = 'done';
  for (const rule of rules) {
    const code = ruleOutcome(rule);
    if (code === null) return null;
    worst = worseOutcome(worst, code);
  }
  return worst;
}

function ruleOutcome({ view, isScanned, unchangedMs }: OnceRule): Outcome | null {
  const { state, waitingFor, counts, rule, lastScan } = view;
  const { temporary = 0, overdue = 0 } = lastScan ?? {};
  // A file with a temporary name isn't taken however long it stays as it is.
  const settling = Math.max(0, counts.settling - overdue);
  if (state === 'broken') return 'refused';
  if (state !== 'active') return 'stopped';
  switch (waitingFor?.kind) {
    case 'schedule':
      // What has settled waits for its hours; what is settling may take a while yet.
      return isScanned && isStill(rule.settleSeconds, settling, unchangedMs) ? 'stopped' : null;
    case 'platform':
      return unchangedMs < platformGraceMs ? null : counts.sending > 0 ? 'stopped' : 'not-begun';
    default:
      if (waitingFor !== null) return outcomesOfHealth[waitHealth(waitingFor)];
  }
  if (!isScanned || view.isMoving || counts.settled + counts.sending > 0) return null;
  if (!isStill(rule.settleSeconds, settling, unchangedMs)) return null;
  const outcome = outcomesOfHealth[watchHealth(view)];
  return outcome === 'done' && counts.settling + temporary > 0 ? 'stopped' : outcome;
}

function isStill(settleSeconds: number, settling: number, unchangedMs: number): boolean {
  return settling === 0 || unchangedMs >= Math.max(leastSettleMs, settleTimes * settleSeconds * 1000);
}
