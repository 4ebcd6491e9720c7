import { expect, test } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { printable, printableJson } from './printable.ts';

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

test('JSON for a terminal has no character that a terminal acts on, and the same value', () => {
  const anyJson = fc.jsonValue({ stringUnit: 'binary' });
  fc.assert(
    fc.property(anyJson, fc.constantFrom(undefined, 2), (value, indent) => {
      const text = printableJson(value, indent);
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u2028\u2029]/u);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(printableJson('\u009B2J\u202E')).toBe(String.raw`"\u009b2J\u202e"`);
  expect(printableJson({ a: [1] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}');
});
