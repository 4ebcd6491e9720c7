import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errnoOf } from './errno.ts';

test('a system error says its code', () => {
  try {
    readFileSync('/no/such/file');
  } catch (error) {
    expect(errnoOf(error)).toBe('ENOENT');
  }
  expect.assertions(1);
});

test.each([new Error('no code'), Object.assign(new Error('number'), { code: 20 }), 'text', null, undefined])(
  'what has no code is an unknown error: %s',
  (thrown) => {
    expect(errnoOf(thrown)).toBe('unknown error');
  },
);
