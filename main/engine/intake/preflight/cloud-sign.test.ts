import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { cloudSignOf, mayKeepContentElsewhere } from './cloud-sign.ts';

const local = { name: 'a.docx', sizeBytes: 100_000, blocks: 200 };

test.each([
  ['a file on this disk', {}, null],
  ['a size without blocks', { blocks: 0 }, 'no-blocks'],
  ['a small file, which is kept beside its name', { blocks: 0, sizeBytes: 600 }, null],
  ['an empty file', { blocks: 0, sizeBytes: 0 }, null],
  ["iCloud's placeholder", { name: '.a.docx.icloud', sizeBytes: 180 }, 'placeholder'],
  ['a name that only contains icloud', { name: 'a.icloud' }, null],
  ["Google Drive's shortcut", { name: 'Budget.gsheet', sizeBytes: 176 }, 'shortcut'],
  ['a large file of such a name', { name: 'Budget.gsheet' }, null],
])('%s', (_, facts, sign) => {
  expect(cloudSignOf({ ...local, ...facts }, () => true)).toBe(sign);
});

test('a sparse file on a disk that keeps everything it has is not in a cloud', () => {
  expect(cloudSignOf({ ...local, blocks: 0 }, () => false)).toBeNull();
  expect(mayKeepContentElsewhere(tmpdir())).toBe(process.platform !== 'linux');
});
