import {
  type AdaptiveState,
  type ConcurrencyBounds,
  initialConcurrency,
  nextConcurrency,
  type Sample,
  targetPartMs,
} from './adaptive-concurrency.ts';
import type { LineMeter } from './line-meter.ts';
import { unprovenBytes } from './part-body.ts';
import type { Semaphore } from './semaphore.ts';

const startWindowMs = 200;
const windowMs = 2_000;

/** Takes samples from a line, and decides after each how many parts may be in flight. */
export class ConcurrencyController {
  readonly #line: LineMeter;
  readonly #bounds: ConcurrencyBounds;
  readonly #startedMs: number;
  #state: AdaptiveState;
  #fromMs: number;
  #fromWeight = 0;
  /** A few faults among many acknowledged parts count only together with them. */
  #lastPartMs = 0;

  constructor(line: LineMeter, bounds: ConcurrencyBounds) {
    this.#line = line;
    this.#bounds = bounds;
    this.#state = initialConcurrency(bounds);
    this.#startedMs = line.now();
    this.#fromMs = this.#startedMs;
  }

  get parts(): number {
    return this.#state.parts;
  }

  /** Call it some twenty times a second. `partsInFlight` counts what holds a slot. Returns the sample it took, if any. */
  update(partsInFlight: number): Sample | null {
    const sample = this.#state.isStarting ? this.#startSample(partsInFlight) : this.#sample(partsInFlight);
    if (sample === null) return null;
    const before = this.#state.parts;
    this.#state = nextConcurrency(this.#state, sample, this.#bounds);
    this.#lastPartMs = sample.partMs;
    this.#fromMs = this.#line.now();
    this.#fromWeight = this.#line.arrivedWeight;
    if (this.#state.parts !== before) this.#line.restart();
    else this.#line.drain();
    return sample;
  }

  /** From the speed of the parts in flight: the first large ones would take too long to wait for. */
  #startSample(partsInFlight: number): Sample | null {
    const { now, arrivedWeight, partWeight } = this.#line;
    const isLate = now() - this.#startedMs >= targetPartMs;
    if (arrivedWeight === 0 && partWeight > unprovenBytes && !isLate) {
      // Only buffers were filled so far.
      this.#fromMs = now();
      return null;
    }
    const tookMs = now() - this.#fromMs;
    const weight = arrivedWeight - this.#fromWeight;
    if (!isLate && (tookMs < startWindowMs || weight === 0)) return null;
    const { count } = this.#line.acknowledged;
    const weightPerSecond = (weight / Math.max(1, tookMs) / Math.max(1, partsInFlight)) * 1000;
    const partMs = weight === 0 ? Number.POSITIVE_INFINITY : (partWeight / weightPerSecond) * 1000;
    return { partMs, weightPerSecond, partsInFlight, faults: this.#line.drain(), acknowledged: count };
  }

  /** From the parts that began and ended with this many in flight. */
  #sample(partsInFlight: number): Sample | null {
    const line = this.#line;
    const tookMs = line.now() - this.#fromMs;
    if (tookMs < windowMs) return null;
    const { count, totalMs, totalWeight } = line.acknowledged;
    if (count >= Math.max(1, Math.ceil(this.parts / 2)) || (line.hasFaults && partsInFlight <= this.parts)) {
      return {
        partMs: count === 0 ? line.oldestMs : totalMs / count,
        weightPerSecond: totalMs === 0 ? 0 : (totalWeight / totalMs) * 1000,
        partsInFlight,
        faults: line.drain(),
        acknowledged: count,
      };
    }
    const partMs = line.oldestMs;
    if (tookMs < targetPartMs || partMs < 2 * Math.max(targetPartMs, this.#lastPartMs)) return null;
    // So slow that waiting for them would take too long.
    const weightPerSecond = (line.partWeight / partMs) * 1000;
    return { partMs, weightPerSecond, partsInFlight, faults: line.drain(), acknowledged: count };
  }
}

const readEveryMs = 50;

/** Keeps the semaphore's limit. Returns the function that stops it. */
export function adaptConcurrency(
  partSlots: Semaphore,
  line: LineMeter,
  bounds: ConcurrencyBounds,
): () => void {
  const controller = new ConcurrencyController(line, bounds);
  partSlots.limit = controller.parts;
  const timer = setInterval(() => {
    if (controller.update(partSlots.used) !== null) partSlots.limit = controller.parts;
  }, readEveryMs);
  return () => clearInterval(timer);
}
