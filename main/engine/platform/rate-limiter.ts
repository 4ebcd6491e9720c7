/**
 * Pacing (platform-interface 8: 25 requests per second and account; design: "in ANY one-second window").
 *
 * When a request reaches the server is known only to lie between its start and its answer. So a request holds its slot
 * from its start until one second after its answer came, and a new one starts only while fewer than N slots are held.
 * Were N + 1 arrivals within one second, the one that started last would have started while the N others still held
 * their slots. Nothing is averaged, no burst is saved up.
 */

export type Priority = 'interactive' | 'bulk';

/** Gives the slot back, once the answer has come or the request has failed. Further calls do nothing. */
export type ReleaseSlot = () => void;

export interface RateLimiter {
  /** Waits for a slot: what a person waits for goes before bulk work, else first come first served. Null: aborted. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<ReleaseSlot | null>;
  /** No request of the account starts for this long (Retry-After); never shortens a pause already asked for. */
  pauseFor(durationMs: number): void;
  close(): void;
}

/** A process killed and started again stays within the window: one number for each slot, on the wall clock. */
export interface RateLimiterState {
  /** When each slot's answer came; `slotInFlight` where it had not come when the process ended. */
  load(): readonly number[];
  save(slot: number, answeredAtMs: number): void;
  close(): void;
}

export const slotInFlight = Number.POSITIVE_INFINITY;

export interface RateLimiterClock {
  /** Monotonic: a wall clock that is set back must not stop anything. */
  now(): number;
  wallNow(): number;
  /** Returns how to cancel. May ring early: whoever is rung looks at the time again. */
  ring(delayMs: number, ringing: () => void): () => void;
}

export const systemClock: RateLimiterClock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  ring: (delayMs, ringing) => {
    const timer = setTimeout(ringing, Math.ceil(delayMs));
    return () => clearTimeout(timer);
  },
};

export interface RateLimiterOptions {
  readonly requestsPerSecond: number;
  readonly memory?: RateLimiterState;
  readonly clock?: RateLimiterClock;
}

/** One second, and a little for a server whose clock runs slower than ours. */
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
  memory,
  clock = systemClock,
}: RateLimiterOptions): RateLimiter {
  // Sets and Maps keep the order of insertion: first in, first out, and a waiter that gives up is removed at once.
  const waiting: Record<Priority, Set<Waiter>> = { interactive: new Set(), bulk: new Set() };
  const answered: Set<AnsweredSlot> = new Set(
    slotsFromMemory(memory?.load() ?? [], requestsPerSecond, clock),
  );
  const free = Array.from(
    { length: requestsPerSecond - answered.size },
    (_, n) => answered.size + n,
  ).reverse();
  const save = (slot: number, answeredAtMs: number): void => memory?.save(slot, answeredAtMs);
  for (const { slot, answeredAtMs } of answered) save(slot, answeredAtMs + clock.wallNow() - clock.now());
  for (const slot of free) save(slot, 0);
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let cancelRing: (() => void) | null = null;

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

  /** Starts whatever may start now, and sets the alarm for the next moment at which something may. */
  const advance = (): void => {
    cancelRing?.();
    cancelRing = null;
    for (;;) {
      const [next] = waiting.interactive.size > 0 ? waiting.interactive : waiting.bulk;
      if (next === undefined) return;
      if (pausedUntilMs > clock.now()) {
        ringAt(pausedUntilMs);
        return;
      }
      const slot = takeSlot();
      if (slot === undefined) {
        const [oldest] = answered;
        // None answered: every slot is in flight, and the next release comes back here.
        if (oldest !== undefined) ringAt(oldest.answeredAtMs + slotHoldMs);
        return;
      }
      waiting.interactive.delete(next);
      waiting.bulk.delete(next);
      next.start(hold(slot));
    }
  };

  const ringAt = (atMs: number): void => {
    cancelRing = clock.ring(Math.max(0, atMs - clock.now()), advance);
  };

  return {
    acquire(priority, signal) {
      if (signal?.aborted === true) return Promise.resolve(null);
      return new Promise((resolve) => {
        const giveUp = (): void => {
          waiting[priority].delete(waiter);
          resolve(null); // told before whoever takes the place
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
      cancelRing?.();
      cancelRing = null;
      memory?.close();
    },
  };
}

/**
 * What a request in flight at the kill did, and when, nobody knows: it counts as answered now. So does a time that lies
 * in the future (the clock was set back) or is no time at all (the file is damaged): one second at the most is lost.
 */
function slotsFromMemory(
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
