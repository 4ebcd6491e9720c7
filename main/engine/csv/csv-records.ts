/** The rows of a CSV with the line where each starts. Quotes and line endings are csv-parse's; only the bounds are ours. */
import { CsvError, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import type { DirectoryCheck } from '../../../preload/contract/views/directory.ts';

export type Separator = DirectoryCheck['separator'];

export interface CsvRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Why the rest of a file can't be read. */
export interface CsvProblem {
  readonly code: 'quote-not-closed' | 'quote-misplaced' | 'row-too-long';
  readonly line: number;
  readonly column: number | null;
}

export interface CsvLayout {
  readonly separator: Separator;
  /** The first line only names the separator, which Excel understands. */
  readonly hasSeparatorLine: boolean;
}

const separators: readonly Separator[] = [',', ';', '\t'];
const lineEndings = ['\r\n', '\n', '\r'];
/** A row of a thousand cells as long as this is not a person. It also ends the search for a quote that is missing. */
export const maxRowBytes = 1_000_000;

/** How much of a file shows its layout. */
export const layoutChars = 65_536;
const sampleRows = 200;

/**
 * The layouts that a CSV may have, the likeliest first: several where nothing tells them apart. Certain are a line "sep=;", a
 * header with names that are known, and else the one separator with which each of the first rows has two cells or more.
 * `start` has up to `layoutChars` of the file.
 */
export function detectLayouts(
  start: string,
  isKnown: (columnName: string) => boolean,
): readonly [CsvLayout, ...CsvLayout[]] {
  const named = /^sep=([,;\t])(\r|\n|$)/i.exec(start)?.[1];
  const given = separators.find((separator) => separator === named);
  if (given !== undefined) return [{ separator: given, hasSeparatorLine: true }];
  const layouts = separators
    .map((separator) => {
      const [header] = sampleOf(start, { separator, to: 1, isStrict: false }) ?? [];
      const known = (header ?? []).filter((cell) => isKnown(cell.trim().toLowerCase())).length;
      return { separator, hasSeparatorLine: false, known, columns: header?.length ?? 0 };
    })
    .toSorted((a, b) => b.known - a.known || b.columns - a.columns);
  const [likeliest = { separator: ',', hasSeparatorLine: false, known: 0 } as const] = layouts;
  if (likeliest.known > 0) return [likeliest];
  const [first = likeliest, ...others] = layouts.filter(({ separator }) => {
    const rows = sampleOf(start, { separator, to: sampleRows, isStrict: true }) ?? [];
    return rows.length > 0 && rows.every((cells) => cells.length > 1);
  });
  return [first, ...others];
}

/** The first rows without empty ones. Returns null where they are no CSV with this separator. */
export function sampleOf(
  start: string,
  { separator, to = sampleRows, isStrict = true }: { separator: Separator; to?: number; isStrict?: boolean },
): readonly (readonly string[])[] | null {
  // The last row of a part of the file may be cut.
  const end = start.length < layoutChars ? start.length : start.lastIndexOf('\n') + 1;
  try {
    const rows: string[][] = parseNow(start.slice(0, end), {
      delimiter: separator,
      record_delimiter: lineEndings,
      relax_column_count: true,
      relax_quotes: !isStrict,
      max_record_size: maxRowBytes,
      to,
    });
    return rows.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  } catch {
    return null;
  }
}

/** Rows in batches, in order. A row that is no CSV ends them with a problem: nobody knows where the next one starts. */
export async function* csvRows(
  text: AsyncIterable<string>,
  { separator, hasSeparatorLine }: CsvLayout,
): AsyncGenerator<readonly CsvRow[] | CsvProblem> {
  let rows: CsvRow[] = [];
  let line = hasSeparatorLine ? 2 : 1;
  const parser = parse({
    delimiter: separator,
    record_delimiter: lineEndings,
    relax_column_count: true,
    max_record_size: maxRowBytes,
    from_line: line,
    // Nothing is pushed, so rows before an error are not lost with the stream.
    on_record: (cells: string[]) => {
      rows.push({ line, cells });
      line += linesOf(cells);
      return null;
    },
  });
  let error: Error | null = null;
  parser.on('error', (parseError) => {
    error = parseError;
  });
  const write = (chunk: string) => new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
  for await (const chunk of text) {
    await write(chunk);
    if (rows.length > 0) yield rows;
    rows = [];
    if (error !== null) {
      yield problemOf(error, line);
      return;
    }
  }
  await new Promise<void>((resolve) => parser.end(() => resolve()));
  if (rows.length > 0) yield rows;
  if (error !== null) yield problemOf(error, line);
}

/** csv-parse counts CR and LF inside a cell as two lines. */
function linesOf(cells: readonly string[]): number {
  let lines = 1;
  for (const cell of cells) lines += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return lines;
}

function problemOf(error: Error, line: number): CsvProblem {
  if (!(error instanceof CsvError)) throw error;
  const column = typeof error.index === 'number' ? error.index + 1 : null;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return { code: 'quote-not-closed', line, column };
    case 'CSV_MAX_RECORD_SIZE':
      return { code: 'row-too-long', line, column };
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return { code: 'quote-misplaced', line, column };
    default:
      throw error;
  }
}
