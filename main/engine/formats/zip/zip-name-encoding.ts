/** How the names in a ZIP archive are written, which half of all programs don't say. */
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { codePages } from '../code-pages.ts';
import { extraField, type ZipEntry, zipFlags } from './zip-entries.ts';

interface Reading {
  readonly encoding: Exclude<NameEncoding, 'UTF-8'>;
  readonly fits: (text: string, names: readonly Buffer[]) => boolean;
}

export type NameEncoding =
  | 'UTF-8'
  | 'Shift_JIS'
  | 'EUC-KR'
  | 'GBK'
  | 'Big5'
  | 'IBM866'
  | `windows-125${0 | 1 | 2}`
  | keyof typeof codePages;

/** The first one that fits is chosen. */
const readings: readonly Reading[] = [
  { encoding: 'Shift_JIS', fits: isJapanese },
  { encoding: 'EUC-KR', fits: (text, names) => isHangul(text) && names.every(isIn(0xb0, 0xc8, 0xa1)) },
  { encoding: 'GBK', fits: (text, names) => isChinese(text) && names.every(isIn(0xb0, 0xf7, 0xa1)) },
  { encoding: 'Big5', fits: (text, names) => isChinese(text) && names.every(isIn(0xa4, 0xc6, 0x40)) },
  { encoding: 'IBM866', fits: isCyrillic },
  { encoding: 'windows-1251', fits: isCyrillic },
  // What the format prescribes, then what Windows wrote in Western and in Central Europe.
  { encoding: 'CP437', fits: isLatin },
  { encoding: 'CP850', fits: isLatin },
  { encoding: 'windows-1252', fits: isLatin },
  { encoding: 'CP852', fits: isLatin },
  { encoding: 'windows-1250', fits: isLatin },
];

/** The name that the entry states to be Unicode, as bytes of UTF-8. It is null if its encoding isn't stated. */
export function statedName(entry: ZipEntry): Buffer | null {
  if ((entry.flags & zipFlags.utf8) !== 0) return entry.name;
  // Info-ZIP: version, CRC of the name it belongs to, UTF-8.
  const field = extraField(entry.extra, 0x7075);
  if (field === null || field.length < 6 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(entry.name))
    return null;
  return field.subarray(5);
}

const isCodePage = (encoding: NameEncoding): encoding is keyof typeof codePages =>
  Object.hasOwn(codePages, encoding);

export function decodeName(bytes: Buffer, encoding: NameEncoding): string {
  if (encoding === 'UTF-8') return bytes.toString('utf8');
  if (!isCodePage(encoding)) return new TextDecoder(encoding).decode(bytes);
  const upper = codePages[encoding];
  let text = '';
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] ?? '');
  return text;
}

/**
 * How names that don't state their encoding can be read, from all of them together: the likeliest first. What all of these
 * read as the same is certain.
 */
export function likelyEncodings(names: readonly Buffer[]): readonly [NameEncoding, ...NameEncoding[]] {
  if (names.every((name) => isUtf8(name))) return ['UTF-8'];
  // No encoding has it inside a character.
  const all = Buffer.concat(names.flatMap((name) => [name, Buffer.from('\n')]));
  const [first, ...others] = readings
    .filter(({ encoding, fits }) => {
      const text = decodeName(all, encoding);
      return !text.includes('\ufffd') && fits(text, names);
    })
    .map(({ encoding }) => encoding);
  // The format prescribes CP437, but nobody would write such names in it.
  return first === undefined ? ['CP437', 'windows-1252'] : [first, ...others];
}

/** All of two bytes, from these on: the encodings' common characters. Others take nearly any bytes. Below 0xa4: punctuation. */
const isIn =
  (firstLead: number, lastLead: number, firstTrail: number) =>
  (name: Buffer): boolean => {
    for (let at = 0; at < name.length; at += 1) {
      const lead = name[at] ?? 0;
      if (lead < 128) continue;
      at += 1;
      const isCommon = (lead >= firstLead && lead <= lastLead) || (lead >= 0xa1 && lead <= 0xa3);
      if (!isCommon || (name[at] ?? 0) < firstTrail) return false;
    }
    return true;
  };

/** Two or more in a row: of Latin names read wrongly, single ones are left. */
function isJapanese(text: string): boolean {
  return (
    /[\u3041-\u30fe\p{Script=Han}]{2}/u.test(text) &&
    !/[^\p{ASCII}\u2010-\u2026\u203b\u2190-\u2193\u2460-\u247f\u25a0-\u25ff\u3000-\u33ff\uff01-\uff5e\p{Script=Han}]/u.test(
      text,
    )
  );
}

function isHangul(text: string): boolean {
  return /[가-힣]{2}/.test(text) && !/[^\p{ASCII}가-힣\u2010-\u2026\u3000-\u303f]/u.test(text);
}

function isChinese(text: string): boolean {
  return (
    /\p{Script=Han}{2}/u.test(text) &&
    !/[^\p{ASCII}\u2010-\u2026\u3000-\u303f\uff01-\uff5e\p{Script=Han}]/u.test(text)
  );
}

/** Words of Cyrillic letters, not single letters with an accent. */
function isCyrillic(text: string): boolean {
  return (
    /[\u0400-\u045f]{3}/.test(text) &&
    !/[^\p{ASCII}\u0400-\u045f№«»–—]|[A-Za-z][\u0400-\u045f]|[\u0400-\u045f][A-Za-z]/u.test(text)
  );
}

/** Words of which at most half are letters with an accent, and none of those a capital among small letters. */
function isLatin(text: string): boolean {
  if (/[^\p{ASCII}À-ÖØ-öø-ɏ«»–—’°§]|\p{L}[–—«»]\p{L}/u.test(text)) return false;
  if (/\p{Ll}[À-ÖØ-ɏ](?<=\p{Lu})|\p{L}[À-ÖØ-ɏ](?<=\p{Lu})\p{Ll}/u.test(text)) return false;
  let letters = 0;
  let accented = 0;
  for (const [word] of text.matchAll(/[A-Za-zÀ-ÖØ-öø-ɏ]+/g)) {
    const found = word.match(/\P{ASCII}/gu)?.length ?? 0;
    if (found === 0) continue;
    letters += word.length;
    accented += found;
  }
  return accented * 2 <= letters;
}
