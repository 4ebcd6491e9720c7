import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { item, sourceOf, textSink } from '../../../test/fixtures/receipt.ts';
import { cellText, markedColumn } from '../csv/write-csv.ts';
import type { ReceiptItem, ReceiptUpload } from './receipt.ts';
import { csvHeader, writeReceiptCsv } from './receipt-csv.ts';

const log = { head: 'ab'.repeat(32), signingKey: 'cd'.repeat(32) };

const rowsOf = async (
  items: readonly ReceiptItem[],
  upload: Partial<ReceiptUpload> = {},
): Promise<string[][]> => {
  const sink = textSink();
  expect((await writeReceiptCsv(sourceOf(items, upload), sink.writable, log)).ok).toBe(true);
  return z.array(z.array(z.string())).parse(parse(sink.text(), { bom: true, record_delimiter: '\r\n' }));
};
const column = (name: string): number => csvHeader.indexOf(name);

test('texts that could start a formula read back as they were written', async () => {
  const values = { path: '=1;+2.txt', custodian: 'Roe\t=1', reasonText: "'-1" };
  const [header, row] = await rowsOf([item(1, { ...values, outcome: 'skipped' })]);
  expect(header).toEqual([...csvHeader, markedColumn]);
  expect(row?.at(-1)).toBe('Path, Custodian, Reason');
  expect(['Path', 'Custodian', 'Reason'].map((name) => cellText(row?.[column(name)] ?? ''))).toEqual(
    Object.values(values),
  );
});

test('it begins with a byte order mark, ends its lines with CRLF, and has outcomes in plain English', async () => {
  const sink = textSink();
  const items = [
    item(1),
    item(2, { outcome: 'skipped', reasonText: 'zero bytes, "empty"', sourceFileId: null }),
  ];
  await writeReceiptCsv(sourceOf(items), sink.writable, log);
  const lines = sink.text().split('\r\n');
  expect(lines[0]).toBe(`\uFEFF${csvHeader.join(',')},${markedColumn}`);
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

test('a row says in plain English what pre-flight found about the file, and with which codes', async () => {
  const findings = [
    { code: 'damaged', details: { type: 'zip' }, text: 'It is cut short.' },
    { code: 'encrypted', details: { type: 'zip' }, text: 'It needs a password.' },
  ];
  const [, found, nothing] = await rowsOf([item(1, { findings }), item(2)]);
  expect(found?.[column('Findings')]).toBe('It is cut short. It needs a password.');
  expect(found?.[column('Finding codes')]).toBe('damaged; encrypted');
  expect([nothing?.[column('Findings')], nothing?.[column('Finding codes')]]).toEqual(['', '']);
});

test('every row names the entry of the log that it was written at, and the key', async () => {
  const [, row] = await rowsOf([item(1)]);
  expect(row?.[column('Log head')]).toBe(log.head);
  expect(row?.[column('Signing key')]).toBe(log.signingKey);
});
