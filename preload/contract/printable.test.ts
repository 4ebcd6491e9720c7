import { expect, test } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import { printable } from './printable.ts';

test.each([
  ['new\nline.txt', 'new␊line.txt'],
  ['\u202Egpj.exe', '\uFFFDgpj.exe'],
  ['a\u2066b\u2069.txt', 'a\uFFFDb\uFFFD.txt'],
  ['a\u001B[2Jb\nc\u202Etxt.exe', 'a␛[2Jb␊c\uFFFDtxt.exe'],
  ['ملف سري.pdf', 'ملف سري.pdf'],
  ['👩‍👩‍👧‍👦 hall 3, x̄.csv', '👩‍👩‍👧‍👦 hall 3, x̄.csv'],
])('a name is shown on one line and in its own reading direction: %j', (name, shown) => {
  expect(printable(name)).toBe(shown);
});

test('no text moves a cursor, breaks a line or reverses its direction', () => {
  const anyText = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(anyText, (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
    }),
  );
});
