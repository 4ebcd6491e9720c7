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

/** Ends threads. One that is in a system call ends when the call returns, and isn't waited for. */
export async function endThreads(workers: Iterable<Worker>, timeoutMs: number): Promise<void> {
  const ended = [...workers].map(async (worker) => {
    enterCall(worker);
    await worker.terminate();
    leaveCall(worker);
  });
  const timeout = Promise.withResolvers<void>();
  const timer = setTimeout(timeout.resolve, timeoutMs);
  await Promise.race([Promise.all(ended), timeout.promise]);
  clearTimeout(timer);
  for (const worker of workers) worker.unref();
}
