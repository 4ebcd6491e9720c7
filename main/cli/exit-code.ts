/** design, Commands: 0 all sent · 1 usage or bad input · 2 some items failed · 3 stopped, can be resumed · 4 key refused. */
import type { Failure } from '../../preload/contract/failure.ts';
import type { Totals } from '../engine/index.ts';

export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** `begun`: an upload exists and keeps what was sent; whatever stopped it, it can be resumed. */
export function exitCodeOf(failure: Failure, begun = false): ExitCode {
  switch (failure.code) {
    case 'key-refused':
      return 4;
    case 'stopped':
      return 3;
    case 'bad-input':
    case 'profile-invalid':
    case 'url-insecure':
    case 'key-missing':
    case 'key-malformed':
    case 'path-missing':
    case 'path-unreadable':
    case 'path-not-a-file':
    case 'nothing-to-send':
    case 'file-too-large':
    case 'file-changed':
    case 'hash-mismatch':
    case 'store-locked':
    case 'store-newer':
    case 'store-read-only':
    case 'store-damaged':
    case 'disk-full':
    case 'forbidden':
    case 'not-found':
    case 'cap-reached':
    case 'refused':
    case 'unexpected-answer':
    case 'unreachable':
    case 'outcome-unknown':
    case 'not-known':
      return begun ? 3 : 1;
    default: {
      const never: never = failure.code;
      return never;
    }
  }
}

/** Of an upload that ran to its end. Items left out on purpose are no failure. */
export function exitCodeOfTotals(totals: Totals): ExitCode {
  return totals.failed.items + totals.held.items > 0 ? 2 : 0;
}

/** Of several uploads: what asks most for a person's hand. */
export function worse(a: ExitCode, b: ExitCode): ExitCode {
  const order: readonly ExitCode[] = [0, 2, 3, 1, 4];
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}
