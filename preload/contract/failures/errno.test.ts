import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errnoOf } from './errno.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('a failed system call has its code', () => {
  const missing = thrownBy(() => readFileSync('/there/is/no/such/file'));
  expect(errnoOf(missing)).toBe('ENOENT');
});

test.each([new Error('a bug'), new TypeError('x is undefined'), 'a string', undefined])(
  'an error without a code is thrown again: %s',
  (error) => {
    let thrown: unknown;
    try {
      errnoOf(error);
    } catch (again) {
      thrown = again;
    }
    expect(thrown).toBe(error);
  },
);
