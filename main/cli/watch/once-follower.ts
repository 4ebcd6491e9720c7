import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import type { Outcome } from '../exit-code.ts';
import { outcomesOfHealth, worseOutcome } from '../outcome.ts';
import { refusedHealth, type ServiceStatus } from './health.ts';
import { onceOutcome } from './once.ts';

/** Files that had failed or needed review before this command. */
export type EarlierProblems = Pick<WatchedFolderView['counts'], 'failed' | 'held'>;

interface Followed {
  /** When the last scan before this command ended. */
  readonly scannedBefore: string | null;
  readonly problemsBefore: EarlierProblems;
  fingerprint: string;
  changedAtMs: number;
}

/** Remembers for `--once` since when each rule is as it is. */
export class OnceFollower {
  readonly #followed = new Map<number, Followed>();

  /** Returns null while something may still be sent or moved. Call it first before a scan can end. `nowMs` is monotonic. */
  outcome(
    views: readonly WatchedFolderView[],
    refused: readonly ServiceStatus['refused'][number][],
    nowMs: number,
  ): Outcome | null {
    const rules = views.map((view) => {
      const followed = this.#follow(view, nowMs);
      return {
        view,
        isScanned: view.lastScan !== null && view.lastScan.at !== followed.scannedBefore,
        unchangedMs: nowMs - followed.changedAtMs,
      };
    });
    const outcome = onceOutcome(rules);
    if (outcome === null) return null;
    return refused.map((rule) => outcomesOfHealth[refusedHealth(rule)]).reduce(worseOutcome, outcome);
  }

  /** Files of a rule that had failed or needed review before this command. They make its exit code 2 until they are retried. */
  earlierProblems(ruleId: number): EarlierProblems {
    return this.#followed.get(ruleId)?.problemsBefore ?? { failed: 0, held: 0 };
  }

  #follow(view: WatchedFolderView, nowMs: number): Followed {
    const { state, waitingFor, counts } = view;
    const fingerprint = JSON.stringify([state, waitingFor?.kind, counts]);
    const before = this.#followed.get(view.id);
    const followed = before ?? {
      scannedBefore: view.lastScan?.at ?? null,
      problemsBefore: { failed: counts.failed, held: counts.held },
      fingerprint,
      changedAtMs: nowMs,
    };
    if (followed.fingerprint !== fingerprint) {
      followed.fingerprint = fingerprint;
      followed.changedAtMs = nowMs;
    }
    this.#followed.set(view.id, followed);
    return followed;
  }
}
