/** What came of a command, an upload, a receipt, or a service. */

import type { FailureCode } from '../../preload/contract/failures/failure.ts';
import { failureKind } from '../../preload/contract/failures/failure-table.ts';
import { isAsPredicted } from '../../preload/contract/texts/directory-text.ts';
import {
  comparisonResult,
  hasDifferences,
  isProved,
  isWriterProved,
} from '../../preload/contract/texts/verify-text.ts';
import type { DirectorySync } from '../../preload/contract/views/directory.ts';
import { countProblems } from '../../preload/contract/views/upload-problems.ts';
import type { WatchHealth } from '../../preload/contract/watch/watch-text.ts';
import type { Totals, VerifyReport } from '../engine/index.ts';
import type { Outcome } from './exit-code.ts';

/**
 * For several uploads, or rules of which nothing more happens: what leaves most undone. A stop beats problems, unlike in the
 * health of a service: a person has to start the command again for the rest, and that run finds the failed files, too.
 */
export function worseOutcome(a: Outcome, b: Outcome): Outcome {
  return byUndone.indexOf(a) >= byUndone.indexOf(b) ? a : b;
}
const byUndone: readonly Outcome[] = [
  'done',
  'unproved',
  'problems',
  'stopped',
  'not-begun',
  'refused',
  'key-refused',
];

/** Once an upload has started, it is kept and can be resumed. */
export function outcomeOfFailure(failure: { readonly code: FailureCode }, uploadStarted = false): Outcome {
  switch (failureKind(failure)) {
    case 'key-refused':
      return 'key-refused';
    case 'stopped':
    case 'unreachable':
      return uploadStarted ? 'stopped' : 'not-begun';
    // A later run would be refused in the same way, until a person changes something.
    case 'forbidden':
    case 'not-found':
    case 'unconfirmed':
    case 'altered':
      return 'refused';
    default:
      return uploadStarted ? 'stopped' : 'refused';
  }
}

/** For a command that a signal stopped: what it had begun can be resumed, and what it hadn't is run again. */
export function outcomeOfStop({ hasBegun }: { readonly hasBegun: boolean }): Outcome {
  return outcomeOfFailure({ code: 'stopped' }, hasBegun);
}

/** A person was asked, and didn't confirm: nothing that the command is for was done. */
export function outcomeOfAnswer(answer: 'no' | 'stopped'): Outcome {
  return answer === 'no' ? 'refused' : outcomeOfStop({ hasBegun: false });
}

/** For a finished upload. Skipped files are not failures. */
export function outcomeOfTotals(totals: Pick<Totals, 'failed' | 'held'>): Outcome {
  return outcomeOfProblems(countProblems(totals));
}

/** For a sync of a legal hold directory. */
export function outcomeOfSync({ ignored }: DirectorySync): Outcome {
  return outcomeOfProblems(isAsPredicted(ignored) ? 0 : 1);
}

/** What was asked for was done, with so many problems. */
export function outcomeOfProblems(problems: number): Outcome {
  return problems > 0 ? 'problems' : 'done';
}

/** For a verified receipt. */
export function outcomeOfReport({
  proof,
  headMatches,
  against,
}: Pick<VerifyReport, 'proof' | 'headMatches' | 'against'>): Outcome {
  if (!isProved(proof) || hasDifferences(against)) return 'problems';
  const isMatch = against === null || comparisonResult(against) === 'match';
  return isWriterProved({ proof, headMatches }) && isMatch ? 'done' : 'unproved';
}

/** For a receipt that can't be read as one: refused as such only where its own bytes show that it was edited or cut. */
export function outcomeOfUnverified({ code }: { readonly code: FailureCode }): Outcome {
  return code === 'receipt-edited' || code === 'receipt-cut-off' ? 'problems' : 'refused';
}

/** For `lading watch --status`, and `--once` where nothing more happens. */
export const outcomesOfHealth: Readonly<Record<WatchHealth | 'not-responding' | 'not-running', Outcome>> = {
  healthy: 'done',
  waiting: 'stopped',
  paused: 'stopped',
  failures: 'problems',
  'not-taken': 'problems',
  'key-refused': 'key-refused',
  broken: 'refused',
  'not-responding': 'refused',
  'not-running': 'refused',
};
