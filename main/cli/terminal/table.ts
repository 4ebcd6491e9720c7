/** Text in terminal columns: its width, truncation, padding and tables. Pure. */
import stringWidth from 'string-width';
import { printable } from '../../../preload/contract/texts/printable.ts';

let graphemes: Intl.Segmenter | null = null;

/** The start of the text, in at most `width` columns. */
export function truncateEnd(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  return width < 1 ? '' : `${takeColumns(segmentsOf(text), width - 1).join('')}…`;
}

/** Both ends of the text, in at most `width` columns. Keeps more of the end, which says more about a path. */
export function truncateMiddle(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  if (width < 1) return '';
  const segments = segmentsOf(text);
  const front = takeColumns(segments, Math.floor((width - 1) / 3)).join('');
  const back = takeColumns(segments.toReversed(), width - 1 - stringWidth(front));
  return `${front}…${back.toReversed().join('')}`;
}

/** The lines that there are: a condition that doesn't hold leaves its line out. */
export function present(...lines: readonly (string | false | null)[]): string[] {
  return lines.filter((line) => typeof line === 'string');
}

/** Whole words in lines of at most `width` columns; a longer word has a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && stringWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function segmentsOf(text: string): string[] {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function takeColumns(segments: readonly string[], width: number): string[] {
  let used = 0;
  const end = segments.findIndex((segment) => {
    used += stringWidth(segment);
    return used > width;
  });
  return segments.slice(0, end < 0 ? segments.length : end);
}

export function padToWidth(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return side === 'left' ? text + space : space + text;
}

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** Truncated, widest first, if the line is too long. */
  readonly shrinks?: boolean;
}

export function left<Row>(title: string, cell: Column<Row>['cell']): Column<Row> {
  return { title, cell };
}

export function right<Row>(title: string, cell: Column<Row>['cell']): Column<Row> {
  return { title, cell, align: 'right' };
}

export function shrinking<Row>(title: string, cell: Column<Row>['cell']): Column<Row> {
  return { title, cell, shrinks: true };
}

const columnGap = 2;
const minShrunkWidth = 8;
/** Nobody reads a list of more rows to its end. */
export const maxListedRows = 20;

/** The first rows, or all where no terminal shows them, and what `more` says of those after them and of `others`, which aren't among the rows. */
export function formatList<Row>(
  columns: readonly (Column<Row> | false)[],
  rows: readonly Row[],
  width: number,
  more: (rows: number) => string,
  others = 0,
): string[] {
  const listed = Number.isFinite(width) ? rows.slice(0, maxListedRows) : rows;
  const notListed = rows.length - listed.length + others;
  return [...formatTable(columns, listed, width), ...(notListed > 0 ? [more(notListed)] : [])];
}

/** Rows under titles. No line is wider than `width` as long as the columns that shrink allow it. */
export function formatTable<Row>(
  given: readonly (Column<Row> | false)[],
  rows: readonly Row[],
  width: number,
): string[] {
  const columns = given.filter((column) => column !== false);
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ cell }) => printable(cell(row)))),
  ];
  const natural = columns.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at] ?? ''))));
  const widths = shrinkToFit(columns, natural, width);
  return lines.map((line) =>
    columns
      .map(({ align }, at) =>
        padToWidth(truncateMiddle(line[at] ?? '', widths[at] ?? 0), widths[at] ?? 0, align),
      )
      .join(' '.repeat(columnGap))
      .trimEnd(),
  );
}

function shrinkToFit(
  columns: readonly Pick<Column<never>, 'shrinks'>[],
  natural: readonly number[],
  width: number,
): number[] {
  const widths = [...natural];
  let total = widths.reduce((sum, one) => sum + one, 0) + columnGap * (columns.length - 1);
  for (; total > width; total -= 1) {
    let widest = -1;
    for (const [at, column] of columns.entries()) {
      const own = widths[at] ?? 0;
      if (column.shrinks === true && own > minShrunkWidth && own > (widths[widest] ?? 0)) widest = at;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
