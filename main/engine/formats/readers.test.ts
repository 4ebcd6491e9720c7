import { describe, expect, test } from 'vitest';
import type { ContentDamage } from '../../../preload/contract/views/content-check.ts';
import type { ContentType } from '../../../preload/contract/views/content-type.ts';
import {
  cabinetBytes,
  ewf2Bytes,
  ewfBytes,
  isoBytes,
  pdfBytes,
  rar4Bytes,
  rar5Bytes,
  sevenZipBytes,
  tarBytes,
  vhdBytes,
  wholeContainers,
} from '../../../test/fixtures/container-bytes.ts';
import { lockedFiles } from '../../../test/fixtures/locked-files.ts';
import { memoryFile } from '../../../test/fixtures/memory-file.ts';
import { pstFile } from '../../../test/fixtures/pst-file.ts';
import { checkContent } from './readers.ts';
import { recognizeFile } from './recognize/recognize.ts';

const check = (type: ContentType, bytes: Buffer) => checkContent(type, memoryFile(bytes));
const cut = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by);
function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

test.each(wholeContainers)('a whole %s is recognized and passes', (type, bytes) => {
  expect(recognizeFile(memoryFile(bytes))).toBe(type);
  expect(check(type, bytes)).toMatchObject({ isEncrypted: false, locked: null, damage: null });
});

describe('damage is found before it is sent', () => {
  const short = (bytes: Buffer, by: number): ContentDamage => ({
    kind: 'cut-short',
    expectedBytes: bytes.length,
    foundBytes: bytes.length - by,
  });
  const cases: readonly (readonly [string, ContentType, Buffer, Partial<ContentDamage>])[] = [
    ['7z without its end', '7z', cut(sevenZipBytes(), 1), short(sevenZipBytes(), 1)],
    [
      '7z with another start',
      '7z',
      changed(sevenZipBytes(), 13),
      { kind: 'checksum-mismatch', part: 'header' },
    ],
    [
      '7z with another end',
      '7z',
      changed(sevenZipBytes(), 42),
      { kind: 'checksum-mismatch', part: 'table-of-contents' },
    ],
    [
      'RAR 4 without its end',
      'rar4',
      rar4Bytes({ hasEnd: false }),
      { kind: 'end-missing', part: 'end-record' },
    ],
    ['RAR 4 cut in a file', 'rar4', cut(rar4Bytes({ hasEnd: false }), 3), { kind: 'cut-short' }],
    [
      'RAR 4 with another header',
      'rar4',
      changed(rar4Bytes(), 30),
      { kind: 'checksum-mismatch', part: 'entry' },
    ],
    ['RAR 5 without its end', 'rar5', cut(rar5Bytes(), 8), { kind: 'end-missing', part: 'end-record' }],
    [
      'RAR 5 with another header',
      'rar5',
      changed(rar5Bytes(), 13),
      { kind: 'checksum-mismatch', part: 'entry' },
    ],
    ['TAR cut in a file', 'tar', cut(tarBytes(), 1024 + 510), { kind: 'cut-short' }],
    ['TAR without its end', 'tar', cut(tarBytes(), 1024), { kind: 'end-missing', part: 'end-record' }],
    [
      'TAR with garbage',
      'tar',
      Buffer.concat([cut(tarBytes(), 1024), Buffer.alloc(512, 9)]),
      { kind: 'invalid', part: 'entry', position: 1024 },
    ],
    ['cabinet', 'cab', cut(cabinetBytes(), 9), short(cabinetBytes(), 9)],
    ['PST', 'pst', cut(pstFile(), 100), short(pstFile(), 100)],
    ['PST with another header', 'pst', changed(pstFile(), 40), { kind: 'checksum-mismatch', part: 'header' }],
    ['E01 without its last section', 'e01', cut(ewfBytes(), 76), short(ewfBytes(), 76)],
    [
      'E01 with another section',
      'e01',
      changed(ewfBytes(), 20),
      { kind: 'checksum-mismatch', part: 'segment-table' },
    ],
    [
      'Ex01 without its last section',
      'ex01',
      cut(ewf2Bytes(false), 64),
      { kind: 'end-missing', part: 'segment-table' },
    ],
    ['ISO', 'iso', cut(isoBytes(), 350 * 2048), short(isoBytes(), 350 * 2048)],
    ['VHD without its footer', 'vhd', cut(vhdBytes(), 512), { kind: 'end-missing', part: 'end-record' }],
    ['PDF without its end', 'pdf', cut(pdfBytes(), 20), { kind: 'end-missing', part: 'table-of-contents' }],
  ];
  test.each(cases)('%s', (_name, type, bytes, damage) => {
    expect(check(type, bytes).damage).toMatchObject(damage);
  });

  test('a segment that is not the last one is whole', () => {
    expect(check('e01', ewfBytes('next'))).toMatchObject({
      damage: null,
      segment: { number: 1, isFollowed: true },
    });
    expect(check('e01', ewfBytes()).segment).toEqual({ number: 1, isFollowed: false });
    expect(check('e01', cut(ewfBytes('next'), 1)).segment).toBeNull();
    expect(check('ex01', changed(ewf2Bytes(false), 12)).segment?.isFollowed).toBe(false);
  });
});

describe('what needs a password', () => {
  test.each(lockedFiles.map((file) => [`${file.what} (${file.madeBy})`, file] as const))(
    '%s',
    (_name, { bytes, type }) => {
      const recognized = recognizeFile(memoryFile(bytes));
      expect(recognized).toBe(type);
      expect(checkContent(type, memoryFile(bytes))).toMatchObject({ isEncrypted: true, damage: null });
      expect(checkContent(type, memoryFile(bytes)).locked).not.toBeNull();
    },
  );
  test.each<[string, ContentType, Buffer]>([
    ['RAR 4', 'rar4', rar4Bytes({ isEncrypted: true })],
    ['RAR 5', 'rar5', rar5Bytes({ isEncrypted: true })],
    ['Ex01', 'ex01', ewf2Bytes(true)],
    ['AD1', 'ad1', Buffer.from('ADCRYPT\0', 'latin1')],
    ['PDF', 'pdf', pdfBytes('/Encrypt 5 0 R')],
    [
      'S/MIME message',
      'eml',
      Buffer.from('From: a\r\nContent-Type: application/pkcs7-mime;\r\n smime-type=enveloped-data\r\n\r\nx'),
    ],
  ])('%s', (_name, type, bytes) => {
    expect(check(type, bytes)).toMatchObject({ isEncrypted: true, locked: 'file', damage: null });
  });
  test('a PDF whose earlier version says so', () => {
    const first = pdfBytes('/Encrypt 5 0 R');
    const at = first.indexOf('xref\n');
    const update = `xref\n0 0\ntrailer\n<</Size 2/Prev ${at}>>\nstartxref\n${first.length}\n%%EOF\n`;
    expect(check('pdf', Buffer.concat([first, Buffer.from(update)]))).toMatchObject({ isEncrypted: true });
  });
  test('text about encryption in a PDF is no encryption', () => {
    const bytes = pdfBytes('/Title(/Encrypt)');
    expect(check('pdf', bytes)).toMatchObject({ isEncrypted: false });
  });
});

test('the size of a file in a TAR archive that its header has no room for is the one stated in front of it', () => {
  const header = (type: string, size: string): Buffer => {
    const block = Buffer.alloc(512);
    block.write('disk.img', 'latin1');
    block.write(size.padStart(11, '0'), 124, 'latin1');
    block.write(`        ${type}`, 148, 'latin1');
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return block;
  };
  const stated = '19 size=9000000000\n';
  const start = Buffer.concat([header('x', stated.length.toString(8)), Buffer.alloc(512), header('0', '0')]);
  start.write(stated, 512, 'latin1');
  const endOfFile = start.length + Math.ceil(9e9 / 512) * 512;
  const archive = {
    sizeBytes: endOfFile + 1024,
    read: (position: number, length: number) =>
      position < start.length
        ? start.subarray(position, position + length)
        : Buffer.alloc(length, position < endOfFile ? 7 : 0),
  };
  expect(checkContent('tar', archive)).toMatchObject({
    damage: null,
    listing: { entries: 1, expandedBytes: 9e9 },
  });
});
