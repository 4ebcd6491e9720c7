import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkedSources, expressionProblems } from './linear-expressions.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

test('no expression over evidence, tables, or answers backtracks', () => {
  const sources = checkedSources(repository);
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((path) =>
    expressionProblems(path, readFileSync(join(repository, path), 'utf8')).map(
      ({ line, expression, problem }) => `${path}:${line} ${problem}: ${expression}`,
    ),
  );
  expect(found).toEqual([]);
});

const problemOf = (expression: string): string | null =>
  expressionProblems('a.ts', `const a = ${expression};`)[0]?.problem ?? null;

test.each([
  [
    'the one that took a minute of a document',
    String.raw`/<(?:\w+:)?encryptedKey\b[^>]*\bspinCount="[^>]*>/`,
  ],
  ['a quantifier in a quantifier', '/^(a+)+$/'],
  ['alternatives that overlap under a quantifier', '/^(a|ab?)*$/'],
  ['two quantifiers over the same characters', String.raw`/^\d*[0-9]*$/`],
  ['white space at an end, tried at each place', String.raw`/\s+$/`],
  ['a name in a group', String.raw`/^(?<name>\w+)*$/`],
])('%s is refused', (_, expression) => {
  expect(problemOf(expression)).toBe('backtracks');
});

test.each(['new RegExp(text)', "RegExp('^' + name)"])('%s is refused: nobody can check it', (expression) => {
  expect(problemOf(expression)).toBe('not-a-literal');
});

test.each([String.raw`/^\s*(\d+)\s*$/`, '/"[^"]{0,100}"/', '/[?#].*/s', '/^(?:a|b)*$/', "'/(a+)+$/'"])(
  '%s is linear',
  (expression) => {
    expect(problemOf(expression)).toBeNull();
  },
);
