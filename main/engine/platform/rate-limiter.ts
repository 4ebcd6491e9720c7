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

/** What is sent doesn't wait for requests in the background. */
export type Priority = 'interactive' | 'bulk' | 'background';

/** Releases the slot once the answer has come or the request has failed. Further calls do nothing. */
export type ReleaseSlot = (isUnanswered?: boolean) => void;

export interface RateLimiter {
  /**
   * Waits for a slot: interactive requests before bulk ones, else first come, first served. Those in the background come last
   * and leave half of the slots free; after a second they count as bulk. Returns null after the signal.
   */
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

/** The share of the slots that requests in the background may use. */
const backgroundShare = 0.5;
const backgroundPatienceMs = 1_000;

interface Waiter {
  readonly askedMs: number;
  readonly start: (release: ReleaseSlot) => void;
}

const dueMsOf = ({ askedMs }: Waiter): number => askedMs + backgroundPatienceMs;

/** How many of these requests per second this process may send. */
export function requestsAllowed(requestsPerSecond: number, slots: Pick<RequestSlots, 'share'>): number {
  return Math.max(1, Math.floor(requestsPerSecond * slots.share));
}

export function createRateLimiter({
  origin,
  fingerprint,
  requestsPerSecond,
  slots,
  clock = systemClock,
}: RateLimiterOptions): RateLimiter {
  // Sets keep the order of insertion: first in, first out, and an aborted waiter is removed at once.
  const waiting: Record<Priority, Set<Waiter>> = {
    interactive: new Set(),
    bulk: new Set(),
    background: new Set(),
  };
  let account = slots.accountOf(fingerprint);
  /** When requests were answered that counted for no account. */
  let answeredBefore: number[] = [];
  let cancelAlarm: (() => void) | null = null;
  let isClosed = false;

  const users = `${origin} user `;
  const unknownKeys = `${origin} unknown keys`;
  const slotOf = (name: string, share: number): WantedSlot => ({
    account: name,
    slots: requestsAllowed(requestsPerSecond * share, slots),
  });
  const wanted = (share: number): readonly WantedSlot[] =>
    account === null
      ? [{ account: unknownKeys, slots: 1 }, ...slots.accountsLike(users).map((name) => slotOf(name, share))]
      : [slotOf(account, share)];
  /** The waiter whose turn it is, with the share of the slots that it may use. */
  const nextWaiter = (): { readonly waiter: Waiter; readonly share: number } | null => {
    const [[interactive], [bulk], [background]] = [waiting.interactive, waiting.bulk, waiting.background];
    const isDue = background !== undefined && dueMsOf(background) <= clock.now();
    const isFirst = isDue && (bulk === undefined || background.askedMs <= bulk.askedMs);
    const first = interactive ?? (isFirst ? background : bulk);
    if (first !== undefined) return { waiter: first, share: 1 };
    return background === undefined ? null : { waiter: background, share: backgroundShare };
  };

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
      const next = nextWaiter();
      if (next === null) return;
      const { waiter, share } = next;
      const taken = slots.take(wanted(share));
      if ('retryAtMs' in taken) {
        const atMs = share === 1 ? taken.retryAtMs : Math.min(taken.retryAtMs, dueMsOf(waiter));
        cancelAlarm = clock.setAlarm(Math.max(0, atMs - clock.now()), advance);
        return;
      }
      for (const waiters of Object.values(waiting)) waiters.delete(waiter);
      waiter.start(hold(taken, account === null));
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
          askedMs: clock.now(),
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
