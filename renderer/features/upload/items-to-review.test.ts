import { expect, it } from 'vitest';
import type { ItemView } from '../../../preload/contract/views/views.ts';
import { item, upload } from '../../../test/fixtures/views.ts';
import { selectedToDecide } from './items-to-review.tsx';

const one = item({ state: 'held' });
const packed = item({ state: 'held', pack: { number: 1, files: 2 } });
const failed = item({ state: 'failed' });

it.each<[what: string, selected: readonly (ItemView | null)[], expected: readonly ItemView[]]>([
  ['those that need review', [one, one], [one, one]],
  ['what else is selected beside them', [failed, one, packed], [one]],
  ['a row that is still loading', [one, null], []],
])('of the selection, buttons decide about files one by one: %s', (_what, selected, expected) => {
  expect(selectedToDecide(upload({ state: 'finished' }), selected)).toEqual(expected);
});

it('nothing is decided of a canceled upload', () => {
  expect(selectedToDecide(upload({ state: 'cancelled' }), [one])).toEqual([]);
});
