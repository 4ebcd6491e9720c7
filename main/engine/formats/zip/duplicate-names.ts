/** Counts equal names among millions in 8 bytes each: 53 bits of two hashes, sorted at the end. */
export class DuplicateNames {
  #hashes = new Float64Array(1024);
  #count = 0;

  add(name: Uint8Array): void {
    if (this.#count === this.#hashes.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#count] = hash53(name);
    this.#count += 1;
  }

  /** How many names were there before, and the hash of one of them. */
  found(): { readonly names: number; readonly hash: number | null } {
    const sorted = this.#hashes.subarray(0, this.#count).sort();
    let names = 0;
    let hash: number | null = null;
    for (let at = 1; at < sorted.length; at += 1)
      if (sorted[at] === sorted[at - 1]) {
        names += 1;
        hash = sorted[at] ?? null;
      }
    return { names, hash };
  }
}

/** FNV-1a twice, with different starts and primes. A million different names share one by a chance of 1 in 18,000. */
export function hash53(bytes: Uint8Array): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte, 0x85ebca6b);
  }
  return ((high >>> 11) & 0x1fffff) * 0x100000000 + (low >>> 0);
}
