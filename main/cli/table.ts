/** Text in columns: what it is wide on a terminal, and what may be shown of it. Pure. */

const zeroWidth = /^(?:\p{Mark}|\p{Cf}|\p{Cc}|\u115F|\u1160)+$/u;
const wide =
  /\p{Emoji_Presentation}|\uFE0F|[\u1100-\u115E\u2329\u232A\u2E80-\u303E\u3041-\u4DBF\u4E00-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]/u;
const ascii = /^[ -~]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that the text takes on a terminal. */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (zeroWidth.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

/**
 * Names come from evidence and words from servers: neither may move the cursor, turn the reading direction
 * or break a line. Control characters are shown as their pictures.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x20) return String.fromCodePoint(0x2400 + code);
      return code === 0x7f ? '\u2421' : '\uFFFD';
    });
}

/** The start of the text, in at most `width` columns. */
export function truncateEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width < 1 ? '' : `${takeColumns([...graphemes.segment(text)], width - 1)}…`;
}

/** Both ends of the text, in at most `width` columns; of a path the end tells more. */
export function truncateMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  const parts = [...graphemes.segment(text)];
  const front = takeColumns(parts, Math.floor((width - 1) / 3));
  const room = width - 1 - displayWidth(front);
  const back: string[] = [];
  let used = 0;
  for (const { segment } of parts.toReversed()) {
    used += graphemeWidth(segment);
    if (used > room) break;
    back.unshift(segment);
  }
  return `${front}…${back.join('')}`;
}

function takeColumns(parts: readonly Intl.SegmentData[], width: number): string {
  let text = '';
  let used = 0;
  for (const { segment } of parts) {
    used += graphemeWidth(segment);
    if (used > width) break;
    text += segment;
  }
  return text;
}

export function padToWidth(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return side === 'left' ? text + space : space + text;
}

export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** The columns that give way, widest first, when the line is too long. */
  readonly shrinks?: boolean;
}

const gap = 2;

/** Rows under titles, no line wider than `width` as long as the columns that shrink can pay for it. */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const cells = rows.map((row) => row.map(printable));
  const widths = columns.map((column, at) =>
    Math.max(displayWidth(column.title), ...cells.map((row) => displayWidth(row[at] ?? ''))),
  );
  const total = () => widths.reduce((sum, one) => sum + one, 0) + gap * (columns.length - 1);
  while (total() > width) {
    let widest = -1;
    for (const [at, column] of columns.entries()) {
      if (column.shrinks === true && (widths[at] ?? 0) > 8 && (widths[at] ?? 0) > (widths[widest] ?? 0))
        widest = at;
    }
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  const line = (row: readonly string[]) =>
    columns
      .map((column, at) =>
        padToWidth(truncateMiddle(row[at] ?? '', widths[at] ?? 0), widths[at] ?? 0, column.align),
      )
      .join(' '.repeat(gap))
      .trimEnd();
  return [line(columns.map((column) => column.title)), ...cells.map(line)];
}
