import { type OperationName, operations } from '../../preload/contract/platform/operations.ts';
import type { ConnectionView } from '../../preload/contract/views/views.ts';
import { useConnection } from './selectors.ts';

/** Whether the platform has an operation, by the form of its connection. Until the form is known, it may have any. */
export function isOffered(
  connection: Pick<ConnectionView, 'form'> | null,
  operation: OperationName,
): boolean {
  return operations[operation].form === 'base' || connection?.form?.form !== 'base';
}

export function useIsOffered(connectionId: string | null, operation: OperationName): boolean {
  return isOffered(useConnection(connectionId), operation);
}
