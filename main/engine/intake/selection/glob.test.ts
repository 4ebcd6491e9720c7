import { describe, expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { parseGlob } from './glob.ts';

function matches(glob: string, path: string, options = {}): boolean {
  const parsed = parseGlob(glob, options);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.pattern.test(path);
}

describe('a glob', () => {
  test.each<[string, string, boolean]>([
    ['*.tmp', 'a.tmp', true],
    ['*.tmp', 'x/y/a.TMP', true],
    ['*.tmp', 'a.tmp2', false],
    ['*.tmp', 'a.tmp/inside', true],
    ['/*.tmp', 'x/a.tmp', false],
    ['Mail', 'Mail/Inbox/1.eml', true],
    ['Mail', 'x/Mail/1.eml', true],
    ['Mail', 'Mailbox/1.eml', false],
    ['/Mail/', 'x/Mail/1.eml', false],
    ['./Mail/', 'Mail/1.eml', true],
    ['./Mail', 'x/Mail/1.eml', false],
    ['./a.txt', 'x/a.txt', false],
    ['./a.txt', 'a.txt', true],
    ['Mail/', 'x/Mail', false],
    ['Mail/', 'x/Mail/', true],
    ['Mail/', 'x/Mail/1.eml', true],
    ['Mail/*.eml', 'Mail/1.eml', true],
    ['Mail/*.eml', 'Mail/a/1.eml', false],
    ['Mail/*.eml', 'x/Mail/1.eml', false],
    ['Mail/**', 'Mail/a/b/1.eml', true],
    ['Mail/**', 'Mail', false],
    ['**/Mail/*.eml', 'Mail/1.eml', true],
    ['**/Mail/*.eml', 'x/y/Mail/1.eml', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/xb', false],
    ['**', '.hidden/.x', true],
    ['*', '.hidden', true],
    ['?.txt', 'ä.txt', true],
    ['?.txt', 'ab.txt', false],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]a]x', ']x', true],
    ['x[a\\-z]', 'x-', true],
    ['x[a\\-z]', 'xm', false],
    ['x[a\\]z]', 'x]', true],
    ['x[\\d]', 'x1', false],
    ['x[\\\\]', 'x\\', true],
    ['*.{doc,xls}{,x}', 'r.xlsx', true],
    ['*.{doc,xls}{,x}', 'r.ppt', false],
    ['a\\*b', 'a*b', true],
    ['a\\*b', 'axb', false],
    ['(a|b)+$.txt', '(a|b)+$.txt', true],
    ['a,b', 'a,b', true],
    ['a*b', 'a\nb', true],
    ['Müller', 'mÜLLER/x', true],
    ['#x-1 & 2', '#x-1 & 2', true],
  ])('%j on %j: %s', (glob, path, expected) => {
    expect(matches(glob, path)).toBe(expected);
  });

  test('tells upper from lower case where asked', () => {
    expect(matches('*.TMP', 'a.tmp', { matchCase: true })).toBe(false);
    expect(matches('*.TMP', 'a.TMP', { matchCase: true })).toBe(true);
  });

  test.each(['', '/', '[a', '{a', 'a**', 'a\\', '{{{{{{a}}}}}}', '[a/b]', '[z-a]', 'x'.repeat(1001)])(
    'that is wrong is refused with a reason: %j',
    (glob) => {
      expect(parseGlob(glob)).toEqual({ problem: expect.stringMatching(/./) });
    },
  );

  test('of any kind answers on a path of 4,096 characters', () => {
    const piece = fc.constantFrom('*', '**/', '?', '[a-z]', '{a,*}', 'a', '/', 'b');
    const path = `${'a'.repeat(250)}/`.repeat(16);
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 200 }), (pieces) => {
        const parsed = parseGlob(pieces.join(''));
        // A backtracking engine would not end.
        if (!('problem' in parsed)) parsed.pattern.test(path);
      }),
      { numRuns: 100 },
    );
  });

  test('that is the escaped path matches that path, and any text is taken or refused', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (text) => {
        parseGlob(text);
        const name = text.replaceAll('/', '').normalize('NFC');
        if (name === '') return;
        expect(matches([...name].map((char) => `\\${char}`).join(''), name)).toBe(true);
      }),
    );
  });
});
