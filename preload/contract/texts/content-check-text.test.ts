import { expect, test } from 'vitest';
import { listingWarningText } from './content-check-text.ts';

test('one unusual file of a container is spoken of as one, and several as several', () => {
  const text = (entries: number) =>
    listingWarningText({ kind: 'impossible-sizes', entries, example: 'claims.txt' });
  expect(text(1)).toBe('1 file in it claims impossible sizes, such as claims.txt.');
  expect(text(2)).toBe('2 files in it claim impossible sizes, such as claims.txt.');
  expect(listingWarningText({ kind: 'nested-containers', entries: 1 })).toBe(
    '1 file in it is a container itself.',
  );
});
