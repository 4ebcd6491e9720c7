import { expect, test } from 'vitest';
import { isTemporaryFolder, isTemporaryName } from './temporary-name.ts';

test.each([
  ['~$contract.docx', 162],
  ['~WRD0001.tmp', 40_000],
  ['A1B2C3D4.TMP', 0],
  ['film.mp4.part', 1],
  ['film.mp4.partial', 1],
  ['Unconfirmed 837462.crdownload', 1],
  ['disk.e01.filepart', 1],
  ['disk.e01.aria2', 1],
  ['.~lock.sheet.ods#', 80],
  ['.mailbox.pst.Xy12Zw', 1],
  ['..hidden.a1B2c3', 1],
  ['.notes.txt.swp', 12_288],
  ['.nfs000000000012ab', 1],
  ['.fuse_hidden0000001', 1],
])('%s is temporary', (name, sizeBytes) => {
  expect(isTemporaryName(name, sizeBytes)).toBe(true);
});

test.each([
  ['Thumbs.db', 1],
  ['~$ledger.xlsx', 50_000],
  ['~backup.pst', 1],
  ['.bashrc.backup', 1],
  ['.access.log.202611', 1],
  ['.~lock.sheet.ods', 1],
  ['mailbox.pst.Xy12Zw', 1],
  ['part', 1],
  ['tmp', 1],
  ['report.part1.rar', 1],
  ['template.tmpl', 1],
  ['', 1],
])('%s is not temporary', (name, sizeBytes) => {
  expect(isTemporaryName(name, sizeBytes)).toBe(false);
});

test('folders of unfinished files', () => {
  expect(['.~tmp~', '.rsync-partial', 'Big.zip.download'].map(isTemporaryFolder)).toEqual([true, true, true]);
  expect(['tmp', 'download', 'Downloads'].map(isTemporaryFolder)).toEqual([false, false, false]);
});
