/** LZMA as the LZMA SDK specifies it (lzma-specification.txt): enough to see whether decrypted bytes are a stream. */

/** The bytes are no LZMA stream. */
export class NotLzma extends Error {}

const lengthStates = 16;
/** Grows with what is decoded, not with what a header claims. */
const firstOutputBytes = 65_536;

class RangeDecoder {
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #end: number;
  #range = 0xffffffff;
  #code = 0;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes;
    this.#at = start + 5;
    this.#end = end;
    if (this.#at > end || bytes[start] !== 0) throw new NotLzma();
    for (let at = start + 1; at < this.#at; at += 1)
      this.#code = ((this.#code << 8) | (bytes[at] ?? 0)) >>> 0;
    if (this.#code === this.#range) throw new NotLzma();
  }

  /** Nothing is left of a stream that ended as it should. */
  get isFinished(): boolean {
    return this.#code === 0;
  }

  bit(probabilities: Uint16Array, index: number): number {
    const probability = probabilities[index] ?? 0;
    const bound = (this.#range >>> 11) * probability;
    let bit = 0;
    if (this.#code < bound) {
      this.#range = bound;
      probabilities[index] = probability + ((2048 - probability) >>> 5);
    } else {
      this.#range -= bound;
      this.#code -= bound;
      probabilities[index] = probability - (probability >>> 5);
      bit = 1;
    }
    this.#normalize();
    return bit;
  }

  directBits(count: number): number {
    let result = 0;
    for (let left = count; left > 0; left -= 1) {
      this.#range >>>= 1;
      const bit = this.#code >= this.#range ? 1 : 0;
      if (bit === 1) this.#code -= this.#range;
      result = result * 2 + bit;
      this.#normalize();
    }
    return result;
  }

  tree(probabilities: Uint16Array, offset: number, bits: number): number {
    let node = 1;
    for (let left = bits; left > 0; left -= 1) node = (node << 1) | this.bit(probabilities, offset + node);
    return node - (1 << bits);
  }

  reverseTree(probabilities: Uint16Array, offset: number, bits: number): number {
    let node = 1;
    let result = 0;
    for (let position = 0; position < bits; position += 1) {
      const bit = this.bit(probabilities, offset + node);
      node = (node << 1) | bit;
      result |= bit << position;
    }
    return result;
  }

  #normalize(): void {
    if (this.#range >= 0x1000000) return;
    if (this.#at >= this.#end) throw new NotLzma();
    this.#range = (this.#range << 8) >>> 0;
    this.#code = ((this.#code << 8) | (this.#bytes[this.#at] ?? 0)) >>> 0;
    this.#at += 1;
  }
}

function probabilities(count: number): Uint16Array {
  return new Uint16Array(count).fill(1024);
}

class LengthDecoder {
  readonly #choices = probabilities(2);
  readonly #low = probabilities(lengthStates << 3);
  readonly #middle = probabilities(lengthStates << 3);
  readonly #high = probabilities(256);

  decode(range: RangeDecoder, positionState: number): number {
    if (range.bit(this.#choices, 0) === 0) return range.tree(this.#low, positionState << 3, 3);
    if (range.bit(this.#choices, 1) === 0) return 8 + range.tree(this.#middle, positionState << 3, 3);
    return 16 + range.tree(this.#high, 0, 8);
  }
}

/** The state between two chunks of LZMA2. All output is kept: it is the dictionary. */
export class LzmaDecoder {
  /** At most so many bytes are decoded. */
  readonly maxBytes: number;
  #output: Buffer;
  #written = 0;
  #literalContextBits = 0;
  #literalPositionMask = 0;
  #positionMask = 0;
  #state = 0;
  #distances: [number, number, number, number] = [0, 0, 0, 0];
  #literals = probabilities(0);
  #isMatch = probabilities(0);
  #isRepeat = probabilities(0);
  #isRepeat0 = probabilities(0);
  #isRepeat1 = probabilities(0);
  #isRepeat2 = probabilities(0);
  #isRepeat0Long = probabilities(0);
  #slots = probabilities(0);
  #distanceBits = probabilities(0);
  #alignBits = probabilities(0);
  #lengths = new LengthDecoder();
  #repeatLengths = new LengthDecoder();

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
    this.#output = Buffer.alloc(Math.min(maxBytes, firstOutputBytes));
  }

  /** What was decoded. It moves when more is. */
  get output(): Buffer {
    return this.#output.subarray(0, this.#written);
  }

  byte(position: number): number {
    return this.#output[position] ?? 0;
  }

  get written(): number {
    return this.#written;
  }

  /** The byte with lc, lp and pb. Throws NotLzma. */
  setProperties(byte: number): void {
    if (byte >= 225) throw new NotLzma();
    this.#literalContextBits = byte % 9;
    const rest = Math.floor(byte / 9);
    this.#literalPositionMask = (1 << (rest % 5)) - 1;
    this.#positionMask = (1 << Math.floor(rest / 5)) - 1;
    this.resetState();
  }

  resetState(): void {
    const literalPositionBits = Math.log2(this.#literalPositionMask + 1);
    this.#state = 0;
    this.#distances = [0, 0, 0, 0];
    this.#literals = probabilities(0x300 << (this.#literalContextBits + literalPositionBits));
    this.#isMatch = probabilities(12 << 4);
    this.#isRepeat = probabilities(12);
    this.#isRepeat0 = probabilities(12);
    this.#isRepeat1 = probabilities(12);
    this.#isRepeat2 = probabilities(12);
    this.#isRepeat0Long = probabilities(12 << 4);
    this.#slots = probabilities(4 << 6);
    this.#distanceBits = probabilities(128);
    this.#alignBits = probabilities(16);
    this.#lengths = new LengthDecoder();
    this.#repeatLengths = new LengthDecoder();
  }

  copy(bytes: Uint8Array): void {
    const fitting = bytes.subarray(0, this.maxBytes - this.#written);
    this.#reserve(this.#written + fitting.length);
    this.#output.set(fitting, this.#written);
    this.#written += fitting.length;
  }

  /**
   * Decodes `length` bytes, fewer if that is more than `maxBytes`. Returns whether the stream ended exactly there; it may be
   * true of a stream that goes on, and is false where the limit was reached. Throws NotLzma.
   */
  decode(bytes: Uint8Array, start: number, end: number, length: number): boolean {
    const range = new RangeDecoder(bytes, start, end);
    const stop = Math.min(this.#written + length, this.maxBytes);
    while (this.#written < stop) this.#symbol(range, stop);
    return this.#written - stop === 0 && range.isFinished;
  }

  /** Decodes a stream as far as it is asked for: each call goes on until so many bytes are decoded in all. */
  stream(bytes: Uint8Array): (untilBytes: number) => void {
    const range = new RangeDecoder(bytes, 0, bytes.length);
    return (untilBytes) => {
      const until = Math.min(untilBytes, this.maxBytes);
      while (this.#written < until) this.#symbol(range, this.maxBytes);
    };
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#output.length) return;
    const larger = Buffer.alloc(Math.min(this.maxBytes, Math.max(bytes, 2 * this.#output.length)));
    this.#output.copy(larger, 0, 0, this.#written);
    this.#output = larger;
  }

  #symbol(range: RangeDecoder, stop: number): void {
    const positionState = this.#written & this.#positionMask;
    const state = this.#state;
    if (range.bit(this.#isMatch, (state << 4) + positionState) === 0) {
      this.#literal(range);
      return;
    }
    let length: number;
    if (range.bit(this.#isRepeat, state) === 0) {
      length = this.#lengths.decode(range, positionState);
      const [first, second, third] = this.#distances;
      this.#distances = [this.#distance(range, length), first, second, third];
      this.#state = state < 7 ? 7 : 10;
    } else {
      if (this.#repeat(range, state, positionState)) {
        this.#state = state < 7 ? 9 : 11;
        this.#copyMatch(1, stop);
        return;
      }
      length = this.#repeatLengths.decode(range, positionState);
      this.#state = state < 7 ? 8 : 11;
    }
    this.#copyMatch(length + 2, stop);
  }

  /** Moves the repeated distance to the front. Returns whether a single byte is repeated. */
  #repeat(range: RangeDecoder, state: number, positionState: number): boolean {
    if (range.bit(this.#isRepeat0, state) === 0)
      return range.bit(this.#isRepeat0Long, (state << 4) + positionState) === 0;
    const [first, second, third, fourth] = this.#distances;
    if (range.bit(this.#isRepeat1, state) === 0) this.#distances = [second, first, third, fourth];
    else if (range.bit(this.#isRepeat2, state) === 0) this.#distances = [third, first, second, fourth];
    else this.#distances = [fourth, first, second, third];
    return false;
  }

  #literal(range: RangeDecoder): void {
    this.#reserve(this.#written + 1);
    const before = this.#written === 0 ? 0 : (this.#output[this.#written - 1] ?? 0);
    const literalPositionBits = this.#written & this.#literalPositionMask;
    const context =
      (literalPositionBits << this.#literalContextBits) + (before >> (8 - this.#literalContextBits));
    const offset = 0x300 * context;
    let symbol = 1;
    if (this.#state >= 7) {
      let match = this.#byteAt(this.#distances[0]);
      while (symbol < 0x100) {
        const matchBit = (match >> 7) & 1;
        match = (match << 1) & 0xff;
        const bit = range.bit(this.#literals, offset + ((1 + matchBit) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== matchBit) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | range.bit(this.#literals, offset + symbol);
    this.#output[this.#written] = symbol & 0xff;
    this.#written += 1;
    this.#state = this.#state < 4 ? 0 : this.#state < 10 ? this.#state - 3 : this.#state - 6;
  }

  #distance(range: RangeDecoder, length: number): number {
    const slot = range.tree(this.#slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return base + range.reverseTree(this.#distanceBits, base - slot, bits);
    const high = range.directBits(bits - 4) * 16;
    return base + high + range.reverseTree(this.#alignBits, 0, 4);
  }

  #copyMatch(length: number, stop: number): void {
    const distance = this.#distances[0];
    const end = Math.min(this.#written + length, stop);
    this.#reserve(end);
    for (; this.#written < end; this.#written += 1) this.#output[this.#written] = this.#byteAt(distance);
  }

  #byteAt(distance: number): number {
    if (distance >= this.#written) throw new NotLzma();
    return this.#output[this.#written - distance - 1] ?? 0;
  }
}
