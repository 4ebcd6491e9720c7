/** The bytes of a 7z header, read and decoded only as far as they are asked for. */
import type { BudgetedFile } from '../budgeted-file.ts';
import { readAt } from '../random-access.ts';
import { LzmaDecoder } from './lzma-decoder.ts';

/** The bytes are no 7z header, or one that is not understood. */
export class NotSevenZip extends Error {}

export interface HeaderBytes {
  byte(): number;
  /** The next bytes, which stay as they are. Throws NotSevenZip where there are fewer. */
  take(length: number): Buffer;
  skip(length: number): void;
}

const windowBytes = 65_536;

export class StoredHeader implements HeaderBytes {
  readonly #file: BudgetedFile;
  readonly #end: number;
  #position: number;
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;

  constructor(file: BudgetedFile, position: number, length: number) {
    this.#file = file;
    this.#position = position;
    this.#end = position + length;
    if (!Number.isSafeInteger(this.#end) || this.#end > file.sizeBytes) throw new NotSevenZip();
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  take(length: number): Buffer {
    const start = this.#position;
    this.skip(length);
    const at = start - this.#windowAt;
    if (at + length <= this.#window.length) return this.#window.subarray(at, at + length);
    this.#windowAt = start;
    this.#window = readAt(this.#file, start, Math.min(Math.max(length, windowBytes), this.#end - start));
    if (this.#window.length < length) throw new NotSevenZip();
    return this.#window.subarray(0, length);
  }

  skip(length: number): void {
    if (this.#position + length > this.#end) throw new NotSevenZip();
    this.#position += length;
  }
}

/** Throws NotLzma as well. */
export class PackedHeader implements HeaderBytes {
  readonly #file: BudgetedFile;
  readonly #decoder: LzmaDecoder;
  readonly #decodeUntil: (bytes: number) => void;
  #position = 0;

  constructor(file: BudgetedFile, packed: Buffer, properties: number, unpackedBytes: number) {
    this.#file = file;
    this.#decoder = new LzmaDecoder(unpackedBytes);
    this.#decoder.setProperties(properties);
    this.#decodeUntil = this.#decoder.stream(packed);
  }

  byte(): number {
    this.skip(1);
    this.#decodeUntil(this.#position);
    return this.#decoder.byte(this.#position - 1);
  }

  take(length: number): Buffer {
    const start = this.#position;
    this.skip(length);
    this.#decodeUntil(this.#position);
    return Buffer.from(this.#decoder.output.subarray(start, start + length));
  }

  skip(length: number): void {
    if (this.#position + length > this.#decoder.maxBytes) throw new NotSevenZip();
    this.#file.spend('unpackedBytes', length);
    this.#position += length;
  }
}
