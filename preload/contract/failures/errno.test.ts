import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { getSystemErrorName } from 'node:util';
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

test.skipIf(process.platform !== 'linux').each([
  [constants.errno.ESTALE, 'ESTALE'],
  // Not in Node's list: of Linux.
  [123, 'ENOMEDIUM'],
  [126, 'ENOKEY'],
  [127, 'EKEYEXPIRED'],
])('%i, which Node has no name for, is %s', (errno, code) => {
  expect(errnoOf(Object.assign(new Error(), { code: getSystemErrorName(-errno) }))).toBe(code);
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
