import { expect, test } from 'vitest';
import { totals } from '../../../../test/fixtures/views.ts';
import { draftAmount } from './draft-amount.ts';

const of = (items: number) => ({ items, bytes: 9 });

test.each([
  [{ queued: of(1204) }, 0, '1,204 files'],
  [{ queued: of(1201), skipped: of(3) }, 0, '1,201 files of 1,204 found'],
  [{ queued: of(3), skipped: of(3), failed: of(1) }, 2, '1 file and 2 links of 7 found'],
])('a draft with %j and %d links uploads %s', (given, links, text) => {
  expect(draftAmount({ totals: totals(given), links })).toBe(text);
});
