/** The rows of a CSV with the line where each starts. Quotes and line endings are csv-parse's; only the bounds are ours. */
import { CsvError, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import type { DirectoryCheck } from '../../../preload/contract/directory.ts';

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

/**
 * The separator is the one of a line "sep=;", or the one with which the header has the most columns that are known, and then
 * the most columns. `start` is the start of the file, long enough for a header.
 */
export function detectLayout(start: string, isKnown: (columnName: string) => boolean): CsvLayout {
  const named = /^sep=([,;\t])(\r|\n|$)/i.exec(start)?.[1];
  const given = separators.find((separator) => separator === named);
  if (given !== undefined) return { separator: given, hasSeparatorLine: true };
  let best: { readonly separator: Separator; readonly score: number } = { separator: ',', score: -1 };
  for (const separator of separators) {
    const header = headerOf(start, separator);
    const score = header.filter((cell) => isKnown(cell.trim().toLowerCase())).length * 1e6 + header.length;
    if (score > best.score) best = { separator, score };
  }
  return { separator: best.separator, hasSeparatorLine: false };
}

function headerOf(start: string, delimiter: Separator): readonly string[] {
  try {
    const options = { to: 1, relax_quotes: true, relax_column_count: true, record_delimiter: lineEndings };
    const [header] = parseNow(start, { ...options, delimiter, max_record_size: maxRowBytes });
    return header ?? [];
  } catch {
    // The header has a quote without an end: the rows say so.
    return [];
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
