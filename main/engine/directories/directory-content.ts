/**
 * What a sync sends of a CSV: its header and the rows with a value, as UTF-8 with commas, in full width, without white
 * space around cells. The check and the sync read the file through here, so what is sent is what was checked.
 */
import { stringify } from 'csv-stringify/sync';
import type { DirectoryFinding } from '../../../preload/contract/views/directory.ts';
import { type CsvFile, csvText, type TextEncoding } from '../csv/csv-file.ts';
import {
  type CsvLayout,
  type CsvProblem,
  csvRows,
  detectLayouts,
  layoutChars,
  maxRowBytes,
} from '../csv/csv-records.ts';
import { type ColumnRules, type DirectoryColumns, readColumns, supportedIn } from './directory-columns.ts';
import { directoryFinding } from './finding.ts';
import { type Person, readPerson } from './person-rules.ts';

/** A piece of the file, in order. */
export type ContentPiece =
  | { readonly kind: 'layout'; readonly layout: CsvLayout }
  | { readonly kind: 'columns'; readonly columns: DirectoryColumns; readonly bytes: Buffer }
  | {
      readonly kind: 'people';
      readonly people: readonly (Person & { readonly line: number })[];
      readonly blankRows: number;
      readonly bytes: Buffer;
    }
  /** `isEnd`: what follows can't be read, so nobody knows who is in it. */
  | { readonly kind: 'findings'; readonly findings: readonly DirectoryFinding[]; readonly isEnd: boolean };

/** UTF-16 and white space around cells make a file larger than what is sent of it, but not without end. */
const largestSourceFactor = 4;

/** `maxBytes`: what may be sent of it. */
export function isSourceTooLarge(file: CsvFile, { maxBytes }: { readonly maxBytes: number }): boolean {
  return file.sizeBytes > maxBytes * largestSourceFactor;
}

export async function* directoryContent(
  file: CsvFile,
  encoding: TextEncoding['encoding'],
  rules: ColumnRules,
  signal?: AbortSignal,
): AsyncGenerator<ContentPiece> {
  const layout = await readLayout(file, encoding, rules);
  yield { kind: 'layout', layout };
  let columns: DirectoryColumns | null = null;
  for await (const rows of csvRows(csvText(file, encoding, signal), layout)) {
    if ('code' in rows) {
      yield { kind: 'findings', findings: [findingOf(rows)], isEnd: true };
      return;
    }
    let first = 0;
    const header = rows[0];
    if (columns === null && header !== undefined) {
      const read = readColumns(header.cells, header.line, rules);
      columns = read.columns;
      first = 1;
      const isEnd = read.findings.some(({ code }) => code === 'too-many-columns');
      yield { kind: 'findings', findings: read.findings, isEnd };
      yield { kind: 'columns', columns, bytes: csvBytes([columns.columns.map(({ name }) => name)]) };
      if (isEnd) return;
    }
    if (columns === null) continue;
    const people: (Person & { readonly line: number })[] = [];
    let blankRows = 0;
    for (const { line, cells } of rows.slice(first)) {
      const person = readPerson(cells, line, columns, rules.form);
      if (person === null) blankRows += 1;
      else people.push({ ...person, line });
    }
    yield { kind: 'people', people, blankRows, bytes: csvBytes(people.map(({ cells }) => cells)) };
  }
}

function findingOf({ code, line, column }: CsvProblem): DirectoryFinding {
  return directoryFinding(
    code,
    code === 'row-too-long' ? { line, column, number: maxRowBytes } : { line, column },
  );
}

async function readLayout(
  file: CsvFile,
  encoding: TextEncoding['encoding'],
  rules: ColumnRules,
): Promise<CsvLayout> {
  const supported = supportedIn(rules);
  let start = '';
  for await (const text of csvText(file, encoding)) {
    start += text;
    if (start.length >= layoutChars) break;
  }
  // A header is required, so its names decide.
  return detectLayouts(start.slice(0, layoutChars), (name) => supported.includes(name))[0];
}

function csvBytes(rows: readonly (readonly string[])[]): Buffer {
  // One byte per row end: a file at the size limit must not grow beyond it. A lone CR or LF inside a cell ends a row for some readers, so such a cell is quoted too.
  return Buffer.from(
    stringify(
      rows.map((cells) => [...cells]),
      { record_delimiter: 'unix', quoted_match: /[\r\n]/ },
    ),
  );
}
