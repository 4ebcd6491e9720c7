/**
 * How often to retry when a failure doesn't reveal its cause. Each attempt costs a whole part, or may leave something
 * empty behind, so retries don't continue for days:
 *
 * - `inARow` times while nothing else succeeds: it is not this item's fault. The upload stops, and can be resumed.
 * - `inAll` times while others succeed: it is this item's fault. The item fails, and can be retried.
 */
export interface RetryBudget {
  readonly inARow: number;
  readonly inAll: number;
}

export interface SpentBudget {
  readonly row: number;
  readonly all: number;
  /** What had succeeded elsewhere at the last failure. */
  readonly succeeded: number;
}

export function newSpentBudget(succeeded: number): SpentBudget {
  return { row: 0, all: 0, succeeded };
}

/** After one more failure. `succeeded` counts what succeeded anywhere in the upload. */
export function spendAttempt(
  spent: SpentBudget,
  succeeded: number,
  budget: RetryBudget,
): { readonly spent: SpentBudget; readonly verdict: 'retry' | 'item' | 'upload' } {
  const row = succeeded === spent.succeeded ? spent.row + 1 : 1;
  const all = spent.all + 1;
  const verdict = row >= budget.inARow ? 'upload' : all >= budget.inAll ? 'item' : 'retry';
  return { spent: { row, all, succeeded }, verdict };
}
