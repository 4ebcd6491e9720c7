import { expect, test } from 'vitest';
import { parseCanonical } from './canonical-json.ts';

test.each([
  ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`, true],
  ['65 levels in a short text', `${'['.repeat(65)}${']'.repeat(65)}`, true],
  ['2,000 levels', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, false],
  ['half a million values', `[${'{},'.repeat(500_000)}0]`, true],
  ['a million values in as many records', `[${'{},'.repeat(1_100_000)}0]`, false],
])('a canonical text of %s', (_, text, isParsed) => {
  expect(parseCanonical(text) !== null).toBe(isParsed);
});
