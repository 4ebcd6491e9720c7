import { type RequestSlots, systemNow, type TakenSlots, type WantedSlot } from './request-slots.ts';

/**
 * The rate limit (platform-interface 8: 25 requests per second and account, here in ANY second).
 *
 * A request reaches the server at some time between its start and its answer. So it holds its slot from its start until
 * one second after its answer (a second more if it gets none), and a new request starts only while fewer than N slots are held. If N + 1 requests
 * reached the server within one second, the last of them would have started while the others still held their slots.
 * Nothing is averaged, and no burst is saved up. All processes share the slots (request-slots.ts).
 *
 * Whose account a key belongs to is known once it was used. Until then one request per second goes to the server, for
 * all such keys together: failed authentication has a stricter limit (platform-interface 5.4). It may count for any
 * account, so it takes a slot of each.
 */

export type Priority = 'interactive' | 'bulk';

/** Releases the slot once the answer has come or the request has failed. Further calls do nothing. */
export type ReleaseSlot = (isUnanswered?: boolean) => void;

export interface RateLimiter {
  /** Waits for a slot: interactive requests before bulk ones, else first come, first served. Returns null after the signal. */
  acquire(priority: Priority, signal?: AbortSignal): Promise<ReleaseSlot | null>;
  /** No request of the account starts for this long (Retry-After). Never shortens an earlier pause. */
  pauseFor(durationMs: number): void;
  /** The key was accepted: from here on its requests count for this user, and so do those that came before. */
  identify(userId: number): void;
  /** The key was refused. */
  refuse(): void;
  close(): void;
}

export interface RateLimiterClock {
  /** Monotonic, and the same in every process. */
  now(): number;
  /** Calls back after the delay, or earlier. Returns the function that cancels it. */
  setAlarm(delayMs: number, callback: () => void): () => void;
}

const systemClock: RateLimiterClock = {
  now: systemNow,
  setAlarm: (delayMs, callback) => {
    const timer = setTimeout(callback, Math.ceil(delayMs));
    return () => clearTimeout(timer);
  },
};

export interface RateLimiterOptions {
  /** The server's. */
  readonly origin: string;
  /** Tells keys apart without revealing them. */
  readonly fingerprint: string;
  readonly requestsPerSecond: number;
  readonly slots: RequestSlots;
  readonly clock?: RateLimiterClock;
}

interface Waiter {
  readonly start: (release: ReleaseSlot) => void;
}

export function createRateLimiter({
  origin,
  fingerprint,
  requestsPerSecond,
  slots,
  clock = systemClock,
}: RateLimiterOptions): RateLimiter {
  // Sets keep the order of insertion: first in, first out, and an aborted waiter is removed at once.
  const waiting: Record<Priority, Set<Waiter>> = { interactive: new Set(), bulk: new Set() };
  let account = slots.accountOf(fingerprint);
  /** When requests were answered that counted for no account. */
  let answeredBefore: number[] = [];
  let cancelAlarm: (() => void) | null = null;
  let isClosed = false;

  const users = `${origin} user `;
  const unknownKeys = `${origin} unknown keys`;
  const slotOf = (name: string): WantedSlot => ({
    account: name,
    slots: Math.max(1, Math.floor(requestsPerSecond * slots.share)),
  });
  const wanted = (): readonly WantedSlot[] =>
    account === null
      ? [{ account: unknownKeys, slots: 1 }, ...slots.accountsLike(users).map(slotOf)]
      : [slotOf(account)];

  const hold = (taken: TakenSlots, isUnknown: boolean): ReleaseSlot => {
    let isHeld = true;
    return (isUnanswered) => {
      if (!isHeld) return;
      isHeld = false;
      taken.release(isUnanswered);
      if (isUnknown) answeredBefore.push(clock.now());
      advance();
    };
  };

  /** Starts the requests that may start now, and sets the alarm for the next one. */
  const advance = (): void => {
    cancelAlarm?.();
    cancelAlarm = null;
    while (!isClosed) {
      const [next] = waiting.interactive.size > 0 ? waiting.interactive : waiting.bulk;
      if (next === undefined) return;
      const taken = slots.take(wanted());
      if ('retryAtMs' in taken) {
        cancelAlarm = clock.setAlarm(Math.max(0, taken.retryAtMs - clock.now()), advance);
        return;
      }
      waiting.interactive.delete(next);
      waiting.bulk.delete(next);
      next.start(hold(taken, account === null));
    }
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
      slots.pauseUntil(account ?? unknownKeys, clock.now() + durationMs);
      advance();
    },
    identify(userId) {
      const known = `${users}${userId}`;
      if (account !== known) slots.rememberAccount(fingerprint, known);
      account = known;
      for (const answeredAtMs of answeredBefore) slots.occupy(known, answeredAtMs);
      answeredBefore = [];
      advance();
    },
    refuse() {
      if (account !== null) slots.rememberAccount(fingerprint, null);
      account = null;
    },
    close() {
      isClosed = true;
      cancelAlarm?.();
      cancelAlarm = null;
    },
  };
}
