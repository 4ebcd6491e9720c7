const bits = 2 ** 24;

/**
 * Which sizes occur more than once, in 4 MB however many files there are. It may take a size that occurs once for one that
 * occurs twice: then a file is read for nothing.
 */
export class SizeFilter {
  readonly #once = new Uint8Array(bits / 8);
  readonly #twice = new Uint8Array(bits / 8);

  add(sizeBytes: number): void {
    const at = slot(sizeBytes);
    const bit = 1 << (at & 7);
    const byte = at >> 3;
    if (((this.#once[byte] ?? 0) & bit) !== 0) this.#twice[byte] = (this.#twice[byte] ?? 0) | bit;
    this.#once[byte] = (this.#once[byte] ?? 0) | bit;
  }

  isShared(sizeBytes: number): boolean {
    const at = slot(sizeBytes);
    return ((this.#twice[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }
}

/** Sizes of one program's files differ by multiples of its block size: they are spread by a prime. */
const slot = (sizeBytes: number): number => sizeBytes % 16_777_213;
