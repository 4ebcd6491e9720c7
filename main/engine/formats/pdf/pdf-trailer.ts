/** The trailers of a PDF (ISO 32000-2, 7.5.5 to 7.5.8), from the last one to the first. */
import { type RandomAccess, readAt } from '../random-access.ts';

const tailBytes = 65_536;
const maxTrailers = 64;
const dictionaryBytes = 8192;
/** The number in all tables together: each is a read. */
const maxSubsections = 20_000;

export interface PdfTrailers {
  /** Whether the file ends as a PDF has to. */
  readonly hasEnd: boolean;
  /** The dictionary that says how the file is encrypted, or, where tables can't be followed, what is near the end. */
  readonly encryption: string | null;
}

export function readPdfTrailers(file: RandomAccess): PdfTrailers {
  const length = Math.min(tailBytes, file.sizeBytes);
  const tail = readAt(file, file.sizeBytes - length, length).toString('latin1');
  const end = tail.lastIndexOf('startxref');
  if (end < 0) return { hasEnd: false, encryption: tail.includes('/Encrypt') ? tail : null };
  const start = Math.max(0, readAt(file, 0, 1024).indexOf('%PDF-'));
  let position = numberAfter(tail, end + 'startxref'.length);
  const seen = new Set<number>();
  const subsections = { left: maxSubsections };
  while (position !== null && seen.size < maxTrailers && !seen.has(position)) {
    seen.add(position);
    const dictionary = dictionaryAt(file, start + position, subsections);
    if (dictionary === null) break;
    if (/\/Encrypt[\s<\d]/.test(dictionary)) return { hasEnd: true, encryption: dictionary };
    const previous = /\/Prev\s{1,30}(\d{1,15})/.exec(dictionary)?.[1];
    position = previous === undefined ? null : Number(previous);
  }
  // A table that can't be followed is repaired by most programs, from what is near the end.
  const isReadable = seen.size > 1 || (position === null && seen.size > 0);
  return { hasEnd: true, encryption: !isReadable && /\/Encrypt[\s<\d]/.test(tail) ? tail : null };
}

function numberAfter(text: string, at: number): number | null {
  const digits = /^\s*(\d{1,15})/.exec(text.slice(at, at + 40))?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The dictionary of a cross-reference table or stream. */
function dictionaryAt(file: RandomAccess, position: number, subsections: Budget): string | null {
  const text = readAt(file, position, dictionaryBytes).toString('latin1');
  if (/^\s*\d+\s+\d+\s+obj\b/.test(text)) return untilStream(text);
  if (!/^\s*xref\b/.test(text)) return null;
  return trailerAfterTable(file, position + text.indexOf('xref') + 4, subsections);
}

function untilStream(text: string): string {
  const end = text.search(/\bstream\r?\n/);
  return end < 0 ? text : text.slice(0, end);
}

interface Budget {
  left: number;
}

/** Entries have 20 bytes, so a subsection is skipped whole. */
function trailerAfterTable(file: RandomAccess, start: number, subsections: Budget): string | null {
  let position = start;
  for (; subsections.left > 0; subsections.left -= 1) {
    const text = readAt(file, position, 64).toString('latin1');
    const trailer = /^\s*trailer/.exec(text);
    if (trailer !== null) {
      const dictionary = readAt(file, position, dictionaryBytes).toString('latin1');
      const end = dictionary.indexOf('startxref');
      return end < 0 ? dictionary : dictionary.slice(0, end);
    }
    const subsection = /^\s*\d+ +(\d{1,10})\s*?(\r\n|\n|\r) */.exec(text);
    if (subsection === null) return null;
    const next = position + subsection[0].length + Number(subsection[1]) * 20;
    if (next <= position || next >= file.sizeBytes) return null;
    position = next;
  }
  return null;
}
