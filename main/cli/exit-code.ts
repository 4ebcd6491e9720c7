/** design, Commands: 0 all sent · 1 usage or bad input · 2 some items failed · 3 stopped, can be resumed · 4 key refused. */
import { type Failure, failureKind } from '../../preload/contract/failure.ts';
import type { Totals } from '../engine/index.ts';

export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** `begun`: an upload exists and keeps what was sent; whatever stopped it, it can be resumed. */
export function exitCodeForFailure(failure: Failure, begun = false): ExitCode {
  switch (failureKind(failure)) {
    case 'key-refused':
      return 4;
    case 'stopped':
      return 3;
    default:
      return begun ? 3 : 1;
  }
}

/** Of an upload that ran to its end. Items left out on purpose are no failure. */
export function exitCodeForTotals(totals: Totals): ExitCode {
  return totals.failed.items + totals.held.items > 0 ? 2 : 0;
}

/** Of several uploads: what asks most for a person's hand. */
export function worseExitCode(a: ExitCode, b: ExitCode): ExitCode {
  const order: readonly ExitCode[] = [0, 2, 3, 1, 4];
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
