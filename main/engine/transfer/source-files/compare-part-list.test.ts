import { describe, expect, test } from 'vitest';
import { differingPartNumbers } from './compare-part-list.ts';

describe('the list of parts', () => {
  const ours = new Map(
    [1, 2, 3].map((number) => [number, { number, etag: `"e${number}"`, sizeBytes: 5, digest: null }]),
  );
  const theirs = (change: (number: number) => { etag: string; sizeBytes?: number } | null) =>
    new Map(
      [1, 2, 3].flatMap((partNumber) => {
        const listed = change(partNumber);
        return listed === null ? [] : [[partNumber, { partNumber, ...listed }] as const];
      }),
    );

  test.each([
    { what: 'all as acknowledged', change: (n: number) => ({ etag: `"e${n}"` }), differs: [] },
    {
      what: 'without quotes, with the size',
      change: (n: number) => ({ etag: `e${n}`, sizeBytes: 5 }),
      differs: [],
    },
    { what: 'one missing', change: (n: number) => (n === 2 ? null : { etag: `"e${n}"` }), differs: [2] },
    { what: 'another ETag', change: (n: number) => ({ etag: n === 3 ? '"x"' : `"e${n}"` }), differs: [3] },
    {
      what: 'another size',
      change: (n: number) => ({ etag: `"e${n}"`, sizeBytes: n === 1 ? 4 : 5 }),
      differs: [1],
    },
  ])('$what: the parts that differ are $differs', ({ change, differs }) => {
    expect(differingPartNumbers(ours, theirs(change))).toEqual(differs);
  });
});
