/** How the names in a ZIP archive are written, which half of all programs don't say. */
import { crc32 } from 'node:zlib';
import { extraField, type ZipEntry, zipFlags } from './zip-entries.ts';

export type NameEncoding = 'UTF-8' | 'CP437' | 'windows-1252' | 'Shift_JIS' | 'GBK' | 'IBM866';

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The name that the entry states to be Unicode, as bytes of UTF-8. Null if its encoding isn't stated. */
export function statedName(entry: ZipEntry): Buffer | null {
  if ((entry.flags & zipFlags.utf8) !== 0) return entry.name;
  // Info-ZIP: version, CRC of the name it belongs to, UTF-8.
  const field = extraField(entry.extra, 0x7075);
  if (field === null || field.length < 6 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(entry.name))
    return null;
  return field.subarray(5);
}

export function isAscii(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte > 127) return false;
  return true;
}

export function decodeName(bytes: Buffer, encoding: NameEncoding): string {
  if (encoding === 'UTF-8') return bytes.toString('utf8');
  if (encoding !== 'CP437') return new TextDecoder(encoding).decode(bytes);
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : (cp437[byte - 128] ?? '');
  return text;
}

/**
 * The encoding of names that don't state theirs, from all of them together. CP437, which the format prescribes, unless
 * the bytes speak for another one.
 */
export function guessEncoding(names: readonly Buffer[]): NameEncoding {
  if (names.every(isUtf8)) return 'UTF-8';
  if (names.every(isShiftJis) && names.some(hasJapaneseWord)) return 'Shift_JIS';
  const runs = names.flatMap(nonAsciiRuns);
  // Two characters or more: one alone may be two accented letters.
  if (names.every(isGb2312) && runs.some((run) => run.length >= 4)) return 'GBK';
  // Words of Cyrillic letters, not single letters with an accent.
  if (runs.some((run) => run.length >= 3) && runs.every((run) => run.every(isCp866Letter))) return 'IBM866';
  return runs.every((run) => run.every(isLatin1Letter)) ? 'windows-1252' : 'CP437';
}

export function isUtf8(bytes: Buffer): boolean {
  try {
    utf8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function nonAsciiRuns(name: Buffer): Buffer[] {
  const runs: Buffer[] = [];
  for (let at = 0; at < name.length; at += 1) {
    const start = at;
    while (at < name.length && (name[at] ?? 0) > 127) at += 1;
    if (at > start) runs.push(name.subarray(start, at));
  }
  return runs;
}

/** Two bytes per character, the second of which may be ASCII; half-width katakana are one byte. */
function isShiftJis(name: Buffer): boolean {
  for (let at = 0; at < name.length; at += 1) {
    const first = name[at] ?? 0;
    if (first < 128 || (first >= 0xa1 && first <= 0xdf)) continue;
    if (!((first >= 0x81 && first <= 0x9f) || (first >= 0xe0 && first <= 0xfc))) return false;
    at += 1;
    const second = name[at] ?? 0;
    if (!((second >= 0x40 && second <= 0x7e) || (second >= 0x80 && second <= 0xfc))) return false;
  }
  return true;
}

/** Two kana or kanji in a row, one of them kana: French names in CP437 can be read as single ones. */
function hasJapaneseWord(name: Buffer): boolean {
  const words = decodeName(name, 'Shift_JIS').match(/[\u3041-\u30ff\p{Script=Han}]{2,}/gu);
  return words?.some((word) => /[\u3041-\u30ff]/.test(word)) ?? false;
}

/** The common characters only: GBK as a whole takes almost any bytes. */
function isGb2312(name: Buffer): boolean {
  for (let at = 0; at < name.length; at += 1) {
    const first = name[at] ?? 0;
    if (first < 128) continue;
    at += 1;
    const second = name[at] ?? 0;
    if (first < 0xb0 || first > 0xf7 || second < 0xa1 || second > 0xfe) return false;
  }
  return true;
}

const isCp866Letter = (byte: number): boolean =>
  (byte >= 0x80 && byte <= 0xaf) || (byte >= 0xe0 && byte <= 0xf1);
const isLatin1Letter = (byte: number): boolean =>
  (byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7) || byte === 0xdf;
