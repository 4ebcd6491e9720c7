import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { item, jsonOf, sha1, sourceOf } from '../../../test/fixtures/receipt.ts';
import { writeReceiptCsv } from './receipt-csv.ts';
import { verifyReceipt } from './verify.ts';

let dir = '';
let receipt = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lading-custody-'));
  receipt = join(dir, 'receipt.json');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const items = [item(1, { root: '/media/disk1', path: 'plan.txt', sizeBytes: 4, sha1: sha1('plan') })];

describe('a file that is not a receipt', () => {
  test('has its own code: missing, a folder, a CSV, not text, empty', async () => {
    expect(await verifyReceipt(receipt)).toMatchObject({
      ok: false,
      failure: { code: 'receipt-missing', path: receipt },
    });
    expect(await verifyReceipt(dir)).toMatchObject({ ok: false, failure: { code: 'receipt-not-a-file' } });
    const table = join(dir, 'receipt.csv');
    await writeReceiptCsv(sourceOf(items), createWriteStream(table), { head: '', signingKey: null });
    expect(await verifyReceipt(table)).toMatchObject({
      ok: false,
      failure: { code: 'receipt-invalid', problem: 'csv' },
    });
    await writeFile(receipt, Buffer.from([0x7b, 0x0a, 0xff, 0xfe, 0x0a]));
    expect(await verifyReceipt(receipt)).toMatchObject({
      ok: false,
      failure: { code: 'receipt-invalid', problem: 'not-text' },
    });
    await writeFile(receipt, '');
    expect(await verifyReceipt(receipt)).toMatchObject({
      ok: false,
      failure: { code: 'receipt-invalid', problem: 'empty' },
    });
  });

  test('cut off at any byte is never accepted', async () => {
    await writeFile(receipt, await jsonOf(sourceOf(items)));
    const { size } = await stat(receipt);
    for (let kept = size - 1; kept > 0; kept -= 37) {
      await truncate(receipt, kept);
      expect((await verifyReceipt(receipt)).ok, `${kept} bytes`).toBe(false);
    }
  });

  test('an endless line is refused before it fills the memory', async () => {
    await writeFile(receipt, `{\n"format":"lading-receipt",\n"${'x'.repeat(18 * 1_048_576)}`);
    expect(await verifyReceipt(receipt)).toMatchObject({
      ok: false,
      failure: { code: 'receipt-invalid', problem: 'line-too-long' },
    });
  });
});

test('10,000 items with long names are written and checked in a heap that could not hold them', async () => {
  const script = join(import.meta.dirname, '../../../test/fixtures/stream-a-large-receipt.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=64',
    '--max-semi-space-size=16',
    script,
    join(dir, 'large.json'),
    '10000',
  ]);
  const output: unknown = JSON.parse(stdout);
  expect(output).toMatchObject({ written: true, intact: true, items: 10_000 });
  expect(output).toHaveProperty(
    'residentKiB',
    expect.toSatisfy((kibibytes: number) => kibibytes < 300 * 1024),
  );
}, 180_000);
