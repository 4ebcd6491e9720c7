/**
 * The exit codes that `lading --help` lists: 0 everything accepted · 1 usage error or bad input · 2 finished with
 * failures · 3 stopped, can be resumed · 4 API key refused · 5 platform not reached, or stopped before an upload was
 * created or continued: run the same command again · 6 verify: nothing is wrong, but not all is proved.
 */
import type { FailureCode } from '../../preload/contract/failures/failure.ts';
import { failureKind } from '../../preload/contract/failures/failure-table.ts';
import { hasDifferences, isProved, isWriterProved } from '../../preload/contract/texts/verify-text.ts';
import type { Totals, VerifyReport } from '../engine/index.ts';

export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Once an upload has started, it is kept and can be resumed. */
export function exitCodeForFailure(failure: { readonly code: FailureCode }, uploadStarted = false): ExitCode {
  switch (failureKind(failure)) {
    case 'key-refused':
      return 4;
    case 'stopped':
      return uploadStarted ? 3 : 5;
    // A later run would be refused in the same way, until a person changes something.
    case 'forbidden':
    case 'not-found':
    case 'unconfirmed':
    case 'altered':
      return 1;
    case 'unreachable':
      return uploadStarted ? 3 : 5;
    default:
      return uploadStarted ? 3 : 1;
  }
}

/** For a finished upload. Skipped files are not failures. */
export function exitCodeForTotals(totals: Totals): ExitCode {
  return totals.failed.items + totals.held.items > 0 ? 2 : 0;
}

/** For a verified receipt. */
export function exitCodeForReport({
  proof,
  headMatches,
  against,
}: Pick<VerifyReport, 'proof' | 'headMatches' | 'against'>): ExitCode {
  if (!isProved(proof) || hasDifferences(against)) return 2;
  return isWriterProved({ proof, headMatches }) && (against?.sameSizeOnly ?? 0) === 0 ? 0 : 6;
}

/** For several uploads: the code that most needs a person's attention. */
export function worseExitCode(a: ExitCode, b: ExitCode): ExitCode {
  const order: readonly ExitCode[] = [0, 6, 2, 3, 5, 1, 4];
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
