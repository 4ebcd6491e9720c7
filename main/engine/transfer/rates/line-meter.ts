import { unprovenBytes } from '../hashing/part-body.ts';

/** One attempt to send a part. */
export interface PutInFlight {
  readonly sizeBytes: number;
  /** How long its URL took. */
  readonly urlMs: number;
  readonly startedMs: number;
  /** What the socket took. */
  sentBytes: number;
}

/** Parts that began and were acknowledged since the last `restart`. */
export interface AcknowledgedParts {
  readonly count: number;
  readonly totalMs: number;
  readonly totalWeight: number;
  readonly totalUrlMs: number;
}

/** Smaller parts take their time for requests, whatever the line gives, so they measure nothing. */
const largePartBytes = 1_000_000;

export function isLargePart(sizeBytes: number): boolean {
  return sizeBytes >= largePartBytes;
}

/** How one attempt to send a part ended. `broken`: the connection broke or stalled. `stopped`: by a pause, say. */
export type PutEnd = 'acknowledged' | 'broken' | 'stopped' | 'other';

/** What a connection carries before it breaks, until the line shows another figure. */
const assumedBytesPerBreak = 64_000_000;
const leastBytesPerBreak = 512 * 1024;

/** A part costs requests too. */
const requestWeight = 64 * 1024;
const none: AcknowledgedParts = { count: 0, totalMs: 0, totalWeight: 0, totalUrlMs: 0 };

/** Measures the line by the large parts in flight. Weight is bytes, and a constant for each part. */
export class LineMeter {
  readonly now: () => number;
  readonly #inFlight = new Set<PutInFlight>();
  #acknowledged = none;
  #sinceMs = 0;
  #arrivedWeight = 0;
  #faults = 0;
  #largestBytes = 0;
  #acknowledgedBytes = 0;
  /** By one connection, since the last break. */
  #carriedBytes = 0;
  #carriedPerBreak: number | null = null;
  #brokeAtMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  begin(sizeBytes: number, urlMs = 0): PutInFlight {
    const put = { sizeBytes, urlMs, startedMs: this.now(), sentBytes: 0 };
    this.#inFlight.add(put);
    return put;
  }

  end(put: PutInFlight, end: PutEnd): void {
    const isAcknowledged = end === 'acknowledged';
    this.#carriedBytes += (isAcknowledged ? put.sizeBytes : provenBytes(put)) / this.#inFlight.size;
    this.#inFlight.delete(put);
    if (isAcknowledged) {
      this.#largestBytes = Math.max(this.#largestBytes, put.sizeBytes);
      this.#acknowledgedBytes += put.sizeBytes;
    } else if (end === 'broken') this.#countBreak(put);
    if (!isLargePart(put.sizeBytes)) return;
    this.#arrivedWeight += isAcknowledged ? weightOf(put) : provenBytes(put);
    if (!isAcknowledged || put.startedMs < this.#sinceMs) return;
    const { count, totalMs, totalWeight, totalUrlMs } = this.#acknowledged;
    this.#acknowledged = {
      count: count + 1,
      totalMs: totalMs + this.now() - put.startedMs,
      totalWeight: totalWeight + weightOf(put),
      totalUrlMs: totalUrlMs + put.urlMs,
    };
  }

  /** One disturbance may break all connections, and a connection that was never open did not break. */
  #countBreak({ sentBytes, startedMs }: PutInFlight): void {
    if (sentBytes === 0 || startedMs < this.#brokeAtMs) return;
    const carried = Math.max(leastBytesPerBreak, this.#carriedBytes);
    // The geometric mean: a few breaks show any order of magnitude, and one alone is not taken for the rule.
    this.#carriedPerBreak = Math.sqrt((this.#carriedPerBreak ?? assumedBytesPerBreak) * carried);
    this.#carriedBytes = 0;
    this.#brokeAtMs = this.now();
  }

  /** What one connection carries before it breaks: more and more while none breaks, and infinite where none ever broke. */
  get bytesPerBreak(): number {
    if (this.#carriedPerBreak === null) return Number.POSITIVE_INFINITY;
    return Math.max(this.#carriedPerBreak, this.#carriedBytes);
  }

  /** Whether connections break after less than is assumed of any line. */
  get isBreaking(): boolean {
    return this.bytesPerBreak < assumedBytesPerBreak;
  }

  /** The bytes of parts in flight that certainly went over the line. */
  get provenInFlightBytes(): number {
    return this.inFlight.reduce((sum, put) => sum + provenBytes(put), 0);
  }

  /** The same, with the acknowledged parts: less where a part that was under way is lost. */
  get goodBytes(): number {
    return this.#acknowledgedBytes + this.provenInFlightBytes;
  }

  /** The size of the largest part that was acknowledged. */
  get largestBytes(): number {
    return this.#largestBytes;
  }

  /** A stall, a reset or a refusal. */
  countFault(): void {
    this.#faults += 1;
  }

  get inFlight(): readonly PutInFlight[] {
    return [...this.#inFlight];
  }

  get inFlightLarge(): readonly PutInFlight[] {
    return this.inFlight.filter(({ sizeBytes }) => isLargePart(sizeBytes));
  }

  /**
   * What certainly went over the line since the start. Buffers on this computer take the first bytes of a part at any
   * speed, so those count once the part is acknowledged.
   */
  get arrivedWeight(): number {
    return this.inFlightLarge.reduce((sum, put) => sum + provenBytes(put), this.#arrivedWeight);
  }

  /** The average weight of the parts in flight; 0 without any. */
  get partWeight(): number {
    return averageOf(this.inFlightLarge.map(weightOf));
  }

  /** How long the parts in flight waited for their URLs, on average; 0 without any. */
  get urlMs(): number {
    return averageOf(this.inFlightLarge.map(({ urlMs }) => urlMs));
  }

  /** The age of the oldest part in flight; 0 without any. */
  get oldestMs(): number {
    return Math.max(0, ...this.inFlightLarge.map(({ startedMs }) => this.now() - startedMs));
  }

  get acknowledged(): AcknowledgedParts {
    return this.#acknowledged;
  }

  /** Parts that began earlier don't count from here on. */
  restart(): void {
    this.#sinceMs = this.now();
    this.drain();
  }

  /** Returns the faults since the call before, and starts a new count of acknowledged parts. */
  drain(): number {
    this.#acknowledged = none;
    const faults = this.#faults;
    this.#faults = 0;
    return faults;
  }

  get hasSeveralFaults(): boolean {
    return this.#faults > 1;
  }
}

/** What an attempt took of the line in vain. A pause doesn't make the line slower, although its parts are sent again. */
export function lostBytes(put: PutInFlight, end: PutEnd): number {
  if (end === 'acknowledged') return 0;
  return end === 'stopped' ? put.sentBytes - provenBytes(put) : put.sentBytes;
}

function averageOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function weightOf({ sizeBytes }: PutInFlight): number {
  return sizeBytes + requestWeight;
}

function provenBytes({ sentBytes }: PutInFlight): number {
  return Math.max(0, sentBytes - unprovenBytes);
}
