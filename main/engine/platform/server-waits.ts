import { setTimeout as delay } from 'node:timers/promises';

/** Requests that waited for the same server are sent within this time, not all at once. */
const spreadMs = 2_000;

/** Retries after no answer: they don't wait to the end once the server has answered another request. */
export function createServerWaits(random: () => number) {
  const waiting = new Set<AbortController>();
  return {
    /** A request succeeded. */
    succeeded(): void {
      for (const wait of waiting) wait.abort();
    },
    /** Returns false when the signal came first. `endsEarly`: the server gave no answer, and so didn't say when to come back. */
    async wait(waitMs: number, endsEarly: boolean, signal: AbortSignal | undefined): Promise<boolean> {
      if (!endsEarly) return slept(waitMs, signal);
      const dueMs = performance.now() + waitMs;
      const early = new AbortController();
      waiting.add(early);
      const stop = signal === undefined ? early.signal : AbortSignal.any([early.signal, signal]);
      const isDue = await slept(waitMs, stop).finally(() => waiting.delete(early));
      if (isDue || signal?.aborted === true) return isDue;
      const leftMs = Math.max(0, dueMs - performance.now());
      return slept(Math.min(leftMs, spreadMs * Math.max(0, random())), signal);
    },
  };
}

/** Returns false when the signal came first. */
async function slept(durationMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await delay(durationMs, undefined, signal === undefined ? {} : { signal });
    return true;
  } catch {
    return false;
  }
}
