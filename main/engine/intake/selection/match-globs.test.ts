import { expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { parseGlob } from './glob.ts';
import { matchGlobs } from './match-globs.ts';

const options = fc.record({ matchCase: fc.boolean() });
const piece = fc.constantFrom(
  ...[
    '*',
    '**',
    '**/',
    '/',
    '?',
    '[a-c]',
    '[!b]',
    '{a,*}',
    '{a/b,c}',
    '\\*',
    '\\a',
    'a',
    'B',
    'c.pdf',
    '.',
    ' ',
  ],
  ...['*.pdf', 'ä', 'ſ', 'K', '$', '(', '-', 'a*'],
);
const glob = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const name = fc
  .array(
    fc.constantFrom('a', 'b', 'B', 'c.pdf', '.PDF', 'a\u0308', 's', 'ſ', 'k', 'K', '*', ' ', '\n', '('),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(''));
const folder = fc.array(name, { maxLength: 3 }).map((names) => names.join('/'));

test('a list of globs gives the first that matches the whole path, as each does alone', () => {
  fc.assert(
    fc.property(
      fc.array(glob, { minLength: 1, maxLength: 4 }),
      options,
      fc.array(fc.tuple(folder, name), { minLength: 1, maxLength: 6 }),
      (globs, { matchCase }, files) => {
        const usable = globs.flatMap((each) => {
          const parsed = parseGlob(each, { matchCase });
          return 'problem' in parsed ? [] : [{ each, pattern: parsed.pattern }];
        });
        const match = matchGlobs(
          usable.map(({ each }) => each),
          { matchCase },
        );
        for (const [inFolder, named] of files) {
          const path = (inFolder === '' ? named : `${inFolder}/${named}`).normalize('NFC');
          const expected = usable.find(({ pattern }) => pattern.test(path))?.each ?? null;
          expect(match(inFolder, named)).toBe(expected);
          // What matches all that a folder holds matches this one.
          const whole = match(inFolder, null);
          if (whole !== null) expect(parseGlob(whole, { matchCase })).toSatisfy(matchesPath(path));
        }
      },
    ),
    { numRuns: 1000 },
  );
});

const matchesPath = (path: string) => (parsed: ReturnType<typeof parseGlob>) =>
  'pattern' in parsed && parsed.pattern.test(path);

test.each<[string, string, boolean]>([
  ['Private', 'Private', true],
  ['Private', 'a/Private/b', true],
  ['Private/', 'Private', true],
  ['Private/*', 'Private', true],
  ['Private/**', 'Private', true],
  ['Private/**', 'a', false],
  ['/*', '', true],
  ['*', '', true],
  ['*.pdf', 'a', false],
  ['{a,}', 'a', true],
  ['{b,}', 'a', false],
  ['a/?*', 'a', false],
])('%j matches all that %j holds: %s', (given, inFolder, expected) => {
  expect(matchGlobs([given], { matchCase: false })(inFolder, null)).toBe(expected ? given : null);
});

test.each<[string, string, string, boolean]>([
  ['**/x.pdf', '', 'x.pdf', true],
  ['a/**/x.pdf', 'a', 'x.pdf', true],
  ['a/**/x.pdf', 'a/b/c', 'x.pdf', true],
  ['a/**/x.pdf', 'b', 'x.pdf', false],
  ['a/**', 'a/b', 'c', true],
  ['a/**', 'b/a', 'c', false],
  ['/*.pdf', '', 'x.pdf', true],
  ['/*.pdf', 'a', 'x.pdf', false],
  ['*.PDF', 'a', 'x.pdf', true],
  ['~$*', 'a', '~$x.docx', true],
  ['thumbs.db', 'a/b', 'Thumbs.db', true],
  ['k.txt', 'a', '\u212a.txt', true],
])('%j on %j, %j: %s', (given, inFolder, named, expected) => {
  expect(matchGlobs([given], { matchCase: false })(inFolder, named)).toBe(expected ? given : null);
});
