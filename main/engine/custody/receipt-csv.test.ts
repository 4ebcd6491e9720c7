import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { item, sourceOf, textSink } from '../../../test/fixtures/receipt.ts';
import type { ReceiptItem, ReceiptUpload } from './receipt.ts';
import { cellText, csvHeader, safeCell, writeReceiptCsv } from './receipt-csv.ts';

const rowsOf = async (
  items: readonly ReceiptItem[],
  upload: Partial<ReceiptUpload> = {},
): Promise<string[][]> => {
  const sink = textSink();
  expect((await writeReceiptCsv(sourceOf(items, upload), sink.writable)).ok).toBe(true);
  return z.array(z.array(z.string())).parse(parse(sink.text(), { bom: true, record_delimiter: '\r\n' }));
};
const column = (name: string): number => csvHeader.indexOf(name);

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
  '\u00a0=1',
  '\u200b=1',
  '\ufeff=1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM',
  '﹦1',
  '−1',
  "=cmd|' /C calc'!A0",
])('%j cannot start a formula', (text) => {
  expect(safeCell(text)).toBe(`'${text}`);
});

test.each(['', 'plan.txt', 'a=b', '1-2', 'x@example.com', '文件.docx', '  '])(
  '%j is left as it is',
  (text) => {
    expect(safeCell(text)).toBe(text);
  },
);

const nasty = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '"',
      ',',
      ';',
      "'",
      ' ',
      '＝',
      '＋',
      '－',
      '＠',
      '\u200b',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
});

test('no cell that is read back starts with a sign that a spreadsheet would run', async () => {
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, async (path, custodian, reason) => {
      const rows = await rowsOf([item(1, { path, custodian, reasonText: reason, outcome: 'failed' })]);
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/);
    }),
  );
});

test('any name reads back as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(nasty, nasty, nasty, async (path, custodian, reason) => {
      const [header, row] = await rowsOf([
        item(1, { path, custodian, reasonText: reason, outcome: 'skipped' }),
      ]);
      expect(header).toEqual(csvHeader);
      expect(row).toHaveLength(csvHeader.length);
      expect(cellText(row?.[column('Path')] ?? '')).toBe(path);
      expect(cellText(row?.[column('Custodian')] ?? '')).toBe(custodian);
      expect(cellText(row?.[column('Reason')] ?? '')).toBe(reason);
    }),
  );
});

test('two different names never look the same', () => {
  fc.assert(
    fc.property(nasty, nasty, (left, right) => {
      fc.pre(left !== right);
      expect(safeCell(left)).not.toBe(safeCell(right));
    }),
  );
});

test('it begins with a byte order mark, ends its lines with CRLF, and has outcomes in plain English', async () => {
  const sink = textSink();
  const items = [
    item(1),
    item(2, { outcome: 'skipped', reasonText: 'zero bytes, "empty"', sourceFileId: null }),
  ];
  await writeReceiptCsv(sourceOf(items), sink.writable);
  const lines = sink.text().split('\r\n');
  expect(lines[0]).toBe(`\uFEFF${csvHeader.join(',')}`);
  expect(lines).toHaveLength(4);
  expect(lines[3]).toBe('');
  expect(lines[2]).toContain('skipped,"zero bytes, ""empty"""');
});

test('every row says whether the upload went to a sandbox, and has the code of its reason', async () => {
  const items = [item(1, { outcome: 'failed', reason: { code: 'path-missing' }, reasonText: 'Gone.' })];
  const [, row] = await rowsOf(items, { sandbox: true });
  expect(row?.[column('Sandbox')]).toBe('yes');
  expect(row?.[column('Reason code')]).toBe('path-missing');
});
