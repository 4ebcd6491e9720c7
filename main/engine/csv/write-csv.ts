/**
 * Every CSV file that Lading writes: UTF-8 with a byte order mark, CRLF, a header row, and no cell that a spreadsheet
 * would run as a formula (OWASP, "CSV injection").
 *
 * An apostrophe is put before a sign that starts a formula, at the start of a cell and after what may separate cells:
 * a spreadsheet whose separator is a semicolon or a tab doesn't know the quotes of this one. An apostrophe that is there
 * already is doubled, so nothing is lost. The last column names the cells of the row that were changed.
 */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { type Result, success } from '../../../preload/contract/failures/failure.ts';
import { writeFailure } from '../store/files/write-failure.ts';

export type CsvValue = string | number | null;

export const markedColumn = 'Cells with an apostrophe added';

/** Ends `file`. Fails with write-failed or disk-full. */
export async function writeCsv(
  columns: readonly string[],
  rows: Iterable<readonly CsvValue[]> | AsyncIterable<readonly CsvValue[]>,
  file: Writable,
): Promise<Result<undefined>> {
  async function* cells(): AsyncGenerator<readonly string[]> {
    yield [...columns, markedColumn];
    for await (const row of rows) yield csvCells(columns, row);
  }
  const csv = stringify({ bom: true, record_delimiter: 'windows', quoted_match: /[\r\n;\t]|^\s|\s$/ });
  try {
    await pipeline(cells(), csv, file);
    return success(undefined);
  } catch (error) {
    return writeFailure(error);
  }
}

function csvCells(columns: readonly string[], row: readonly CsvValue[]): readonly string[] {
  const marked: string[] = [];
  const cells = row.map((value, index) => {
    if (typeof value !== 'string') return String(value ?? '');
    const cell = safeCell(value);
    if (cell !== value) marked.push(columns[index] ?? '');
    return cell;
  });
  return [...cells, marked.join(', ')];
}

/** White space, invisible characters and quotes, which a spreadsheet may skip, and what may separate cells or rows. */
const skipped = /^[;"\s\p{C}\p{Z}]*|[;"\s\p{C}\p{Z}]+/gu;
const separator = /[;\t\r\n\v\f\u0085\u2028\u2029]/g;
const separatorAtEnd = /[;\t\r\n\v\f\u0085\u2028\u2029]$/;
const markAfterSeparator = /(^|[;\t\r\n\v\f\u0085\u2028\u2029])'/g;
/** With the signs that become these when a spreadsheet folds widths. */
const formulaSign =
  /^[=+\-@\u2212\ufb29\u207a-\u207c\u208a-\u208c\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]/;

export function safeCell(text: string): string {
  return text.replace(skipped, (run, offset: number) => {
    const next = text.charAt(offset + run.length);
    const isFormula = formulaSign.test(next);
    const marked = isFormula
      ? run.replace(separator, "$&'")
      : next === "'"
        ? run.replace(separatorAtEnd, "$&'")
        : run;
    const isStartMarked =
      offset === 0 && (isFormula || /^[\t\r\n]/.test(run) || (run === '' && next === "'"));
    return isStartMarked ? `'${marked}` : marked;
  });
}

/** Undoes `safeCell`. */
export function cellText(cell: string): string {
  return cell.replace(markAfterSeparator, '$1');
}
