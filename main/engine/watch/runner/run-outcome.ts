/** What a watched folder does after its upload ended or could not run. Pure. */
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { failureKind, needsKey } from '../../../../preload/contract/failures/failure-table.ts';
import { isPassing } from '../../../../preload/contract/failures/passing-failure.ts';

export type RunOutcome =
  /** Nothing is left to send: the ledger gets the outcome. */
  | { readonly kind: 'done' }
  /** Stopped by this rule or by the engine: it runs again when it may. */
  | { readonly kind: 'stopped' }
  /** A person paused it, or has to decide about it: only a person resumes it. */
  | { readonly kind: 'upload' }
  /** Until there is another session. */
  | { readonly kind: 'key' }
  /** Tried again after a while. */
  | {
      readonly kind: 'retry';
      readonly waitingFor: 'platform' | 'connection' | 'custodian-map' | 'password-file';
    }
  /** The same, once the store takes what has to be written. */
  | { readonly kind: 'store'; readonly failure: Failure }
  /** Until a person changes or activates the rule again. */
  | { readonly kind: 'broken' };

/** `isOurStop`: the rule or the engine stopped it. */
export function runOutcome(failure: Failure | null, isOurStop: boolean): RunOutcome {
  if (failure === null) return { kind: 'done' };
  if (failure.code === 'server-not-connected' || failure.code === 'connection-not-ready')
    return { kind: 'retry', waitingFor: 'connection' };
  if (failure.code === 'password-file-unreadable') return { kind: 'retry', waitingFor: 'password-file' };
  const kind = failureKind(failure);
  if (kind === 'disk-full' || failure.code === 'store-read-only') return { kind: 'store', failure };
  if (isPassing(failure)) return { kind: 'retry', waitingFor: 'platform' };
  if (needsKey(failure)) return { kind: 'key' };
  switch (kind) {
    case 'stopped':
      return { kind: isOurStop || failure.code !== 'stopped' ? 'stopped' : 'upload' };
    // A source that is away is waited for in the upload itself.
    case 'source':
      return { kind: 'retry', waitingFor: 'custodian-map' };
    case 'outcome-unknown':
      return { kind: 'upload' };
    default:
      return { kind: 'broken' };
  }
}

const firstRetryMs = 5_000;
const lastRetryMs = 5 * 60_000;

/** The wait before the next attempt, after so many of them. */
export function retryDelayMs(attempts: number): number {
  return Math.min(lastRetryMs, firstRetryMs * 2 ** Math.max(0, attempts - 1));
}
