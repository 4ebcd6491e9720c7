import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ContentType, contradictsExtension } from '../../../../preload/contract/views/content-type.ts';
import { pseudoRandom } from '../../../../test/fakes/evidence.ts';
import { memoryFile } from '../../../../test/fixtures/memory-file.ts';
import { recognize, recognizeFile } from './recognize.ts';
import { signatures } from './signatures.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('a file is recognized by its first bytes', () => {
  const cases: readonly (readonly [ContentType | null, Buffer])[] = [
    ['gz', gzipSync('evidence')],
    ['7z', bytes('7z\xbc\xaf\x27\x1c\0\x04')],
    ['rar4', bytes('Rar!\x1a\x07\0\xcf\x90')],
    ['rar5', bytes('Rar!\x1a\x07\x01\0')],
    ['zip', bytes('PK\x05\x06'.padEnd(22, '\0'))],
    ['zip-segment', bytes('PK\x07\x08PK\x03\x04'.padEnd(40, '\0'))],
    ['e01', bytes('EVF\x09\x0d\x0a\xff\0\x01\x01\0\0\0')],
    ['ex01', bytes('EVF2\r\n\x81\0\x02\x01')],
    ['l01', bytes('LVF\x09\x0d\x0a\xff\0\x01\x01\0\0\0')],
    ['ad1', bytes('ADSEGMENTEDFILE\0\x01')],
    ['dbx', bytes('\xcf\xad\x12\xfe\xc5\xfd\x74\x6f')],
    ['nsf', bytes('\x1a\0\0\x04\0\0\x29\0')],
    ['pst', bytes('!BDN\0\0\0\0SM\x17\0')],
    ['ost', bytes('!BDN\0\0\0\0SO\x24\0')],
    ['pdf', bytes('%PDF-1.7\n')],
    ['rtf', bytes('{\\rtf1\\ansi')],
    ['bmp', bytes('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0')],
    ['bz2', bytes('BZh91AY&SY')],
    ['wav', bytes('RIFF\x24\0\0\0WAVEfmt ')],
    ['mp4', bytes('\0\0\0\x18ftypisom')],
    ['heic', bytes('\0\0\0\x18ftypheic')],
    ['html', bytes('\r\n<!DOCTYPE html><html>')],
    ['xml', bytes('<?xml version="1.0"?><a/>')],
    ['mbox', bytes('From ann@x.org Mon Jan  1 00:00:00 2024\nReceived: by x\n\n')],
    ['eml', bytes('Return-Path: <a@x>\r\nReceived: by x\r\n\tfor y\r\nSubject: Hi\r\n\r\nText')],
    ['text', bytes('Note: From here on, this is prose.\nSubject to change.')],
    ['text', Buffer.from('Łódź, 東京\r\n', 'utf8')],
    ['text', Buffer.from('\ufeffUnicode text', 'utf16le')],
    ['text', Buffer.from('\ufeffUnicode text', 'utf16le').swap16()],
    ['compress', bytes('\x1f\x9d\x90\x61\x84\x8c')],
    ['arj', bytes('\x60\xea\x29\0\x1e\x0b\x01\x02\x10\0\x02\0')],
    [
      'executable',
      bytes(`MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff${'\0'.repeat(46)}\x80\0\0\0`.padEnd(1100, '\0')),
    ],
    ['executable', bytes(`MZ${'\0'.repeat(58)}\x40\0\0\0PE\0\0`)],
    [null, Buffer.from([0x80, 0, 1, 2, 3])],
    [null, Buffer.alloc(4096)],
    [null, Buffer.alloc(0)],
  ];
  test.each(cases)('%s', (type, head) => {
    expect(recognize(head, head.length)).toBe(type);
  });
});

test.each(signatures)('$type: $bytes at $offset', ({ type, offset, bytes: signature }) => {
  const head = Buffer.concat([Buffer.alloc(offset, 0x80), signature]);
  expect(recognize(head, head.length)).toBe(type);
  expect(recognize(head.subarray(0, -1), head.length)).not.toBe(type);
});

test('an optical disc is recognized by what follows the 32 KiB of its boot loader', () => {
  const disc = (...ids: readonly string[]) =>
    memoryFile(
      Buffer.concat([
        Buffer.alloc(32_768),
        ...ids.map((id) => Buffer.concat([bytes(`\x01${id}`), Buffer.alloc(2_048 - 6)])),
      ]),
    );
  expect(recognizeFile(disc('CD001'))).toBe('iso');
  expect(recognizeFile(disc('BEA01', 'NSR02'))).toBe('iso');
  expect(recognizeFile(disc('BEA01', 'BEA01', 'BEA01', 'NSR03'))).toBe('iso');
  expect(recognizeFile(disc('BEA01', 'XXXXX', 'NSR03'))).toBeNull();
  expect(recognizeFile(disc('XXXXX', 'CD001'))).toBeNull();
  expect(recognizeFile(disc())).toBeNull();
  expect(recognizeFile(memoryFile(bytes('\x01CD001')))).toBeNull();
});

test.each([1, 2])('random bytes are not taken for a format, whichever two they begin with: %i', (seed) => {
  const head = Buffer.concat([...pseudoRandom(`bytes ${seed}`, 4096)]);
  const taken: string[] = [];
  for (let start = 0; start < 65_536; start += 1) {
    head.writeUInt16BE(start, 0);
    const type = recognize(head, head.length);
    if (type !== null) taken.push(`${start.toString(16)} ${type}`);
  }
  expect(taken).toEqual([]);
});

test('a name that claims other content contradicts it; an unknown or a general one does not', () => {
  expect(contradictsExtension('zip', 'photo.jpg')).toBe(true);
  expect(contradictsExtension('executable', 'invoice.pdf')).toBe(true);
  expect(contradictsExtension('jpeg', 'scan.png')).toBe(true);
  expect(contradictsExtension('jpeg', 'scan.JPG')).toBe(false);
  expect(contradictsExtension('eml', 'message.txt')).toBe(false);
  expect(contradictsExtension('zip', 'backup.abc')).toBe(false);
  expect(contradictsExtension('zip', 'README')).toBe(false);
  expect(contradictsExtension('zip', 'model.config')).toBe(false);
  expect(contradictsExtension('e01', 'disk.E02')).toBe(false);
});
