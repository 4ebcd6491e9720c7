import { expect, it } from 'vitest';
import fc from '../../../test/fixtures/property.ts';
import { partBytes, partsCells, partsLayout } from './parts-layout.ts';

it.each([
  ['a file smaller than a part', 1, 21, 21],
  ['an empty file', 1, 0, 0],
  ['a first part', 1, 12_000_000, 5_000_000],
  ['a last part', 3, 12_000_000, 2_000_000],
  ['a last part that is full', 2, 10_000_000, 5_000_000],
])('%s has its own size', (_what, part, sizeBytes, expected) => {
  expect(partBytes(part, 5_000_000, sizeBytes)).toBe(expected);
});

it('every part has a cell inside the parts map', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 400, max: 2000 }),
      (parts, widthPx) => {
        const { cellPx, perRow, perCell } = partsLayout(parts, widthPx, 84);
        const cells = Math.ceil(parts / perCell);
        expect(perRow * cellPx).toBeLessThanOrEqual(widthPx);
        expect(Math.ceil(cells / perRow) * cellPx).toBeLessThanOrEqual(84);
        expect(cellPx).toBeGreaterThanOrEqual(6);
        // Parts share a cell only when there is no room for one each.
        if (perCell > 1) expect(Math.floor(widthPx / 6) * Math.floor(84 / 6)).toBeLessThan(parts);
      },
    ),
  );
});

it('the cells of a parts map count every part once', () => {
  const parts = {
    partSizeBytes: 50_000_000,
    partCount: 11,
    done: [
      [1, 3],
      [6, 6],
    ] satisfies [number, number][],
    inFlight: [4, 7],
    retried: [2, 7],
  };
  expect(partsCells(parts, 4)).toEqual([
    { first: 1, last: 4, done: 3, inFlight: 1, retried: 1 },
    { first: 5, last: 8, done: 1, inFlight: 1, retried: 1 },
    { first: 9, last: 11, done: 0, inFlight: 0, retried: 0 },
  ]);
  expect(
    partsCells(parts, 1)
      .filter((cell) => cell.done === 1)
      .map((cell) => cell.first),
  ).toEqual([1, 2, 3, 6]);
});
