import { expect, test } from 'vitest';
import { parseBytes } from './parse-bytes.ts';

test.each([
  ['0', 0],
  ['1000', 1000],
  ['50M', 50_000_000],
  ['50m', 50_000_000],
  ['800k', 800_000],
  ['500 kB', 500_000],
  ['1.5G', 1_500_000_000],
  ['2 tb', 2_000_000_000_000],
  ['50Mi', 52_428_800],
  ['2 KiB', 2048],
  ['12 bytes', 12],
  ['1 byte', 1],
  ['12ytes', null],
  ['-5M', null],
  ['50Mbit', null],
  ['50 MB/s', null],
  ['much', null],
  ['', null],
  ['1e9', null],
  ['99999999999999999999G', null],
])('%j is %s bytes', (text, bytes) => expect(parseBytes(text)).toBe(bytes));
