import { containerProblems } from './words.ts';

/** What one source file may expand to, with all archives in it. Beyond that it is a bomb, not evidence. */
export interface ExpansionLimits {
  readonly bytes: number;
  readonly bytesPerByte: number;
  readonly entries: number;
  readonly depth: number;
  readonly ms: number;
  readonly msPerMegabyte: number;
}

export const expansionLimits: ExpansionLimits = {
  /** Deflate reaches 1,000 times; text and mail stay below 20. */
  bytes: 1_000_000_000,
  bytesPerByte: 100,
  entries: 1_000_000,
  /** Archives nested deeper than this stay documents. */
  depth: 4,
  ms: 10 * 60_000,
  msPerMegabyte: 1000,
};

export class BudgetExceededError extends Error {}

/** Counts what was really read, not what headers claim, over a whole tree of archives. */
export class ExpansionBudget {
  readonly limits: ExpansionLimits;
  readonly #maxBytes: number;
  readonly #deadlineMs: number;
  #bytes = 0;
  #entries = 0;

  constructor(sourceFileBytes: number, limits = expansionLimits, nowMs = performance.now()) {
    this.limits = limits;
    this.#maxBytes = limits.bytes + limits.bytesPerByte * sourceFileBytes;
    this.#deadlineMs = nowMs + limits.ms + (limits.msPerMegabyte * sourceFileBytes) / 1e6;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws BudgetExceededError. */
  addEntry(nowMs = performance.now()): void {
    this.#entries += 1;
    if (this.#entries > this.limits.entries) {
      throw new BudgetExceededError(containerProblems.tooManyEntries(this.limits.entries));
    }
    if (nowMs > this.#deadlineMs) throw new BudgetExceededError(containerProblems.takesTooLong);
  }

  /** Throws BudgetExceededError. */
  addBytes(bytes: number, nowMs = performance.now()): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) throw new BudgetExceededError(containerProblems.expandsTooMuch);
    if (nowMs > this.#deadlineMs) throw new BudgetExceededError(containerProblems.takesTooLong);
  }
}
