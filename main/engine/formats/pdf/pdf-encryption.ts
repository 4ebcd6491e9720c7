import { bytesAt, type RandomAccess } from '../random-access.ts';

/** A PDF's encryption dictionary. */
export interface PdfEncryption {
  readonly revision: number;
  readonly ownerValue: Buffer;
  readonly userValue: Buffer;
  readonly permissions: number;
  /** The first of the file's two IDs; empty where it has none. */
  readonly fileId: Buffer;
  readonly keyBytes: number;
  readonly encryptsMetadata: boolean;
}

const blockBytes = 4 * 1_048_576;
/** A dictionary that is farther away is not found. */
const maxScanBytes = 1024 * 1_048_576;
const maxDictionaryBytes = 16_384;
/** Versions of one object. A hostile file may have nothing else. */
const maxObjects = 1_000;

/** It is null where it is missing or broken, `unsupported` for a handler that isn't the standard one, as for certificates. */
export function findEncryption(file: RandomAccess, text: string): PdfEncryption | 'unsupported' | null {
  const trailer = readTrailer(text);
  if (trailer === null) return null;
  const dictionary = trailer.encrypt.startsWith('<<') ? trailer.encrypt : findObject(file, trailer.encrypt);
  if (dictionary === null) return null;
  if (!hasValue(dictionary, 'Filter', /^\s{0,30}\/Standard\b/)) return 'unsupported';
  const revision = numberOf(dictionary, 'R');
  const ownerValue = stringOf(dictionary, 'O');
  const userValue = stringOf(dictionary, 'U');
  if (revision === null || ownerValue === null || userValue === null) return null;
  const valueBytes = revision >= 5 ? 48 : 32;
  if (ownerValue.length < valueBytes || userValue.length < valueBytes) return null;
  // Within crypt filters (version 4) the length is in bytes in some files, in bits in others.
  const version = numberOf(dictionary, 'V') ?? 0;
  const bits = version === 1 ? 40 : version === 4 ? 128 : (numberOf(dictionary, 'Length') ?? 40);
  const keyBytes = Math.min(16, Math.max(5, Math.floor(bits / 8)));
  return {
    revision,
    ownerValue,
    userValue,
    permissions: (numberOf(dictionary, 'P') ?? 0) | 0,
    fileId: trailer.id,
    keyBytes,
    encryptsMetadata: !hasValue(dictionary, 'EncryptMetadata', /^\s{1,30}false\b/),
  };
}

interface Trailer {
  /** The dictionary, or "5 0" for object 5, generation 0. */
  readonly encrypt: string;
  readonly id: Buffer;
}

function readTrailer(text: string): Trailer | null {
  // The last one counts: earlier ones are those of earlier versions of the file.
  const at = text.lastIndexOf('/Encrypt', text.length - '/Encrypt'.length);
  for (let from = at; from >= 0; from = from === 0 ? -1 : text.lastIndexOf('/Encrypt', from - 1)) {
    const value = text.slice(from + '/Encrypt'.length, from + maxDictionaryBytes);
    const reference = /^\s*(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(value);
    const inline = /^\s*<</.test(value) ? value.trimStart() : null;
    if (reference === null && inline === null) continue;
    const encrypt = inline ?? `${Number(reference?.[1])} ${Number(reference?.[2])}`;
    return { encrypt, id: fileIdAround(text, from) };
  }
  return null;
}

/** The /ID of the same dictionary: the nearest one. */
function fileIdAround(text: string, at: number): Buffer {
  const around = text.slice(Math.max(0, at - maxDictionaryBytes), at + maxDictionaryBytes);
  const center = Math.min(at, maxDictionaryBytes);
  let nearest: { readonly distance: number; readonly at: number } | null = null;
  for (const match of around.matchAll(/\/ID\s{0,30}\[/g)) {
    const distance = Math.abs(match.index - center);
    if (nearest === null || distance < nearest.distance)
      nearest = { distance, at: match.index + match[0].length };
  }
  return nearest === null ? Buffer.alloc(0) : (readString(around, nearest.at) ?? Buffer.alloc(0));
}

/** The text of an object that stands in the file as it is, which an encryption dictionary always does. */
function findObject(file: RandomAccess, reference: string): string | null {
  // From the end, where most programs write it, in blocks that overlap.
  let found: string | null = null;
  let objects = 0;
  const scanned = Math.min(file.sizeBytes, maxScanBytes);
  for (let end = file.sizeBytes; end > file.sizeBytes - scanned && found === null; end -= blockBytes) {
    const start = Math.max(0, end - blockBytes);
    const length = Math.min(end + maxDictionaryBytes, file.sizeBytes) - start;
    const text = bytesAt(file, start, length)?.toString('latin1') ?? '';
    for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
      if (referenceBefore(text, at) !== reference) continue;
      objects += 1;
      if (objects > maxObjects) return null;
      const object = text.slice(at, at + maxDictionaryBytes);
      if (hasValue(object.split('endobj', 1)[0] ?? '', 'Filter', /^\s{0,30}\//)) found = object;
    }
  }
  return found?.slice(found.indexOf('<<')) ?? null;
}

/** The number and the generation in front of `obj`, as in "5 0"; null for anything else. */
function referenceBefore(text: string, at: number): string | null {
  const ends: number[] = [at];
  for (const isPart of [isSpace, isDigit, isSpace, isDigit]) {
    const end = ends.at(-1) ?? 0;
    let start = end;
    while (start > 0 && end - start < maxNumberLength && isPart(text.charCodeAt(start - 1))) start -= 1;
    if (start === end) return null;
    ends.push(start);
  }
  const [, , generationAt, spaceAt, numberAt] = ends;
  return `${Number(text.slice(numberAt, spaceAt))} ${Number(text.slice(generationAt, ends[1]))}`;
}

/** Length of digits, with zeros in front, or of white space. */
const maxNumberLength = 30;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Behind each "/key". */
function* valuePositions(dictionary: string, key: string): Generator<number> {
  const name = `/${key}`;
  for (let at = dictionary.indexOf(name); at >= 0; at = dictionary.indexOf(name, at + 1))
    yield at + name.length;
}

function hasValue(dictionary: string, key: string, value: RegExp): boolean {
  for (const at of valuePositions(dictionary, key))
    if (value.test(dictionary.slice(at, at + 60))) return true;
  return false;
}

function numberOf(dictionary: string, key: string): number | null {
  for (const at of valuePositions(dictionary, key)) {
    const digits = /^\s{1,30}(-?\d{1,12})(?![\d.])/.exec(dictionary.slice(at, at + 60))?.[1];
    if (digits !== undefined) return Number(digits);
  }
  return null;
}

function stringOf(dictionary: string, key: string): Buffer | null {
  for (const at of valuePositions(dictionary, key))
    if (/^\s{0,30}[(<]/.test(dictionary.slice(at, at + 60))) return readString(dictionary, at);
  return null;
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** A string of a PDF, literal or hexadecimal, whose characters are bytes. It is null where there is none. */
function readString(text: string, start: number): Buffer | null {
  const at = start + (/^\s*/.exec(text.slice(start, start + 100))?.[0].length ?? 0);
  if (text[at] === '<') {
    const hex = text.slice(at + 1, text.indexOf('>', at)).replace(/\s+/g, '');
    return /^[0-9a-f]*$/i.test(hex) ? Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex') : null;
  }
  return text[at] === '(' ? readLiteral(text, at + 1) : null;
}

function readLiteral(text: string, start: number): Buffer | null {
  const bytes: number[] = [];
  for (let at = start, depth = 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
      const next = text[at + 1] ?? '';
      const isLineEnd = next === '\r' || next === '\n';
      if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
      else if (!isLineEnd) bytes.push(escapes[next] ?? next.charCodeAt(0));
      at += octal?.length ?? (next === '\r' && text[at + 2] === '\n' ? 2 : 1);
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth === 0) return Buffer.from(bytes);
    // A line ends with a line feed in a string, however the file writes it.
    if (character === '\r') {
      bytes.push(10);
      if (text[at + 1] === '\n') at += 1;
    } else bytes.push(character.charCodeAt(0));
  }
  return null;
}
