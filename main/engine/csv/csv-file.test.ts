import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unwrap } from '../../../test/fixtures/result.ts';
import { blocksOf, type CsvFile, hashedFile, openCsv } from './csv-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'csv-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'people.csv');

const changes: readonly (readonly [string, () => void])[] = [
  ['written over', () => writeFileSync(path, 'path,custodian\nA,Eve\n')],
  [
    'written over and given its time again',
    () => {
      writeFileSync(path, 'path,custodian\nA,Eve\n');
      utimesSync(path, 1, 1);
    },
  ],
  ['cut off', () => writeFileSync(path, 'path,cust')],
];

test.each(changes)('a file that is %s while it is open has changed', async (_, change) => {
  writeFileSync(path, 'path,custodian\nA,Bob\n');
  utimesSync(path, 1, 1);
  const file = unwrap(await openCsv(path));
  const before = await file.isUnchanged();
  change();
  expect([before, await file.isUnchanged()]).toEqual([true, false]);
  await file.close();
});

async function readAll(file: CsvFile): Promise<string> {
  let text = '';
  for await (const block of blocksOf(file)) text += block.toString();
  return text;
}

test('the hash is that of the last pass from the start', async () => {
  writeFileSync(path, 'one');
  const file = hashedFile(unwrap(await openCsv(path)), 'sha1');
  await readAll(file);
  writeFileSync(path, 'two');
  expect([await readAll(file), file.digest()]).toEqual([
    'two',
    createHash('sha1').update('two').digest('hex'),
  ]);
  await file.close();
});
