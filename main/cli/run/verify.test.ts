import { expect, test } from 'vitest';
import { exitCodeForReport } from './verify.ts';

const same = {
  folder: '/ev',
  same: 2,
  sameBy: [],
  sameSizeOnly: 0,
  missing: 0,
  changed: 0,
  unreadable: 0,
  moved: 0,
  notCompared: 0,
  links: 0,
  notInReceipt: 0,
  differences: [],
  differencesNotListed: 0,
};

test.each([
  [0, 'signed-here', false, null],
  [0, 'signed', true, same],
  [6, 'signed', false, same],
  [6, 'signed-here', false, { ...same, same: 0, sameSizeOnly: 2 }],
  [2, 'signed-here', false, { ...same, sameSizeOnly: 1, changed: 1 }],
  [2, 'not-intact', true, null],
] as const)('exits with %d for %s, head %s, compared %j', (code, proof, headMatches, against) => {
  expect(exitCodeForReport({ proof, headMatches, against })).toBe(code);
});
