import { expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { nameFindings, pathFindings } from './name-findings.ts';

const found = (name: string, isUnicode = true) =>
  nameFindings(name, isUnicode).map(({ code, details }) => [code, ...Object.values(details)].join(' '));

test.each([
  ['letter.docx', []],
  ['.DS_Store', []],
  ['契約書.docx', []],
  ['e\u0301 decomposed', []],
  ['con', ['name-reserved CON']],
  ['Con.txt', ['name-reserved CON']],
  ['NUL .tar.gz', ['name-reserved NUL']],
  ['com1', ['name-reserved COM1']],
  ['lpt³.doc', ['name-reserved LPT³']],
  ['contract.pdf', []],
  ['com10.txt', []],
  ['a.', ['name-invalid trailing-dot']],
  ['a ', ['name-invalid trailing-space']],
  ['what?.txt', ['name-invalid character']],
  ['12:30.txt', ['name-invalid character']],
  ['back\\slash', ['name-invalid character']],
  ['two\nlines', ['name-misleading control']],
  ['bell\u0007', ['name-misleading control']],
  ['invoice\u202Efdp.exe', ['name-misleading bidi']],
  ['\u200Fחוזה\u200F.docx', []],
  ['con:\u202E.', ['name-invalid character', 'name-misleading bidi']],
  ['x'.repeat(256), ['path-too-long 256 255 name']],
])('%j', (name, expected) => {
  expect(found(name)).toEqual(expected);
});

test('a name that is not Unicode is named as such', () => {
  expect(found('caf%E9', false)).toEqual(['name-invalid not-unicode']);
});

test.each([
  ['a/b', 'c.txt', null],
  ['f'.repeat(250), 'abcde', null],
  ['f'.repeat(250), 'abcdef', 257],
])('a path of %s and %s', (folder, name, characters) => {
  expect(pathFindings(folder, name)).toEqual(
    characters === null ? [] : [{ code: 'path-too-long', details: { characters, max: 256, part: 'path' } }],
  );
});

test('the fast way for plain names finds what the whole check finds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
      // A name that is certainly not plain takes the whole check.
      const whole = found(`${name}\u202E`).filter((code) => !code.startsWith('name-misleading'));
      const ends = name.endsWith('.') || name.endsWith(' ');
      const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)/i.test(name);
      if (!ends && !isReserved)
        expect(found(name).filter((code) => !code.startsWith('name-misleading'))).toEqual(whole);
    }),
  );
});
