import type { Worker } from 'node:worker_threads';
import { failure, type Result } from '../../../preload/contract/failures/failure.ts';

/** The result that a thread sends, or stopped. Ends the thread. Rejects if it ends without a result. */
export async function threadResult<Message, Value>(
  worker: Worker,
  signal: AbortSignal | undefined,
  onMessage: (message: Message, resolve: (result: Result<Value>) => void) => void,
): Promise<Result<Value>> {
  const { promise, resolve, reject } = Promise.withResolvers<Result<Value>>();
  const stop = (): void => resolve(failure('stopped'));
  signal?.addEventListener('abort', stop, { once: true });
  worker.on('message', (message: Message) => onMessage(message, resolve));
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The thread ended without a result')));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    // Not awaited: a share that doesn't answer may hold the thread.
    void worker.terminate();
  }
}
