import { expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { foldText } from './fold-text.ts';

test.each([
  ['Договор', 'договор'],
  ['Re\u0301sume\u0301', 'r\u00e9sum\u00e9'],
  ['STRASSE', 'Straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['ＡＢＣ', 'abc'],
  ['ﬁle', 'FILE'],
  ['Å', 'a\u030a'],
])('%s is found as %s', (text, search) => {
  expect(foldText(text)).toBe(foldText(search));
});

test('folding again changes nothing, and plain text stays plain', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
  expect(foldText('A.txt')).toBe('a.txt');
});
