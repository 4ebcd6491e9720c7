/** The little of Markdown that the specification uses: numbered headings, paragraphs of one line, lists, and tables. */

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'item'; readonly position: readonly number[]; readonly text: string }
  | { readonly kind: 'row'; readonly header: readonly string[]; readonly cells: readonly string[] };

export interface Section {
  /** `4.2` */
  readonly number: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

const heading = /^#{2,3} (\d+(?:\.\d+)?)\.? (.+)$/;
const listItem = /^( *)(?:-|(\d+)\.) (.+)$/;

/** Returns the numbered sections in order. What is above the first one isn't returned. */
export function readSections(markdown: string): readonly Section[] {
  const sections: { number: string; title: string; lines: string[] }[] = [];
  for (const line of markdown.split('\n')) {
    const [, number, title] = heading.exec(line) ?? [];
    if (number !== undefined && title !== undefined) sections.push({ number, title, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ number, title, lines }) => ({ number, title, blocks: readBlocks(lines) }));
}

function readBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let header: readonly string[] = [];
  let position: readonly number[] = [];
  for (const line of lines) {
    const item = listItem.exec(line);
    if (line.startsWith('|')) {
      const cells = readCells(line);
      if (header.length === 0) header = cells;
      else if (!cells.every((cell) => /^-+$/.test(cell))) blocks.push({ kind: 'row', header, cells });
      continue;
    }
    header = [];
    if (item !== null) {
      const [, indent = '', number, text = ''] = item;
      const level = indent === '' ? 0 : 1;
      const parents = position.slice(0, level);
      position = [...parents, number === undefined ? (position[level] ?? 0) + 1 : Number(number)];
      blocks.push({ kind: 'item', position, text });
    } else if (line.trim() !== '') {
      position = [];
      blocks.push({ kind: 'paragraph', text: line.trim() });
    }
  }
  return blocks;
}

const readCells = (line: string): readonly string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
