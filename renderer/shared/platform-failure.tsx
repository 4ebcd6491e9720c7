import type { Failure } from '../../preload/contract/failures/failure.ts';
import { failureKind } from '../../preload/contract/failures/failure-table.ts';
import { type OperationName, operations } from '../../preload/contract/platform/operations.ts';
import { words } from '../i18n/words.ts';
import { FailureNotice, Notice } from '../ui/notice.tsx';

type Limitation = 'role' | 'form';

/**
 * What a key or a platform can't do, as opposed to what went wrong: a role that is missing (403), or an operation of the
 * extended form of the interface that the platform doesn't have (404). Returns null for any other failure.
 */
export function limitationOf(
  operation: OperationName,
  failure: Pick<Failure, 'code'>,
  recordIsKnown = true,
): Limitation | null {
  const kind = failureKind(failure);
  if (kind === 'forbidden') return 'role';
  return kind === 'not-found' && recordIsKnown && operations[operation].form === 'extended' ? 'form' : null;
}

/** A failure of an operation: a limitation is explained calmly, and anything else shown as a failure. */
export function PlatformFailure({
  operation,
  failure,
  subject,
  recordIsKnown = true,
  onRetry,
}: {
  readonly operation: OperationName;
  /** With null, nothing is shown. */
  readonly failure: Failure | null;
  /** What can't be shown or done, e.g. "Members". */
  readonly subject: string;
  /** False where 404 may as well mean that the record is gone. */
  readonly recordIsKnown?: boolean;
  readonly onRetry?: (() => void) | undefined;
}) {
  if (failure === null) return null;
  const limitation = limitationOf(operation, failure, recordIsKnown);
  if (limitation === null) return <FailureNotice failure={failure} onRetry={onRetry} />;
  const message = 'platformMessage' in failure ? failure.platformMessage : null;
  return (
    <Notice
      tone="info"
      title={limitation === 'role' ? words.platform.needsRole(subject) : words.platform.notOffered(subject)}
      detail={typeof message === 'string' ? words.platform.answered(message) : null}
    >
      {limitation === 'role' ? words.platform.roles[operations[operation].access] : words.platform.baseForm}
    </Notice>
  );
}
