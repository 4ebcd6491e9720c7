/** What passes without a person: the one decision for the window, the service, and the rules of watched folders. */
import type { Failure } from './failure.ts';
import { failureKind } from './failure-table.ts';

/** How long a connection that failed in passing waits for its next try, in the window and in the service. */
export const connectionRetryMs = 15_000;

/** Whether the same may succeed later: the platform or the network comes back, a sign-in page goes away, or there is space. */
export function isPassing(failure: Failure): boolean {
  switch (failure.code) {
    // The server answered, and has no platform at this address.
    case 'not-the-platform':
      return failure.reason !== undefined;
    // The platform's operator is asked first.
    case 'source-file-not-new':
    case 'source-file-reused':
      return false;
    default:
      return ['unreachable', 'unexpected-answer', 'disk-full'].includes(failureKind(failure));
  }
}
