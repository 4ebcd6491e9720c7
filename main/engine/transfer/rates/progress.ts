import type { LineMeasurement } from '../../store/uploads/line-speed-repository.ts';
import type { UploadId } from '../../types/ids.ts';
import type { ActiveItem, Activity, Progress } from '../../types/progress.ts';
import { requestsLeft } from '../../types/request-count.ts';
import type { Tally, Totals, UploadState } from '../../types/uploads.ts';
import { LineMeter, type PutInFlight } from './line-meter.ts';
import { type RunCounts, type RunTerms, RunTime } from './run-time.ts';

/** One item that is being sent. */
export interface LiveItem {
  readonly itemId: number;
  readonly path: string;
  readonly sizeBytes: number;
  readonly pack?: ActiveItem['pack'];
  /** An estimate for a pack, whose parts are cut when they are sent. */
  partCount: number;
  acknowledgedBytes: number;
  inFlightBytes: number;
  readonly partsInFlight: Set<number>;
  partsDone: number;
  activity: Activity;
}

/** What went over the line in a short time. */
interface RateSample {
  readonly ms: number;
  readonly bytes: number;
}

const sampleMs = 500;
/** The speed that is shown is the average of these samples. */
const samplesKept = 6;
/** Two hours, for the chart. */
const historyMs = 2_000;
const historyKept = 3_600;
/** A tick that took longer is one of a computer that slept. */
const longestTickMs = 20_000;

/** The progress of a run. In memory only. */
export class LiveProgress {
  isFinishing = false;
  readonly line = new LineMeter();
  /** The time of a run; null for what sends nothing, such as a scan. */
  readonly time: RunTime | null;
  readonly #active = new Set<LiveItem>();
  readonly #retried = new Map<number, Set<number>>();
  readonly #samples: RateSample[] = [];
  readonly #history: number[] = [];
  #historyBytes = 0;
  #historyStart = performance.now();
  #sampleBytes = 0;
  #sampleStart = performance.now();
  #waiting: Progress['waiting'] = null;
  /** Sources that are away. */
  unavailableSources: Progress['unavailableSources'] = [];
  /** Packs not done yet, and the files in them. */
  packsLeft = (): { readonly packs: number; readonly files: number } => ({ packs: 0, files: 0 });
  /** How many of the upload's passwords the platform was given all at once in this run, or is given now. */
  sentPasswords = 0;
  #sentBytes = 0;
  #lostBytes = 0;
  #acknowledgedParts = 0;
  #createdFiles = 0;
  #unconfirmedInARow = 0;
  #tickedMs = performance.now();
  #sendingMs = 0;

  constructor(terms: RunTerms | null = null) {
    this.time = terms === null ? null : new RunTime(terms, this.line);
  }

  get #counts(): RunCounts {
    return {
      takenBytes: this.#sentBytes - this.#lostBytes,
      createdFiles: this.#createdFiles,
      isWaiting: this.#waiting !== null,
      isFinishing: this.isFinishing,
    };
  }

  /** What the run says of the line, for later uploads. Call it at the end of the run. */
  measureLine(): LineMeasurement | null {
    return this.time?.measurement(this.#counts) ?? null;
  }

  begin(item: LiveItem): void {
    this.#active.add(item);
  }

  end(item: LiveItem): void {
    this.#active.delete(item);
  }

  countSentBytes(bytes: number): void {
    this.#sampleBytes += bytes;
    this.#sentBytes += bytes;
  }

  /** Counts bytes of an attempt that was not acknowledged. */
  countLostBytes(bytes: number): void {
    this.#lostBytes += bytes;
  }

  countAcknowledgedPart(): void {
    this.#acknowledgedParts += 1;
  }

  countCreatedFile(): void {
    this.#createdFiles += 1;
  }

  countConfirmedFile(): void {
    this.#unconfirmedInARow = 0;
  }

  /** Returns how many completions in a row were never confirmed. */
  countUnconfirmedFile(): number {
    this.#unconfirmedInARow += 1;
    return this.#unconfirmedInARow;
  }

  /** In this run. */
  get acknowledgedParts(): number {
    return this.#acknowledgedParts;
  }

  /** Source files that the platform made in this run. */
  get createdFiles(): number {
    return this.#createdFiles;
  }

  /** Bytes per second, the oldest first. */
  get history(): { readonly everyMs: number; readonly bytesPerSecond: readonly number[] } {
    return { everyMs: historyMs, bytesPerSecond: this.#history };
  }

  partsInFlight(itemId: number): readonly number[] {
    const item = [...this.#active].find((active) => active.itemId === itemId);
    return [...(item?.partsInFlight ?? [])].sort((a, b) => a - b);
  }

  countRetry(itemId: number, partNumber: number): void {
    const known = this.#retried.get(itemId);
    if (known === undefined) this.#retried.set(itemId, new Set([partNumber]));
    else known.add(partNumber);
  }

  /** Parts that needed more than one attempt in this run. */
  partsRetried(itemId: number): readonly number[] {
    return [...(this.#retried.get(itemId) ?? [])].sort((a, b) => a - b);
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  get isCompleting(): boolean {
    return [...this.#active].some(({ activity }) => activity === 'completing');
  }

  get activeIds(): readonly number[] {
    return [...this.#active].map(({ itemId }) => itemId);
  }

  waiting(waiting: Progress['waiting']): void {
    this.#waiting = waiting;
  }

  /** Call it some ten times a second. */
  tick(now = performance.now()): void {
    this.#countSendingTime(now);
    this.time?.tick(this.#counts);
    const sinceHistory = now - this.#historyStart;
    if (sinceHistory >= historyMs) {
      this.#history.push(((this.#sentBytes - this.#historyBytes) / sinceHistory) * 1000);
      if (this.#history.length > historyKept) this.#history.shift();
      this.#historyBytes = this.#sentBytes;
      this.#historyStart = now;
    }
    const tookMs = now - this.#sampleStart;
    if (tookMs < sampleMs) return;
    this.#samples.push({ ms: tookMs, bytes: this.#sampleBytes });
    if (this.#samples.length > samplesKept) this.#samples.shift();
    this.#sampleBytes = 0;
    this.#sampleStart = now;
    if (this.#waiting !== null && this.#waiting.retryAtMs < Date.now() - 1000) this.#waiting = null;
  }

  /** Time in which nothing is under way and something is waited for doesn't count, nor does that of a computer that slept. */
  #countSendingTime(now: number): void {
    const isHeldUp = this.#waiting !== null || this.unavailableSources.length > 0;
    const tookMs = now - this.#tickedMs;
    this.#tickedMs = now;
    if (tookMs < longestTickMs && !(isHeldUp && this.line.inFlight.length === 0)) this.#sendingMs += tookMs;
  }

  /** Returns the time that was sent in since the call before: without pauses and waits. */
  takeSendingTime(now = performance.now()): number {
    this.#countSendingTime(now);
    const ms = this.#sendingMs;
    this.#sendingMs = 0;
    return ms;
  }

  progress(of: {
    readonly uploadId: UploadId;
    readonly state: UploadState;
    readonly totals: Totals;
    readonly cancelled: Tally;
    /** Acknowledged bytes of open items that aren't active: they wait, or are resumed soon. */
    readonly inactiveBytes: number;
    readonly concurrency: number;
  }): Progress {
    const active = [...this.#active].map(toActiveItem);
    const { totals } = of;
    const acknowledgedBytes =
      totals.accepted.bytes +
      of.inactiveBytes +
      active.reduce((sum, item) => sum + item.acknowledgedBytes, 0);
    const bytesPerSecond = speedOf(this.#samples);
    return {
      uploadId: of.uploadId,
      state: of.state,
      totals,
      cancelled: of.cancelled,
      acknowledgedBytes,
      bytesPerSecond,
      timeLeft:
        this.time?.rest({
          bytes: totals.queued.bytes + totals.uploading.bytes + totals.accepted.bytes - acknowledgedBytes,
          requests: requestsLeft(totals, this.packsLeft()),
        }) ?? null,
      concurrency: of.concurrency,
      active,
      partsUnderWay: { ...partsUnderWay(this.line.inFlight, bytesPerSecond), isFinishing: this.isFinishing },
      waiting: this.#waiting,
      unavailableSources: this.unavailableSources,
      inspection: null,
    };
  }
}

/** What stopping now costs, and how long it takes to stop without that cost. Pure. */
export function partsUnderWay(
  inFlight: readonly PutInFlight[],
  bytesPerSecond: number,
): { readonly sentBytes: number; readonly secondsLeft: number | null } {
  const sentBytes = inFlight.reduce((sum, put) => sum + put.sentBytes, 0);
  const bytesLeft = inFlight.reduce((sum, put) => sum + put.sizeBytes - put.sentBytes, 0);
  const secondsLeft = bytesLeft === 0 ? 0 : bytesPerSecond < 1 ? null : bytesLeft / bytesPerSecond;
  return { sentBytes, secondsLeft };
}

function speedOf(samples: readonly RateSample[]): number {
  const ms = samples.reduce((sum, sample) => sum + sample.ms, 0);
  return ms === 0 ? 0 : (samples.reduce((sum, sample) => sum + sample.bytes, 0) / ms) * 1000;
}

function toActiveItem(item: LiveItem): ActiveItem {
  return {
    itemId: item.itemId,
    path: item.path,
    ...(item.pack === undefined ? {} : { pack: item.pack }),
    sizeBytes: item.sizeBytes,
    acknowledgedBytes: item.acknowledgedBytes,
    sentBytes: item.acknowledgedBytes + item.inFlightBytes,
    partsInFlight: item.partsInFlight.size,
    parts: { done: item.partsDone, count: item.partCount },
    activity: item.activity,
  };
}
