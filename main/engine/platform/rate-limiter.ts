/**
 * The rate limit (platform-interface 8: 25 requests per second and account; design: in ANY second).
 *
 * A request reaches the server at some time between its start and its answer. So it holds its slot from its start until
 * one second after its answer, and a new request starts only while fewer than N slots are held. If N + 1 requests
 * reached the server within one second, the last of them would have started while the others still held their slots.
 * Nothing is averaged, and no burst is saved up.
 */

export type Priority = 'interactive' | 'bulk';

/** Releases the slot once the answer has come or the request has failed. Further calls do nothing. */
export type ReleaseSlot = () => void;

export interface RateLimiter {
  /** Waits for a slot: interactive requests before bulk ones, else first come, first served. Null after the signal. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<ReleaseSlot | null>;
  /** No request of the account starts for this long (Retry-After). Never shortens an earlier pause. */
  pauseFor(durationMs: number): void;
  close(): void;
}

/** Lets a process that was killed and restarted keep the limit: one time per slot, on the wall clock. */
export interface RateLimiterState {
  /** When each slot's answer came; `slotInFlight` where there was none when the process ended. */
  load(): readonly number[];
  save(slot: number, answeredAtMs: number): void;
  close(): void;
}

export const slotInFlight = Number.POSITIVE_INFINITY;

export interface RateLimiterClock {
  /** Monotonic: a wall clock that is set back must not stop requests. */
  now(): number;
  wallNow(): number;
  /** Calls back after the delay, or earlier. Returns the function that cancels it. */
  setAlarm(delayMs: number, callback: () => void): () => void;
}

const systemClock: RateLimiterClock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  setAlarm: (delayMs, callback) => {
    const timer = setTimeout(callback, Math.ceil(delayMs));
    return () => clearTimeout(timer);
  },
};

export interface RateLimiterOptions {
  readonly requestsPerSecond: number;
  readonly state?: RateLimiterState;
  readonly clock?: RateLimiterClock;
}

/** One second, and a margin for a server whose clock runs slower than ours. */
export const slotHoldMs = 1_005;

interface Waiter {
  readonly start: (release: ReleaseSlot) => void;
}

interface AnsweredSlot {
  readonly slot: number;
  readonly answeredAtMs: number;
}

export function createRateLimiter({
  requestsPerSecond,
  state,
  clock = systemClock,
}: RateLimiterOptions): RateLimiter {
  // Sets and Maps keep the order of insertion: first in, first out, and an aborted waiter is removed at once.
  const waiting: Record<Priority, Set<Waiter>> = { interactive: new Set(), bulk: new Set() };
  const answered: Set<AnsweredSlot> = new Set(slotsFromState(state?.load() ?? [], requestsPerSecond, clock));
  const free = Array.from(
    { length: requestsPerSecond - answered.size },
    (_, n) => answered.size + n,
  ).reverse();
  const save = (slot: number, answeredAtMs: number): void => state?.save(slot, answeredAtMs);
  for (const { slot, answeredAtMs } of answered) save(slot, answeredAtMs + clock.wallNow() - clock.now());
  for (const slot of free) save(slot, 0);
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let cancelAlarm: (() => void) | null = null;

  const takeSlot = (): number | undefined => {
    const [oldest] = answered;
    if (oldest !== undefined && oldest.answeredAtMs + slotHoldMs <= clock.now()) {
      answered.delete(oldest);
      return oldest.slot;
    }
    return free.pop();
  };

  const hold = (slot: number): ReleaseSlot => {
    save(slot, slotInFlight);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      answered.add({ slot, answeredAtMs: clock.now() });
      save(slot, clock.wallNow());
      advance();
    };
  };

  /** Starts the requests that may start now, and sets the alarm for the next one. */
  const advance = (): void => {
    cancelAlarm?.();
    cancelAlarm = null;
    for (;;) {
      const [next] = waiting.interactive.size > 0 ? waiting.interactive : waiting.bulk;
      if (next === undefined) return;
      if (pausedUntilMs > clock.now()) {
        alarmAt(pausedUntilMs);
        return;
      }
      const slot = takeSlot();
      if (slot === undefined) {
        const [oldest] = answered;
        // Every slot is in flight: the next release calls this again.
        if (oldest !== undefined) alarmAt(oldest.answeredAtMs + slotHoldMs);
        return;
      }
      waiting.interactive.delete(next);
      waiting.bulk.delete(next);
      next.start(hold(slot));
    }
  };

  const alarmAt = (atMs: number): void => {
    cancelAlarm = clock.setAlarm(Math.max(0, atMs - clock.now()), advance);
  };

  return {
    acquire(priority, signal) {
      if (signal?.aborted === true) return Promise.resolve(null);
      return new Promise((resolve) => {
        const giveUp = (): void => {
          waiting[priority].delete(waiter);
          resolve(null); // before the next waiter starts
          advance();
        };
        const waiter: Waiter = {
          start: (release) => {
            signal?.removeEventListener('abort', giveUp);
            resolve(release);
          },
        };
        waiting[priority].add(waiter);
        signal?.addEventListener('abort', giveUp, { once: true });
        advance();
      });
    },
    pauseFor(durationMs) {
      pausedUntilMs = Math.max(pausedUntilMs, clock.now() + durationMs);
      advance();
    },
    close() {
      cancelAlarm?.();
      cancelAlarm = null;
      state?.close();
    },
  };
}

/**
 * A request that was in flight at the kill counts as answered now. So does a time in the future (the clock was set
 * back) or no time at all (the file is damaged). At most one second is lost.
 */
function slotsFromState(
  times: readonly number[],
  slots: number,
  clock: RateLimiterClock,
): readonly AnsweredSlot[] {
  const wallNowMs = clock.wallNow();
  const offsetMs = clock.now() - wallNowMs;
  return times
    .map((time) => (time >= 0 && time <= wallNowMs ? time : wallNowMs))
    .filter((time) => time + slotHoldMs > wallNowMs)
    .sort((earlier, later) => earlier - later)
    .slice(-slots)
    .map((time, slot) => ({ slot, answeredAtMs: time + offsetMs }));
}
