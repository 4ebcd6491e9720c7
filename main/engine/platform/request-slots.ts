import Sqlite, { type Database } from 'better-sqlite3';
import { prepareStatements, requestSlotsSchema } from './request-slots-sql.ts';

/**
 * The request slots of every account, shared by all processes of one user of this computer, in a SQLite file: its
 * transactions exclude each other across processes, and survive a kill. Times are of the system's monotonic clock, which
 * all processes share, so the wall clock may jump. It starts over when the computer does; times from before are in the
 * future then, and count as now.
 */
export interface RequestSlots {
  /** This process may use this much of each account's rate at most. */
  readonly share: number;
  /**
   * Takes a slot of each account, or none. `retryAtMs` is when they may be free; another process may take them then.
   */
  take(wanted: readonly WantedSlot[]): TakenSlots | { readonly retryAtMs: number };
  /** Accounts of known keys, by the beginning of their name. */
  accountsLike(prefix: string): readonly string[];
  /** Counts a request that was answered before its account was known. */
  occupy(account: string, answeredAtMs: number): void;
  /** No request of the account starts until then. Never shortens an earlier pause. */
  pauseUntil(account: string, atMs: number): void;
  /** The account of a key, by the key's fingerprint. */
  accountOf(fingerprint: string): string | null;
  rememberAccount(fingerprint: string, account: string | null): void;
  close(): void;
}

export interface WantedSlot {
  readonly account: string;
  /** How many slots the account has. */
  readonly slots: number;
}

export interface TakenSlots {
  /** The request was answered, was never sent, or got no answer. Further calls do nothing. */
  release(isUnanswered?: boolean): void;
}

/** One second, and a margin for a server whose clock runs slower than ours. */
export const slotHoldMs = 1_005;

/**
 * A request without an answer may still be on its way when its connection breaks or its process is killed: it counts as
 * answered this much later.
 */
export const unansweredMs = 1_000;

/** Later than any time. */
const inFlight = 1e15;
/** The longest pause that is believed. */
const maxPauseMs = 15 * 60_000;
const seenEveryMs = 1_000;
/** A process that was not seen for this long is gone, although its number may be in use again. */
const goneAfterMs = 60_000;
const busyRetryMs = 20;
/** Slots that are free for this long are deleted, so that the file stays small. */
const forgetAfterMs = 60_000;

export interface RequestSlotsOptions {
  /** 1 by default. */
  readonly share?: number;
  readonly now?: () => number;
  readonly isAlive?: (pid: number) => boolean;
}

/** Milliseconds since the computer started: the same in every process. */
export function systemNow(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}

/** Throws where SQLite can't open or write the file. `:memory:` for slots that are not shared. */
export function openRequestSlots(path: string, options: RequestSlotsOptions = {}): RequestSlots {
  const db = new Sqlite(path, { timeout: 5_000 });
  try {
    db.pragma('journal_mode = WAL');
    // Survives a kill. After a power cut nothing in it matters.
    db.pragma('synchronous = OFF');
    db.exec(requestSlotsSchema);
    const slots = new SqliteSlots(db, options);
    // A process that was stopped within a transaction must not stop this one for long.
    db.pragma('busy_timeout = 10');
    return slots;
  } catch (error) {
    db.close();
    throw error;
  }
}

class SqliteSlots implements RequestSlots {
  readonly share: number;
  readonly #db: Database;
  readonly #now: () => number;
  readonly #isAlive: (pid: number) => boolean;
  readonly #sql: ReturnType<typeof prepareStatements>;
  #process = 0;
  #held = 0;
  #seenAtMs: number;
  #seenTimer: NodeJS.Timeout | null = null;
  #reclaimedAtMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #pending: (() => void)[] = [];

  constructor(db: Database, { share = 1, now = systemNow, isAlive = isProcessAlive }: RequestSlotsOptions) {
    this.share = share;
    this.#db = db;
    this.#now = now;
    this.#isAlive = isAlive;
    this.#sql = prepareStatements(db);
    this.#seenAtMs = now();
    this.#process = this.#transaction(() => {
      this.#sql.forget.run(this.#seenAtMs - forgetAfterMs);
      this.#reclaim(this.#seenAtMs);
      // They may be from before a restart of the computer, so they outlive only a process among several.
      if (this.#sql.others.all(0).length === 0) this.#sql.forgetPauses.run();
      return Number(this.#sql.addProcess.run(process.pid, this.#seenAtMs).lastInsertRowid);
    });
  }

  take(wanted: readonly WantedSlot[]): TakenSlots | { readonly retryAtMs: number } {
    try {
      const found = this.#transaction(() => this.#takeEach(wanted));
      return 'retryAtMs' in found ? found : this.#taken(found);
    } catch (error) {
      if (isBusy(error)) return { retryAtMs: this.#now() + busyRetryMs };
      throw error;
    }
  }

  #takeEach(wanted: readonly WantedSlot[]): readonly number[] | { readonly retryAtMs: number } {
    this.#runPending();
    const now = this.#now();
    this.#markSeen(now);
    for (const { account, slots } of wanted) {
      const pausedUntilMs = this.#sql.pause.get(account) ?? 0;
      if (pausedUntilMs > now && pausedUntilMs <= now + maxPauseMs) return { retryAtMs: pausedUntilMs };
      const held = this.#sql.countHeld.get(account, now - slotHoldMs) ?? 0;
      if (held >= slots) return { retryAtMs: this.#nextFreeMs(account, held - slots, now) };
    }
    return wanted.map(({ account }) => this.#hold(account, now));
  }

  /** When a slot is free at the earliest: nothing that is in flight now can be free before. */
  #nextFreeMs(account: string, excess: number, now: number): number {
    this.#reclaim(now);
    const oldestMs = this.#sql.nthHeld.get(account, now - slotHoldMs, excess) ?? now;
    return (oldestMs < inFlight ? Math.max(now, oldestMs + slotHoldMs) : now + slotHoldMs) + 0.01;
  }

  #hold(account: string, now: number): number {
    const free = this.#sql.free.get(account, now - slotHoldMs);
    if (free === undefined)
      return Number(this.#sql.add.run(account, inFlight, this.#process).lastInsertRowid);
    this.#sql.set.run(inFlight, this.#process, free);
    return free;
  }

  /** What a process that is gone had in flight has no answer. Times from before a restart of the computer count as now. */
  #reclaim(now: number): void {
    if (now - this.#reclaimedAtMs < 100) return;
    this.#reclaimedAtMs = now;
    this.#sql.clampFuture.run(now, now + unansweredMs, inFlight);
    for (const { id, pid, seenAt } of this.#sql.others.all(this.#process)) {
      if (this.#isAlive(pid) && seenAt <= now && now - seenAt < goneAfterMs) continue;
      this.#sql.answerAll.run(now + unansweredMs, id);
      this.#sql.removeProcess.run(id);
    }
    this.#sql.answerOrphans.run(now + unansweredMs, inFlight);
  }

  #taken(taken: readonly number[]): TakenSlots {
    this.#held += 1;
    this.#seenTimer ??= setInterval(() => this.#seen(), seenEveryMs).unref();
    let isReleased = false;
    return {
      release: (isUnanswered = false) => {
        if (isReleased) return;
        isReleased = true;
        this.#held -= 1;
        if (this.#held === 0 && this.#seenTimer !== null) {
          clearInterval(this.#seenTimer);
          this.#seenTimer = null;
        }
        // Closing has answered for them.
        if (this.#isClosed) return;
        const answeredAtMs = this.#now() + (isUnanswered ? unansweredMs : 0);
        this.#persist(() => {
          for (const id of taken) this.#sql.set.run(answeredAtMs, null, id);
        });
      },
    };
  }

  occupy(account: string, answeredAtMs: number): void {
    this.#persist(() => {
      this.#sql.add.run(account, answeredAtMs, null);
    });
  }

  pauseUntil(account: string, atMs: number): void {
    this.#persist(() => void this.#sql.setPause.run(account, Math.min(atMs, this.#now() + maxPauseMs)));
  }

  accountsLike(prefix: string): readonly string[] {
    return this.#sql.accountsLike.all(prefix, prefix);
  }

  accountOf(fingerprint: string): string | null {
    return this.#sql.account.get(fingerprint) ?? null;
  }

  rememberAccount(fingerprint: string, account: string | null): void {
    this.#persist(() => {
      if (account === null) this.#sql.forgetAccount.run(fingerprint);
      else this.#sql.setAccount.run(fingerprint, account);
    });
  }

  close(): void {
    if (this.#isClosed) return;
    const answeredAtMs = this.#now() + unansweredMs;
    this.#persist(() => {
      this.#sql.answerAll.run(answeredAtMs, this.#process);
      this.#sql.removeProcess.run(this.#process);
    });
    this.#isClosed = true;
    if (this.#seenTimer !== null) clearInterval(this.#seenTimer);
    this.#db.close();
  }

  #seen(): void {
    try {
      this.#transaction(() => this.#markSeen(this.#now()));
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }

  #markSeen(now: number): void {
    if (now - this.#seenAtMs < seenEveryMs) return;
    this.#seenAtMs = now;
    this.#sql.seen.run(this.#process, process.pid, now);
  }

  /** For what must not be lost: where another process holds the file, it is done with the next slot that is taken. */
  #persist(work: () => void): void {
    try {
      this.#transaction(work);
    } catch (error) {
      if (!isBusy(error)) throw error;
      this.#pending.push(work);
    }
  }

  #runPending(): void {
    for (const work of this.#pending) work();
    this.#pending = [];
  }

  #transaction<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It belongs to someone else, so the number is in use.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
