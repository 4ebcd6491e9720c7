import { type Sample, targetPartMs } from './adaptive-concurrency.ts';
import type { PartLimits } from './part-plan.ts';

/** How much a new sample counts. */
const newShare = 0.3;
/** A speed is saved again once it differs by this share. */
const savedDifference = 0.2;

/** A part that took less shows only that the line gives at least as much: the rest is the time of its requests. */
const quickMs = 5_000;

/** What earlier uploads showed of one connection, and of all of them together; null where they showed nothing. */
export interface RememberedSpeeds {
  readonly one: number | null;
  readonly all: number | null;
}

/** What one connection gives, from the parts that were sent. Remembered across runs. */
export class LineSpeed {
  readonly #save: (bytesPerSecond: number) => void;
  #bytesPerSecond: number | null;
  #saved: number | null;
  #recentTotal: number | null = null;
  readonly #rememberedTotal: number | null;

  constructor({ one, all }: RememberedSpeeds, save: (bytesPerSecond: number) => void) {
    this.#bytesPerSecond = one;
    this.#saved = one;
    this.#rememberedTotal = all;
    this.#save = save;
  }

  /** The speed of one connection; null while nothing is known. */
  get bytesPerSecond(): number | null {
    return this.#bytesPerSecond;
  }

  /** The speed of all connections together, from the last parts, however small they were, and whatever slowed them. */
  get recentTotalBytesPerSecond(): number | null {
    return this.#recentTotal;
  }

  /** The same, or what it was in earlier uploads; null while nothing is known. */
  get totalBytesPerSecond(): number | null {
    return this.#recentTotal ?? this.#rememberedTotal;
  }

  /** `limit` is the bandwidth limit: while it is what slows the parts, nothing is learned about the line. */
  observe(sample: Sample, { minPartBytes }: Pick<PartLimits, 'minPartBytes'>, limit: number): void {
    const { weightPerSecond, partsInFlight, partWeight, acknowledged, partMs } = sample;
    const isTelling = acknowledged > 0 || partMs >= 2 * targetPartMs;
    if (!isTelling || weightPerSecond === 0) return;
    this.#recentTotal = weightPerSecond * partsInFlight;
    const before = this.#bytesPerSecond;
    const isQuick = partWeight < minPartBytes && partMs < quickMs;
    if (isQuick && weightPerSecond <= (before ?? Number.POSITIVE_INFINITY)) return;
    if (weightPerSecond * partsInFlight > limit * 0.8) return;
    this.#bytesPerSecond = before === null ? weightPerSecond : before + (weightPerSecond - before) * newShare;
    const saved = this.#saved;
    if (saved !== null && Math.abs(this.#bytesPerSecond - saved) < saved * savedDifference) return;
    this.#saved = this.#bytesPerSecond;
    this.#save(this.#bytesPerSecond);
  }
}
