import { createHash } from 'node:crypto';

/** Random choices that a seed repeats. */
export class Random {
  readonly seed: string;
  #state: number;

  constructor(seed: string) {
    this.seed = seed;
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE();
  }

  /** Choices that don't depend on how many were made here before. */
  fork(name: string): Random {
    return new Random(`${this.seed}/${name}`);
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.int(0, choices.length - 1)];
    if (choice === undefined) throw new Error('Nothing to pick from');
    return choice;
  }
}
