import type { Worker } from 'node:worker_threads';

/** Threads in a system call, and since when. */
const calling = new Map<Worker, number>();

export function enterCall(worker: Worker): void {
  calling.set(worker, performance.now());
}

export function leaveCall(worker: Worker): void {
  calling.delete(worker);
}

/**
 * Whether a thread of this process may be in a system call that never returns. Node would wait for it at the end of the
 * process.
 */
export function hasHungThreads(): boolean {
  const now = performance.now();
  return [...calling.values()].some((sinceMs) => now - sinceMs > 500);
}

/**
 * Terminates threads without native modules; those with SQLite are closed. One that is in a system call ends when the call
 * returns, and isn't waited for.
 */
export function endThreads(workers: readonly Worker[], timeoutMs: number): Promise<void> {
  return awaitEnds(workers, (worker) => worker.terminate(), timeoutMs);
}

/** Sent to a thread that must close its store and its port, and so end. */
export const closeMessage = 'close';

/**
 * Asks a thread that uses SQLite to end, and waits until it has, or until the timeout. Terminated while it loads SQLite or
 * is in a query, it would end the whole process ("FATAL ERROR: Error::New").
 */
export function closeThread(worker: Worker, timeoutMs: number | null = null): Promise<void> {
  // Nobody waits for its result anymore.
  worker.on('error', () => undefined);
  worker.ref();
  return awaitEnds([worker], askToClose, timeoutMs);
}

async function askToClose(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  worker.postMessage(closeMessage);
  await promise;
}

async function awaitEnds(
  workers: readonly Worker[],
  end: (worker: Worker) => Promise<unknown>,
  timeoutMs: number | null,
): Promise<void> {
  const ends = workers.map(async (worker) => {
    enterCall(worker);
    await end(worker);
    leaveCall(worker);
  });
  const timeout = Promise.withResolvers<void>();
  const timer = timeoutMs === null ? undefined : setTimeout(timeout.resolve, timeoutMs);
  await Promise.race([Promise.all(ends), timeout.promise]);
  clearTimeout(timer);
  for (const worker of workers) worker.unref();
}
