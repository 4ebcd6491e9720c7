/** A TAR header: 512 bytes whose sum is written in them, in octal. Old TAR has no other mark. */

export interface TarHeader {
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
  return { sizeBytes: hasContent ? (sizeField(block) ?? 0) : 0, isSparse: type === 'S' };
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
