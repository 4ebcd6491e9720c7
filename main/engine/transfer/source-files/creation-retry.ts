import type { Failure, FailureCode } from '../../../../preload/contract/failures/failure.ts';
import type { WaitReason } from '../../../../preload/contract/views/wait-reason.ts';
import { costlyBackoffMs } from '../../platform/retry-policy.ts';
import { type FailureScope, scopeOf } from './outcome.ts';
import { type RetryBudget, type SpentBudget, spendAttempt } from './retry-budget.ts';

/** When a dataset or source file whose creation wasn't confirmed is requested again. */

export interface CreationPolicy {
  readonly budget: RetryBudget;
  /** After these it may have been created, or something in the way answered. */
  readonly repeatAfter: readonly FailureCode[];
}

/** Each attempt may leave an empty dataset behind, which people see. */
export const datasetCreation: CreationPolicy = {
  budget: { inARow: 8, inAll: 8 },
  repeatAfter: ['outcome-unknown'],
};
/** About three quarters of an hour in which the platform answers but creates no source file. */
export const sourceFileCreation: CreationPolicy = {
  budget: { inARow: 20, inAll: 40 },
  repeatAfter: ['outcome-unknown', 'unexpected-answer'],
};

export type CreationStep =
  | {
      readonly kind: 'retry';
      readonly waitMs: number;
      readonly reason: WaitReason;
      readonly spent: SpentBudget;
    }
  | { readonly kind: 'give-up'; readonly scope: FailureScope; readonly attempts: number };

/** After a creation failed. `succeeded` counts the creations that succeeded anywhere in the upload. */
export function nextCreationStep(
  { budget, repeatAfter }: CreationPolicy,
  refusal: Failure,
  before: SpentBudget,
  succeeded: number,
  random: () => number,
): CreationStep {
  if (!repeatAfter.includes(refusal.code))
    return { kind: 'give-up', scope: creationScopeOf(refusal), attempts: before.all + 1 };
  const { spent, verdict } = spendAttempt(before, succeeded, budget);
  if (isUnusable(refusal) && spent.all >= unusableLimit)
    return { kind: 'give-up', scope: 'upload', attempts: spent.all };
  if (verdict !== 'retry') return { kind: 'give-up', scope: verdict, attempts: spent.all };
  return {
    kind: 'retry',
    waitMs: costlyBackoffMs(spent.all - 1, random),
    reason: reasonOf(refusal) ?? { kind: 'no-answer' },
    spent,
  };
}

/** Answers that were read but lack what the profile says. */
const unusableLimit = 2;

/** The platform itself answered, so it probably created something, and waiting won't change how it answers. */
function isUnusable(refusal: Failure): boolean {
  const reason = reasonOf(refusal);
  return (
    reason?.kind === 'unreadable' && (reason.problem === 'unexpected-fields' || reason.problem === 'empty')
  );
}

function reasonOf(refusal: Failure): WaitReason | undefined {
  const isRequestFault = refusal.code === 'outcome-unknown' || refusal.code === 'unexpected-answer';
  return isRequestFault ? refusal.reason : undefined;
}

/** A dataset that refuses one source file for missing rights, its absence or a cap refuses all of them. */
export function creationScopeOf(refusal: Failure): FailureScope {
  switch (refusal.code) {
    case 'forbidden':
    case 'not-found':
    case 'dataset-not-found':
    case 'cap-reached':
    case 'source-file-not-new':
      return 'upload';
    default:
      return scopeOf(refusal);
  }
}
