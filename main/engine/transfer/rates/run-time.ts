import { asOneRange, type TimeRange } from '../../../../preload/contract/views/time-forecast.ts';
import type { LineMeasurement } from '../../store/uploads/line-speed-repository.ts';
import { requestsOf } from '../../types/request-count.ts';
import type { Bandwidth } from './bandwidth-limiter.ts';
import { forecastPlan, lineRange, type Range, type TimeLimits, type Work } from './forecast.ts';
import type { LineMeter } from './line-meter.ts';
import { forecastRest, LineTally, type RunBlock } from './run-rates.ts';

/** What the time of a run depends on, beside the run. */
export interface RunTerms {
  readonly requestsPerSecond: number;
  readonly bandwidth: Pick<Bandwidth, 'bytesPerSecond' | 'plan'>;
  readonly hours: TimeLimits['hours'];
  /** The line in earlier uploads. */
  readonly measured: readonly LineMeasurement[];
  /** Whether files are hashed as a whole while they are sent. */
  readonly isHashed: boolean;
}

/** Since the start of the run. */
export interface RunCounts {
  /** Less what was lost and is sent again. */
  readonly takenBytes: number;
  readonly createdFiles: number;
  readonly isWaiting: boolean;
  /** Before a pause: fewer and fewer parts are under way. */
  readonly isFinishing: boolean;
}

const blockMs = 2_000;
/** A large part is under way in at least this share of a block's time. */
const fullShare = 0.8;
/** A computer that slept measured nothing. */
const longestBlockMs = 20_000;
/** Two hours. */
const blocksKept = 3_600;
const nothing: RunCounts = { takenBytes: 0, createdFiles: 0, isWaiting: false, isFinishing: false };

/** Measures a run in blocks of two seconds, for the forecast of its rest and for that of later uploads. */
export class RunTime {
  readonly #terms: RunTerms;
  readonly #line: LineMeter;
  /** The speed of the line in earlier uploads; null without any. */
  readonly #prior: Range | null;
  readonly #blocks: RunBlock[] = [];
  readonly #tally = new LineTally();
  #startMs: number;
  #before = nothing;
  #provenBefore = 0;
  #sourceMs = 0;
  #partMs = 0;
  #fullMs = 0;
  #lastMs: number;
  #hasWaited = false;
  #found: { readonly atMs: number; readonly range: TimeRange | null } | null = null;

  constructor(terms: RunTerms, line: LineMeter) {
    this.#terms = terms;
    this.#prior = lineRange(terms.measured);
    this.#line = line;
    this.#startMs = line.now();
    this.#lastMs = this.#startMs;
  }

  /** Counts the time that one part waited while its next block was read and hashed. */
  countSourceWait(ms: number): void {
    this.#sourceMs += ms;
  }

  /** Call it some ten times a second. */
  tick(counts: RunCounts): void {
    const nowMs = this.#line.now();
    this.#partMs += (nowMs - this.#lastMs) * this.#line.inFlight.length;
    if (this.#line.inFlightLarge.length > 0) this.#fullMs += nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    this.#hasWaited ||= counts.isWaiting;
    if (nowMs - this.#startMs >= blockMs) this.#endBlock(counts);
  }

  #endBlock(counts: RunCounts): void {
    const nowMs = this.#line.now();
    const provenBytes = this.#line.goodBytes;
    const createdFiles = counts.createdFiles - this.#before.createdFiles;
    const block: RunBlock = {
      seconds: (nowMs - this.#startMs) / 1000,
      provenBytes: provenBytes - this.#provenBefore,
      takenBytes: counts.takenBytes - this.#before.takenBytes,
      requests: requestsOf(createdFiles, createdFiles),
      isSending: this.#partMs > 0,
      isFull: this.#fullMs >= fullShare * (nowMs - this.#startMs),
      isWaiting: this.#hasWaited,
      sourceShare: this.#partMs === 0 ? 0 : this.#sourceMs / this.#partMs,
      limitBytesPerSecond: this.#terms.bandwidth.bytesPerSecond,
    };
    // Nor does a block in which the schedule sends nothing, or of a run that ends.
    const isTelling = block.limitBytesPerSecond > 0 && !counts.isFinishing;
    if (nowMs - this.#startMs < longestBlockMs && isTelling) {
      this.#blocks.push(block);
      if (this.#blocks.length > blocksKept) this.#blocks.shift();
      this.#tally.add(block, this.#terms.requestsPerSecond);
    }
    this.#startMs = nowMs;
    this.#before = counts;
    this.#provenBefore = provenBytes;
    [this.#sourceMs, this.#partMs, this.#fullMs, this.#hasWaited] = [0, 0, 0, counts.isWaiting];
  }

  /** The time that what is left will take; null while too little is known. */
  rest(left: Pick<Work, 'bytes' | 'requests'>): TimeRange | null {
    const nowMs = Date.now();
    // Once a second: what a person reads doesn't flicker.
    if (this.#found !== null && nowMs - this.#found.atMs < 1000) return this.#found.range;
    const { requestsPerSecond, bandwidth, hours, measured } = this.#terms;
    // Some of what the sockets took is still in the buffers of this computer.
    const taken = this.#line.inFlight.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
    const bytes = Math.max(0, left.bytes - (this.#line.provenInFlightBytes + taken) / 2);
    const work = { bytes, requests: left.requests, hashedBytes: this.#terms.isHashed ? bytes : 0 };
    const limits = { requestsPerSecond, bandwidth: bandwidth.plan, hours };
    // Before its hours, nothing is measured. The time shown before the start stays, as one range.
    const isBeforeHours = this.#blocks.length === 0 && bandwidth.bytesPerSecond === 0;
    const range = isBeforeHours
      ? asOneRange(forecastPlan(work, measured, limits, nowMs))
      : forecastRest(this.#blocks, this.#prior, work, limits, nowMs);
    this.#found = { atMs: nowMs, range };
    return range;
  }

  /** What is kept for later uploads. Call it at the end. */
  measurement(counts: RunCounts): LineMeasurement | null {
    if (this.#line.now() > this.#startMs) this.#endBlock(counts);
    return this.#tally.measurement;
  }
}
