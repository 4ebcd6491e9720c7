import { unprovenBytes } from '../hashing/part-body.ts';
import {
  type AdaptiveState,
  type ConcurrencyBounds,
  initialConcurrency,
  nextConcurrency,
  type Sample,
  targetPartMs,
} from './adaptive-concurrency.ts';
import type { LineMeter } from './line-meter.ts';
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

  /** From what arrives of the parts in flight: the first large ones would take too long to wait for. */
  #startSample(partsInFlight: number): Sample | null {
    const { now, arrivedWeight, partWeight, urlMs, acknowledged } = this.#line;
    if (now() - this.#startedMs >= targetPartMs) return this.#sampleInFlight(partsInFlight);
    if (arrivedWeight === 0 && partWeight > unprovenBytes) {
      // Only buffers were filled so far.
      this.#fromMs = now();
      return null;
    }
    const tookMs = now() - this.#fromMs;
    const weight = arrivedWeight - this.#fromWeight;
    // On a fast line a whole part arrives sooner, and shows as much.
    if (weight === 0 || (tookMs < startWindowMs && weight < partWeight)) return null;
    const weightPerSecond = (weight / tookMs / Math.max(1, partsInFlight)) * 1000;
    return {
      partMs: (partWeight / weightPerSecond) * 1000,
      partWeight,
      urlMs,
      weightPerSecond,
      partsInFlight,
      faults: this.#line.drain(),
      acknowledged: acknowledged.count,
    };
  }

  /** From the parts that began and ended with this many in flight. */
  #sample(partsInFlight: number): Sample | null {
    const line = this.#line;
    const tookMs = line.now() - this.#fromMs;
    if (tookMs < windowMs) return null;
    const { count, totalMs, totalWeight, totalUrlMs } = line.acknowledged;
    if (count >= Math.max(1, Math.ceil(this.parts / 2))) {
      return {
        partMs: totalMs / count,
        partWeight: totalWeight / count,
        urlMs: totalUrlMs / count,
        weightPerSecond: (totalWeight / Math.max(1, totalMs)) * 1000,
        partsInFlight,
        faults: line.drain(),
        acknowledged: count,
      };
    }
    const isTooSlow = tookMs >= targetPartMs && line.oldestMs >= 2 * Math.max(targetPartMs, this.#lastPartMs);
    const isFaulty = line.hasSeveralFaults && partsInFlight <= this.parts;
    return isTooSlow || isFaulty ? this.#sampleInFlight(partsInFlight) : null;
  }

  /** From what sockets took of the parts in flight, which is more than what arrived. */
  #sampleInFlight(partsInFlight: number): Sample {
    const { partWeight, urlMs, inFlightLarge: inFlight, acknowledged } = this.#line;
    const sentBytes = inFlight.reduce((sum, put) => sum + put.sentBytes, 0);
    const ageMs = inFlight.reduce((sum, put) => sum + this.#line.now() - put.startedMs, 0);
    const weightPerSecond = (sentBytes / Math.max(1, ageMs)) * 1000;
    return {
      partMs: weightPerSecond === 0 ? this.#line.oldestMs : (partWeight / weightPerSecond) * 1000,
      partWeight,
      urlMs,
      weightPerSecond,
      partsInFlight,
      faults: this.#line.drain(),
      acknowledged: acknowledged.count,
    };
  }
}

const readEveryMs = 50;

/** Keeps the semaphore's limit. Returns the function that stops it. */
export function adaptConcurrency(
  partSlots: Semaphore,
  line: LineMeter,
  bounds: ConcurrencyBounds,
  onSample: (sample: Sample) => void,
): () => void {
  const controller = new ConcurrencyController(line, bounds);
  partSlots.limit = controller.parts;
  const timer = setInterval(() => {
    const sample = controller.update(partSlots.used);
    if (sample === null) return;
    partSlots.limit = controller.parts;
    onSample(sample);
  }, readEveryMs);
  return () => clearInterval(timer);
}
