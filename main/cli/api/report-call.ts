import type { OperationName } from '../../../preload/contract/platform/operations.ts';
import { type CliContext, reportFailure } from '../cli-context.ts';
import type { Outcome } from '../exit-code.ts';
import { outcomeOfStop } from '../outcome.ts';
import { type CliFailed, usageError } from '../usage-error.ts';

/** Of a call that failed. After Ctrl-C, the exit code says whether a change may have been made. */
export function reportCall(
  context: CliContext,
  failure: CliFailed['failure'],
  { operation, mayBeDone, signal }: { operation: OperationName; mayBeDone: boolean; signal: AbortSignal },
): Outcome {
  if (failure.code === 'stopped') {
    context.output.fail(usageError('call-stopped', { operation, mayBeDone }).failure);
    return outcomeOfStop({ hasBegun: mayBeDone });
  }
  const outcome = reportFailure(context, failure);
  const isUnknown = failure.code === 'outcome-unknown' || failure.code === 'directory-sync-unknown';
  return signal.aborted && isUnknown ? outcomeOfStop({ hasBegun: true }) : outcome;
}
