import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hrefOf, parseRoute, type Route, uploadTabs } from '../../../renderer/app/route.ts';
import { listRows, matches, rememberingRows } from '../../../renderer/features/uploads/upload-rows.ts';
import { limitAt } from '../../../renderer/state/bandwidth.ts';
import { partsCells, partsLayout } from '../../../renderer/ui/parts-layout.ts';
import { progress, totals, upload } from '../../fixtures/views.ts';

describe('a route', () => {
  it.each<Route>([
    { kind: 'uploads' },
    ...uploadTabs.map((tab) => ({ kind: 'upload', uploadId: 12, tab }) as const),
    { kind: 'settings' },
    { kind: 'sandbox' },
    { kind: 'about' },
  ])('%j is the same after its address', (route) => expect(parseRoute(hrefOf(route))).toEqual(route));

  it.each(['', '#', '#/', '#/nowhere', '#/uploads/../../x', '#/uploads/12e3', '#/uploads/-1'])(
    'the address “%s” leads to the list',
    (hash) => expect(parseRoute(hash)).toEqual({ kind: 'uploads' }),
  );

  it('of an unknown tab leads to the files', () => {
    expect(parseRoute('#/uploads/3/nothing')).toEqual({ kind: 'upload', uploadId: 3, tab: 'files' });
  });
});

describe('the list of uploads', () => {
  const list = [
    upload({
      id: 3,
      name: 'Beta',
      createdAt: '2026-11-20T12:00:00Z',
      totals: totals({ queued: { items: 1, bytes: 9 } }),
    }),
    upload({
      id: 2,
      name: 'alpha',
      createdAt: '2026-11-02T12:00:00Z',
      totals: totals({ queued: { items: 7, bytes: 1 } }),
    }),
    upload({ id: 1, name: 'Gamma', createdAt: '2026-10-15T12:00:00Z', databaseName: 'Harbor' }),
  ];
  const names = (rows: ReturnType<typeof listRows>) =>
    rows.map((row) => (row.kind === 'month' ? `${row.month} ${row.uploads}` : row.upload.name));

  it('stands under its months, newest first', () => {
    expect(names(listRows(list, new Map(), null))).toEqual([
      'November 2026 2',
      'Beta',
      'alpha',
      'October 2026 1',
      'Gamma',
    ]);
  });

  it.each([
    ['name', false, ['alpha', 'Beta', 'Gamma']],
    ['name', true, ['Gamma', 'Beta', 'alpha']],
    ['files', true, ['alpha', 'Beta', 'Gamma']],
    ['size', true, ['Beta', 'alpha', 'Gamma']],
    ['database', false, ['Beta', 'alpha', 'Gamma']],
  ])('sorted by %s, downwards %s, is one list', (column, descending, expected) => {
    expect(names(listRows(list, new Map(), { column, descending }))).toEqual(expected);
  });

  it.each([
    ['', 3],
    ['  ALPHA ', 1],
    ['harbor', 1],
    ['evidence', 3],
    ['nothing', 0],
  ])('search for “%s” finds %d', (search, found) => {
    expect(list.filter((each) => matches(each, search)).length).toBe(found);
  });

  it('keeps the row of an upload that has not changed', () => {
    const rowOf = rememberingRows();
    const [first] = list;
    if (first === undefined) throw new Error('three uploads');
    const moving = progress({ uploadId: 3 });
    expect(rowOf(first, null)).toBe(rowOf(first, null));
    expect(rowOf(first, moving)).not.toBe(rowOf(first, null));
  });
});

describe('the limit of the hour', () => {
  const office = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', bytesPerSecond: 5_000_000 };
  const night = { days: [5], from: '22:00', to: '06:00', bytesPerSecond: null };
  // 13 November 2026 is a Friday.
  it.each([
    [office, '2026-11-13T07:59', 9_000_000, null],
    [office, '2026-11-13T08:00', 5_000_000, '18:00'],
    [office, '2026-11-13T18:00', 9_000_000, null],
    [office, '2026-11-14T12:00', 9_000_000, null],
    [night, '2026-11-13T23:00', null, '06:00'],
    [night, '2026-11-14T05:59', null, '06:00'],
    [night, '2026-11-14T23:00', 9_000_000, null],
    [night, '2026-11-13T05:00', 9_000_000, null],
    [null, '2026-11-13T12:00', 9_000_000, null],
  ])('%j at %s', (schedule, at, bytesPerSecond, until) => {
    expect(limitAt({ bytesPerSecond: 9_000_000, schedule }, new Date(at))).toEqual({ bytesPerSecond, until });
  });
});

it('the parts map gives every part a cell inside its field', () => {
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
        // No part is grouped while there is room for all.
        if (perCell > 1) expect(Math.floor(widthPx / 6) * Math.floor(84 / 6)).toBeLessThan(parts);
      },
    ),
  );
});

it('the cells of a map of parts account for every part once', () => {
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
