import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { z } from 'zod';
import fc from '../../../test/fixtures/property.ts';
import { textSink } from '../../../test/fixtures/receipt.ts';
import { type CsvValue, cellText, markedColumn, safeCell, writeCsv } from './write-csv.ts';

const columns = ['Path', 'Custodian', 'Size'];

async function csvOf(rows: readonly (readonly CsvValue[])[]): Promise<string> {
  const sink = textSink();
  expect(await writeCsv(columns, rows, sink.writable)).toEqual({ ok: true, value: undefined });
  return sink.text();
}

/** As a spreadsheet with this separator reads it: every line break ends a row outside of quotes. */
function readAs(csv: string, delimiter: string): string[][] {
  const options = { relax_quotes: true, relax_column_count: true, skip_records_with_error: true };
  const rows = parse(csv, { ...options, bom: true, delimiter, record_delimiter: ['\r\n', '\n', '\r'] });
  return z.array(z.array(z.string())).parse(rows);
}

/** The same without any notion of quotes, as a text import with none chosen. */
function splitAs(csv: string, delimiter: string): string[] {
  return csv.split(/\r\n|\n|\r/).flatMap((line) => line.split(delimiter));
}

/** After what a spreadsheet may skip. */
const startsFormula = /^[\s\p{C}\p{Z}"]*[=+\-@＝＋－＠−﹣⁺]/u;

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\tplain',
  ' =1',
  '"=1',
  '\u00a0=1',
  '\u200b=1',
  '\ufeff=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM',
  '﹦1',
  '−1',
  '⁺1',
  '﬩1',
  "=cmd|' /C calc'!A0",
])('%j cannot start a formula', (text) => {
  expect(safeCell(text).startsWith("'")).toBe(true);
  expect(cellText(safeCell(text))).toBe(text);
});

test.each([
  ['y\r=1+1', "y\r'=1+1"],
  ['y\n=1+1', "y\n'=1+1"],
  ['a;=1+1', "a;'=1+1"],
  ['a\t=1+1', "a\t'=1+1"],
  ['a; "=1', `a;' "=1`],
  ['a;\t＝1', "a;'\t'＝1"],
  ["a;'=1", "a;''=1"],
  ["a;'b", "a;''b"],
  ["O'Neil; Ann", "O'Neil; Ann"],
  ["'quoted'", "''quoted'"],
  [';=1', "';'=1"],
])('%j becomes %j, whatever separates cells', (text, cell) => {
  expect(safeCell(text)).toBe(cell);
  expect(cellText(cell)).toBe(text);
});

test.each(['', 'plan.txt', 'a=b', '1-2', 'x@example.com', '文件.docx', '  ', 'a;b', 'Ng, -Ana', 'a\tb'])(
  '%j is left as it is',
  (text) => {
    expect(safeCell(text)).toBe(text);
  },
);

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@\t\r\n",;\' ＝＋－＠\u200b\u2028|'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
});
const nastyRows = fc.array(fc.tuple(nasty, nasty, fc.nat()), { minLength: 1, maxLength: 30 });

test('no cell starts a formula, whether commas, semicolons or tabs separate', async () => {
  await fc.assert(
    fc.asyncProperty(nastyRows, async (rows) => {
      const csv = await csvOf(rows);
      for (const delimiter of [',', ';', '\t'])
        for (const cell of readAs(csv, delimiter).flat()) expect(cell).not.toMatch(startsFormula);
      for (const delimiter of [';', '\t'])
        for (const cell of splitAs(csv, delimiter)) expect(cell).not.toMatch(startsFormula);
    }),
  );
});

test('any text reads back as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(nastyRows, async (rows) => {
      const records = parse(await csvOf(rows), { bom: true, record_delimiter: '\r\n' });
      const [header, ...read] = z.array(z.array(z.string())).parse(records);
      expect(header).toEqual([...columns, markedColumn]);
      expect(read.map((row) => row.slice(0, 3).map(cellText))).toEqual(rows.map((row) => row.map(String)));
    }),
  );
});

test('two different texts never look the same', () => {
  fc.assert(
    fc.property(nasty, nasty, (left, right) => {
      fc.pre(left !== right);
      expect(safeCell(left)).not.toBe(safeCell(right));
    }),
  );
});

test('each row names the cells that were changed', async () => {
  const csv = await csvOf([
    ['=1.txt', 'Roe; -Sam', 1],
    ['plan.txt', 'Ng, Ana', 2],
  ]);
  expect(csv).toBe(
    [
      `\uFEFFPath,Custodian,Size,${markedColumn}`,
      `'=1.txt,"Roe;' -Sam",1,"Path, Custodian"`,
      'plan.txt,"Ng, Ana",2,',
      '',
    ].join('\r\n'),
  );
});

test('a text of a million separators is one cell', () => {
  const text = '\t'.repeat(1_000_000);
  expect(safeCell(text)).toBe(`'${text}`);
});
