import { expect, test } from 'vitest';
import { unicodeEncodingOf } from './text-encoding.ts';

const md5 = 'd41d8cd98f00b204e9800998ecf8427e';

test.each([
  ['a list of hashes', `${md5}  a.txt\r\n`],
  ['a CSV', 'path;custodian\nA;Ng\n'],
  ['one word', 'a'],
  ['text in Greek', 'αβγ\nδεζ\n'],
  ['letters whose second byte is zero', `Ā${'word '.repeat(10)}`],
])('%s in UTF-16 is recognized by its zeros, and with a mark', (_what, text) => {
  const bytes = Buffer.from(text, 'utf16le');
  expect(unicodeEncodingOf(bytes)).toBe('utf-16le');
  expect(unicodeEncodingOf(Buffer.from(bytes).swap16())).toBe('utf-16be');
  const marked = Buffer.from(`\ufeff${text}`, 'utf16le');
  expect(unicodeEncodingOf(marked)).toBe('utf-16le');
  expect(unicodeEncodingOf(Buffer.from(marked).swap16())).toBe('utf-16be');
});

test.each([
  ['nothing', ''],
  ['ASCII', `${md5}  a.txt\n`],
  ['lines that end with a zero, as md5sum -z writes them', `${md5}  a.txt\0${md5}  bc.txt\0`.repeat(20)],
  ['one such line', `${md5}  a.txt\0`],
])('%s is not UTF-16', (_what, text) => {
  expect(unicodeEncodingOf(Buffer.from(text))).toBe(null);
});

test('UTF-8 is recognized by its mark', () => {
  expect(unicodeEncodingOf(Buffer.from('\ufeffa'))).toBe('utf-8');
});
