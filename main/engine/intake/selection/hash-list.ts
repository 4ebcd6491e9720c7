/**
 * Lists of hashes in the forms that programs write: md5sum, sha1sum and sha256sum (GNU and BSD), hashdeep, and CSV with a
 * header, such as NSRL's. Line by line, so that lists of millions take no memory.
 */
import { hashAlgorithmOf } from '../../../../preload/contract/views/hash-algorithm.ts';
import { maxLineLength } from '../../sources/read-lines.ts';
import type { HashAlgorithm } from '../../types/content-hashes.ts';
import { unicodeEncodingOf } from '../../types/text-encoding.ts';

export interface HashListEntry {
  readonly algorithm: HashAlgorithm;
  /** Hexadecimal, in lower case. */
  readonly hash: string;
  /** As the list has it; null in lists of hashes alone. */
  readonly path: string | null;
}

const hexOnly = /^[0-9a-f]+$/i;

function entry(hash: string | undefined, path: string | null): HashListEntry | null {
  const algorithm = hash === undefined ? null : hashAlgorithmOf(hash);
  return hash === undefined || algorithm === null || !hexOnly.test(hash)
    ? null
    : { algorithm, hash: hash.toLowerCase(), path };
}

/** GNU programs escape a name with a backslash or a line feed, and start the line with a backslash. */
function unescaped(name: string): string {
  return name.replace(/\\([\\nr])/g, (_, char: string) => (char === 'n' ? '\n' : char === 'r' ? '\r' : '\\'));
}

type Reader = (line: string) => readonly HashListEntry[];

const readPlain: Reader = (line) => {
  const isEscaped = line.startsWith('\\');
  const text = isEscaped ? line.slice(1) : line;
  const nameOf = (path: string): string => (isEscaped ? unescaped(path) : path);
  const bsd = /^(?:MD5|SHA-?1|SHA-?256) ?\((.*)\) = ([0-9a-f]{32,64})$/i.exec(text);
  if (bsd !== null) return one(entry(bsd[2], nameOf(bsd[1] ?? '')));
  const [, hash, rest = ''] = /^([0-9a-f]{32,64})([ \t].*)$/i.exec(text) ?? [];
  const path = withoutSeparator(rest);
  if (path !== '') return one(entry(hash, nameOf(path)));
  return one(entry(line.trim(), null));
};

/** A space and the mark of text or binary mode; else tabs, or spaces. */
function withoutSeparator(text: string): string {
  if (/^ [ *]./.test(text)) return text.slice(2);
  return text.replace(text.startsWith('\t') ? /^\t+/ : /^ +/, '');
}

const one = (found: HashListEntry | null): readonly HashListEntry[] => (found === null ? [] : [found]);

/** Cells of one line. Quotes are doubled inside quotes. A cell with a line feed ends the line: its file stays unknown. */
function cells(line: string, separator: string): readonly string[] {
  const found: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === '"') {
      if (isQuoted && line[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = !isQuoted;
    } else if (char === separator && !isQuoted) {
      found.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...found, cell.trim()];
}

const hashColumn =
  /^(?:(?:md5|sha-?1|sha-?256)(?:[ _-]?(?:hash|sum|checksum|value|hashwert|summe|prüfsumme|wert))?|hash)$/i;
const pathColumn = /^(?:file[ _]?name|file[ _]?path|full[ _]?path|path|name|file)$/i;
const hasLetter = /\p{L}/u;

function readColumns(header: readonly string[], separator: string): Reader | null {
  const hashes = header.flatMap((name, index) => (hashColumn.test(name) ? [index] : []));
  if (hashes.length === 0) return null;
  const paths = header.flatMap((name, index) => (pathColumn.test(name) ? [index] : []));
  let pathAt = paths.find((index) => /path/i.test(header[index] ?? '')) ?? paths[0];
  return (line) => {
    const row = cells(line, separator);
    // In another language: the first that is no hash, size, or date.
    pathAt ??= row.findIndex((cell, index) => !hashes.includes(index) && hasLetter.test(cell));
    const path = row[pathAt] ?? null;
    return hashes.flatMap((index) => one(entry(row[index], path)));
  };
}

/** Feed it the lines of one list in order. */
export class HashListReader {
  #read: Reader | null = null;
  #line = 0;
  #hashdeep: readonly string[] | null = null;

  /** The number of the last line, from 1. */
  get line(): number {
    return this.#line;
  }

  read(given: string): readonly HashListEntry[] {
    this.#line += 1;
    const line = (this.#line === 1 ? given.replace(/^\ufeff/, '') : given).replace(/\r$/, '');
    if (line.trim() === '' || line.length > maxLineLength) return [];
    // hashdeep: "%%%% HASHDEEP-1.0", then "%%%% size,md5,sha256,filename", then comments and rows.
    if (line.startsWith('%%%%')) {
      const columns = line.slice(4).trim().split(',');
      if (columns[0]?.trim() === 'size') this.#hashdeep = columns.map((name) => name.trim());
      return [];
    }
    if (/^[#;]/.test(line)) return [];
    if (this.#hashdeep !== null) return readHashdeep(this.#hashdeep, line);
    if (this.#read === null) {
      const separator = [',', ';', '\t'].find((char) => readColumns(cells(line, char), char) !== null);
      this.#read = separator === undefined ? readPlain : readColumns(cells(line, separator), separator);
      if (separator !== undefined) return [];
    }
    return this.#read?.(line) ?? [];
  }
}

/** The name comes last and may contain commas. */
function readHashdeep(columns: readonly string[], line: string): readonly HashListEntry[] {
  const values = line.split(',');
  const name = values.slice(columns.length - 1).join(',');
  return columns.slice(1, -1).flatMap((_, index) => one(entry(values[index + 1], name)));
}

/** Whether a line that names no file by its hash did so before it was damaged. Titles and times have no such number. */
export const hasHashRemains = (line: string): boolean => !/^[#;%]/.test(line) && /[0-9a-f]{16}/i.test(line);

const hasHash = (text: string): boolean => text.match(hexRuns)?.some(({ length }) => length >= 32) ?? false;
const hexRuns = /[0-9a-f]+/gi;
/** Titles and the like, as a share of the lines that list a file. */
const maxOtherLines = 0.2;

/**
 * Which hashes a text file lists for which files, by its first bytes; null if it is no such list. A list of hashes alone
 * counts only if its name says of which file it is: `disk.dd.md5`.
 */
export function recognizeHashList(
  head: Uint8Array,
  name: string,
  isWhole: boolean,
): readonly HashAlgorithm[] | null {
  const encoding = unicodeEncodingOf(head) ?? 'utf-8';
  // Nearly none of a million text files gets further.
  if (encoding === 'utf-8' && !hasHash(Buffer.from(head).toString('latin1'))) return null;
  const lines = new TextDecoder(encoding).decode(head).split('\n');
  if (!isWhole) lines.pop();
  const reader = new HashListReader();
  const algorithms = new Set<HashAlgorithm>();
  let [listed, others] = [0, 0];
  for (const line of lines) {
    const found = reader.read(line);
    if (found.some(({ path }) => path !== null || isOfOneFile.test(name))) {
      listed += 1;
      for (const { algorithm } of found) algorithms.add(algorithm);
    } else if (line.trim() !== '' && !/^[#;%]/.test(line)) others += 1;
  }
  return listed > 0 && others <= 1 + maxOtherLines * listed ? [...algorithms] : null;
}

const isOfOneFile = /.\.(?:md5|sha1|sha256)$/i;
