import { expect, test } from 'vitest';
import { compilePattern, parsePattern } from './pattern.ts';

test.each(['(a+)+$', '^(a|a)*$', '^(.*a){12}$', '(?<name>(a+)+)$'])(
  '%s answers, whatever the text',
  (source) => {
    // A backtracking engine needs longer than the universe is old.
    expect(compilePattern(source).test(`${'a'.repeat(20_000)}b`)).toBe(false);
  },
);

test.each([
  ['already', 'The file is already complete', true],
  ['ALREADY', 'The file is already complete', true],
  ['договор', 'Договор', true],
  ['^x', 'ax', false],
  ['(?<who>[^/]+)/mail', 'Ng, Ana/mail', true],
  ['\\u00e9\\/\\d+', 'é/12', true],
  ['\\p{Lu}', '1', false],
])('%s in %s: %s', (source, text, matches) => {
  expect(compilePattern(source, { ignoreCase: true }).test(text)).toBe(matches);
});

test('a whole text must match to its end', () => {
  const pattern = compilePattern('[^.\\s]+\\.[^.\\s]+|x');
  expect(['a.b', 'x', 'a.b.', 'xx', 'a'].map((text) => pattern.matchesWhole(text))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['^a/(', 4],
  ['ab(?=c)', 3],
  ['x{2000}', 2],
  ['ab[', 3],
  ['a\\b\\1', 4],
])('the problem of %s is at %i', (source, position) => {
  expect(parsePattern(source)).toMatchObject({ position });
});

test('a named group is what it took of the first match', () => {
  const pattern = compilePattern('(?<first>[a-z]+)/|(?<other>\\d+)');
  expect(pattern.group('first', '!-ab/cd/')).toEqual({ taken: 'ab', start: 2 });
  expect([pattern.group('other', 'ab/'), pattern.group('none', 'ab/'), pattern.group('first', '!')]).toEqual([
    null,
    null,
    null,
  ]);
  expect([pattern.hasGroup('first'), pattern.hasGroup('none')]).toEqual([true, false]);
});

test.each([
  ['(?=a)b', '(?= is lookahead, which is not supported'],
  ['a(?!b)', '(?! is lookahead, which is not supported'],
  ['(?<!a)b', 'lookbehind'],
  ['(?<=a)b', 'lookbehind'],
  ['(a)\\1', '\\1 is a backreference, which is not supported'],
  ['(?<x>a)\\k<x>', 'backreference'],
  ['(already', 'missing closing )'],
  ['a{2000}', '{2000}'],
  ['[', '['],
])('%s is refused, and the problem names the construct', (source, problem) => {
  expect(parsePattern(source)).toMatchObject({ problem: expect.stringContaining(problem) });
});
