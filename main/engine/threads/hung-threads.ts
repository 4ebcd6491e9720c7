/** Threads in a system call, and since when. */
const calling = new Map<object, number>();

export function enterCall(thread: object): void {
  calling.set(thread, performance.now());
}

export function leaveCall(thread: object): void {
  calling.delete(thread);
}

/**
 * Whether a thread of this process may be in a system call that never returns. Node would wait for it at the end of the
 * process.
 */
export function hasHungThreads(): boolean {
  const now = performance.now();
  return [...calling.values()].some((sinceMs) => now - sinceMs > 500);
}
