import { isLargePart } from './line-meter.ts';
import { Semaphore } from './semaphore.ts';

/**
 * Slots for parts in flight. Only large parts are few on a slow line: small ones are gone in a moment, and what suits
 * them says nothing about the large part that comes next.
 */
export class PartSlots {
  /** Its limit adapts to the line. */
  readonly large: Semaphore;
  readonly #all: Semaphore;

  constructor(maxLarge: number, maxParts: number) {
    this.large = new Semaphore(maxLarge);
    this.#all = new Semaphore(maxParts);
  }

  get used(): number {
    return this.#all.used;
  }

  /** Resolves to true with a slot, or to false when the signal came first. */
  async acquire(sizeBytes: number, signal: AbortSignal): Promise<boolean> {
    if (!isLargePart(sizeBytes)) return this.#all.acquire(signal);
    if (!(await this.large.acquire(signal))) return false;
    if (await this.#all.acquire(signal)) return true;
    this.large.release();
    return false;
  }

  release(sizeBytes: number): void {
    this.#all.release();
    if (isLargePart(sizeBytes)) this.large.release();
  }
}
