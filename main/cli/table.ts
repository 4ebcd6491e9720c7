/** Text in terminal columns: its width, truncation, padding and tables. Pure. */
import stringWidth from 'string-width';
import { printable } from '../../preload/contract/texts/printable.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

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

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Truncated, widest first, if the line is too long. */
  readonly shrinks?: boolean;
}

const columnGap = 2;
const minShrunkWidth = 8;

/** Rows under titles. No line is wider than `width` as long as the columns that shrink allow it. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const cells = rows.map((row) => row.map(printable));
  const natural = columns.map((column, at) =>
    Math.max(stringWidth(column.title), ...cells.map((row) => stringWidth(row[at] ?? ''))),
  );
  const widths = shrinkToFit(columns, natural, width);
  const line = (row: readonly string[]) =>
    columns
      .map((column, at) =>
        padToWidth(truncateMiddle(row[at] ?? '', widths[at] ?? 0), widths[at] ?? 0, column.align),
      )
      .join(' '.repeat(columnGap))
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...cells.map(line)];
}

function shrinkToFit(columns: readonly Column[], natural: readonly number[], width: number): number[] {
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
