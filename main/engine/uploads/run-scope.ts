import { AsyncLocalStorage } from 'node:async_hooks';
import type { UploadId } from '../types/ids.ts';
import type { EngineContext } from './engine-context.ts';

const scope = new AsyncLocalStorage<UploadId>();

/** Everything that `work` starts belongs to the upload's run, also what nobody waits for. */
export function inRunOf<T>(id: UploadId, work: () => Promise<T>): Promise<T> {
  return scope.run(id, work);
}

/** Why a run was stopped: something that it started and did not wait for rejected. */
export class UnhandledRejection extends Error {}

/**
 * Call it for a rejection that nobody handled, where it is reported. It may have left something of its run waiting for
 * ever, so it stops that run, which can be resumed. Other runs are not affected.
 */
export function failRunOfRejection({ runs }: EngineContext): void {
  const id = scope.getStore();
  if (id !== undefined) void runs.stop(id, new UnhandledRejection());
}
