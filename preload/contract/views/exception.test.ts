import { expect, test } from 'vitest';
import { countExceptions, exceptionGroup, issueOf, noExceptions } from './exception.ts';

test.each([
  ['failed', 'locked', 'failed'],
  ['held', 'damaged', 'held'],
  ['accepted', 'locked', 'locked'],
  ['queued', 'empty', 'empty'],
  ['handedOver', null, null],
  ['accepted', null, null],
  ['skipped', 'not-a-file', 'not-a-file'],
  // Somebody excluded it, whatever it is.
  ['skipped', 'locked', 'excluded'],
  ['skipped', null, 'excluded'],
] as const)('a file that is %s with the issue %s is in the group %s', (state, issue, group) => {
  expect(exceptionGroup(state, issue)).toBe(group);
});

test('a locked file is no issue once a password opens it, and a code of a later version is none', () => {
  expect([issueOf('encrypted', false), issueOf('encrypted', true)]).toEqual(['locked', null]);
  expect([issueOf('damaged', true), issueOf('container', false), issueOf('of-next-year', false)]).toEqual([
    'damaged',
    null,
    null,
  ]);
});

test('what a person left out is no exception', () => {
  expect(countExceptions({ ...noExceptions, failed: 1, locked: 2, 'not-a-file': 3, excluded: 1_000 })).toBe(
    6,
  );
});
