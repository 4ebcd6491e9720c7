import { describe, expect, test } from 'vitest';
import { memoryFile } from '../../../../test/fixtures/memory-file.ts';
import { oleFile } from '../../../../test/fixtures/ole-file.ts';
import { checkContent, passwordCheckOf } from '../readers.ts';
import { recognizeFile } from '../recognize/recognize.ts';
import { OleFile } from './ole-file.ts';

/** BOF, then FILEPASS with RC4. */
const lockedWorkbook = Buffer.concat([
  Buffer.from('0908080000060500000000002f003600', 'hex'),
  Buffer.from('010001000100', 'hex'),
  Buffer.alloc(4100, 7),
]);

test('a locked workbook with a Word document embedded in it is a locked workbook', () => {
  const file = memoryFile(oleFile('Workbook', lockedWorkbook, 'WordDocument'));
  expect(recognizeFile(file)).toBe('xls');
  expect(checkContent('xls', file)).toMatchObject({ isEncrypted: true, locked: 'file' });
  expect(passwordCheckOf('xls', file).kind).toBe('check');
});

test('a file whose directory tree leads nowhere is told by all of its entries', () => {
  const bytes = oleFile('WordDocument', Buffer.alloc(4096));
  bytes.writeUInt32LE(0xffffffff, 1024 + 76);
  expect(recognizeFile(memoryFile(bytes))).toBe('doc');
});

test('a directory tree that leads back to itself ends', () => {
  const bytes = oleFile('Workbook', lockedWorkbook, 'WordDocument');
  for (const at of [1024 + 128 + 68, 1024 + 256 + 68, 1024 + 256 + 72]) bytes.writeUInt32LE(1, at);
  expect(OleFile.open(memoryFile(bytes))?.names).toEqual(['Workbook', 'MBD0001']);
});

describe("a chain that comes back to the file's last, short sector", () => {
  const bytes = oleFile('PowerPoint Document', Buffer.alloc(4096, 1));
  const short = bytes.subarray(0, bytes.length - 511);
  const last = 2 + 7;
  short.writeUInt32LE(last, 512 + last * 4);
  // It claims 4 GB.
  short.writeUInt32LE(0xfffffff0, 1024 + 128 + 120);

  test('is not followed for every byte that the stream claims', () => {
    let reads = 0;
    const file = memoryFile(short);
    const ole = OleFile.open({
      sizeBytes: file.sizeBytes,
      read: (position, length) => {
        reads += 1;
        return file.read(position, length);
      },
    });
    expect(ole?.read('PowerPoint Document', 64 * 1_048_576)?.length).toBe(7 * 512 + 1);
    expect(reads).toBeLessThan(50);
  });
});
