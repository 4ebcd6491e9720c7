/** A TAR header: 512 bytes whose sum is written in them, in octal. Old TAR has no other mark. */

export interface TarHeader {
  /** One character: `0` is a file. */
  readonly type: string;
  /** In bytes that no field names an encoding of. */
  readonly name: Buffer;
  readonly sizeBytes: number;
  readonly isSparse: boolean;
}

export const tarBlock = 512;

/** Some old programs summed signed bytes. */
export function tarHeaderIsValid(block: Buffer): boolean {
  if (block.length < tarBlock || block[0] === 0) return false;
  const expected = octal(block, 148, 8);
  if (expected === null) return false;
  let unsigned = 8 * 32;
  let signed = 8 * 32;
  for (let at = 0; at < tarBlock; at += 1) {
    if (at >= 148 && at < 156) continue;
    const byte = block[at] ?? 0;
    unsigned += byte;
    signed += byte < 128 ? byte : byte - 256;
  }
  return expected === unsigned || expected === signed;
}

/** The header must be valid. */
export function readTarHeader(block: Buffer): TarHeader {
  const type = String.fromCharCode(block[156] ?? 0);
  // Links, devices, and folders have no content, whatever their size field says.
  const hasContent = !/[1-6]/.test(type);
  const sizeBytes = hasContent ? (sizeField(block) ?? 0) : 0;
  return { type: type === '\0' ? '0' : type, name: nameOf(block), sizeBytes, isSparse: type === 'S' };
}

/** POSIX has the start of a long name in a field of its own, where GNU has times. */
function nameOf(block: Buffer): Buffer {
  const name = untilZero(block.subarray(0, 100));
  const prefix =
    block.toString('latin1', 257, 263) === 'ustar\0' ? untilZero(block.subarray(345, 500)) : null;
  return prefix === null || prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]);
}

function untilZero(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return Buffer.from(end === -1 ? field : field.subarray(0, end));
}

/** What the entry after this one is called, and how large it is, where its own header has no room: GNU's L, POSIX's x. */
export function readTarExtension(
  type: 'L' | 'x',
  content: Buffer,
): Partial<Pick<TarHeader, 'name' | 'sizeBytes'>> {
  if (type === 'L') return { name: untilZero(content) };
  const found: { name?: Buffer; sizeBytes?: number } = {};
  for (let at = 0; at < content.length; ) {
    // "30 path=Smith/letter.docx\n": the length is that of the whole record.
    const length = Number(/^(\d{1,7}) /.exec(content.toString('latin1', at, at + 8))?.[1] ?? 0);
    if (length === 0) break;
    const record = content.subarray(content.indexOf(' ', at) + 1, at + length - 1);
    const [key, value] = [
      record.subarray(0, record.indexOf('=')).toString('latin1'),
      record.indexOf('=') + 1,
    ];
    if (key === 'path') found.name = Buffer.from(record.subarray(value));
    const size = key === 'size' ? Number(/^\d+$/.exec(record.toString('latin1', value))?.[0]) : Number.NaN;
    if (Number.isSafeInteger(size)) found.sizeBytes = size;
    at += length;
  }
  return found;
}

/** Octal; GNU and star write more than 8 GiB as a binary number with the first bit set. */
function sizeField(block: Buffer): number | null {
  if (((block[124] ?? 0) & 0x80) === 0) return octal(block, 124, 12);
  return Number(block.readBigUInt64BE(128));
}

function octal(block: Buffer, at: number, length: number): number | null {
  const digits = /^[ \0]*([0-7]+)[ \0]*/.exec(block.toString('latin1', at, at + length))?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}
