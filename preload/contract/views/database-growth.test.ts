import { expect, test } from 'vitest';
import { billableGb, expandedBytes, type ListedContainers, sizeAfterGb } from './database-growth.ts';

const none: ListedContainers = { listed: 0, bytes: 0, expandedBytes: 0 };
const archive: ListedContainers = { listed: 1, bytes: 2e9, expandedBytes: 6e9 };
const stored: ListedContainers = { listed: 1, bytes: 2e9, expandedBytes: 1.9e9 };

test.each<[string, number | null, number, ListedContainers, number | null]>([
  ['native data is added to the size now', 20.5, 3e9, none, 23.5],
  ['containers count as what they hold', 20, 3e9, archive, 27],
  ['a container never makes an upload smaller', 20, 3e9, stored, 23],
  ['an empty database has a size', 0, 1e9, none, 1],
  ['without the size now, there is no size afterwards', null, 1e9, none, null],
])('%s', (_, nowGb, bytes, containers, after) => {
  expect(sizeAfterGb(nowGb, bytes, containers)).toEqual(after);
});

test('only containers that grow have an expanded size', () => {
  expect(expandedBytes(3e9, archive)).toBe(7e9);
  expect(expandedBytes(3e9, stored)).toBeNull();
});

test.each([
  [undefined, null],
  [null, null],
  [{ finalSize: null, peakSize: { standard: { billableGb: 9 } } }, null],
  [{ finalSize: { standard: { billableGb: 2.5 } } }, 2.5],
  [{ finalSize: { standard: { billableGb: 2.5 }, eca: { billableGb: 0.5 } } }, 3],
  [{ finalSize: { standard: { nativeBytes: 5 }, eca: null } }, null],
])('the billed size of %j is %d', (billing, gb) => {
  expect(billableGb(billing)).toBe(gb);
});
