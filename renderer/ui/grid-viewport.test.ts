import { describe, expect, it } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import {
  type GridGeometry,
  listHeight,
  maxScrollHeightPx,
  offsetAt,
  offsetToShow,
  rowAt,
  rowTop,
  scrollBy,
  scrollHeight,
  scrollTopAt,
  visibleRows,
} from './grid-viewport.ts';

const million: GridGeometry = {
  rowCount: 1_000_000,
  rowPx: 36,
  expanded: null,
  detailPx: 150,
  viewportPx: 500,
};

const geometries: fc.Arbitrary<GridGeometry> = fc
  .record({
    rowCount: fc.integer({ min: 1, max: 3_000_000 }),
    rowPx: fc.integer({ min: 20, max: 60 }),
    viewportPx: fc.integer({ min: 100, max: 1500 }),
    detailPx: fc.integer({ min: 50, max: 300 }),
    open: fc.option(fc.nat(), { nil: null }),
  })
  .map(({ open, ...rest }) => ({ ...rest, expanded: open === null ? null : open % rest.rowCount }));

describe('a million rows', () => {
  it('are scrolled in a height that browsers support', () => {
    expect(listHeight(million)).toBe(36_000_000);
    expect(scrollHeight(million)).toBe(maxScrollHeightPx);
  });

  it('can all be reached with the thumb', () => {
    expect(offsetAt(million, 0)).toBe(0);
    expect(offsetAt(million, maxScrollHeightPx - 500)).toBe(36_000_000 - 500);
    expect(rowAt(million, offsetAt(million, (maxScrollHeightPx - 500) / 2))).toBeGreaterThan(499_000);
    expect(rowAt(million, offsetAt(million, (maxScrollHeightPx - 500) / 2))).toBeLessThan(501_000);
  });

  it('move pixel by pixel with the wheel, even in the middle', () => {
    let at = { scrollTopPx: 4_000_000, offsetPx: offsetAt(million, 4_000_000) };
    const start = at.offsetPx;
    for (let turn = 1; turn <= 50; turn += 1) at = scrollBy(million, at, at.scrollTopPx + 100);
    expect(at.offsetPx - start).toBe(5_000);
  });

  it('reach the very end, wherever the wheel started', () => {
    const end = { bar: scrollHeight(million) - 500, list: listHeight(million) - 500 };
    let at = { scrollTopPx: end.bar - 3_000, offsetPx: offsetAtScrollTop(end.bar - 3_000) };
    while (at.scrollTopPx < end.bar) at = scrollBy(million, at, Math.min(end.bar, at.scrollTopPx + 120));
    expect(at.offsetPx).toBe(end.list);
  });
});

function offsetAtScrollTop(scrollTopPx: number): number {
  return offsetAt(million, scrollTopPx);
}

describe('any list', () => {
  it('moves the thumb to the rows and back to the same offset', () => {
    fc.assert(
      fc.property(geometries, fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
        const offsetPx = Math.round(share * Math.max(0, listHeight(of) - of.viewportPx));
        const again = offsetAt(of, scrollTopAt(of, offsetPx));
        // One pixel of the thumb is several pixels of the list.
        expect(Math.abs(again - offsetPx)).toBeLessThanOrEqual(
          Math.ceil(listHeight(of) / scrollHeight(of)) + 1,
        );
      }),
    );
  });

  it('renders every visible row', () => {
    fc.assert(
      fc.property(geometries, fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
        const offsetPx = Math.round(share * Math.max(0, listHeight(of) - of.viewportPx));
        const view = visibleRows(of, offsetPx, 0);
        if (view === null) throw new Error('it has rows');
        const bottomOf = (row: number) =>
          rowTop(of, row) + of.rowPx + (row === of.expanded ? of.detailPx : 0);
        expect(rowTop(of, view.first)).toBeLessThanOrEqual(offsetPx);
        expect(view.first === 0 || bottomOf(view.first - 1) <= offsetPx).toBe(true);
        expect(bottomOf(view.last)).toBeGreaterThanOrEqual(
          Math.min(listHeight(of), offsetPx + of.viewportPx),
        );
        expect(view.last - view.first).toBeLessThanOrEqual(of.viewportPx / of.rowPx + 2);
      }),
    );
  });

  it('scrolls a row fully into view, and not at all if it already is', () => {
    fc.assert(
      fc.property(geometries, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (of, nat, share) => {
        const row = nat % of.rowCount;
        const before = Math.round(share * Math.max(0, listHeight(of) - of.viewportPx));
        const offsetPx = offsetToShow(of, before, row);
        const top = rowTop(of, row);
        const whole = of.rowPx + (row === of.expanded ? of.detailPx : 0);
        expect(top).toBeGreaterThanOrEqual(offsetPx);
        expect(top + Math.min(whole, of.viewportPx)).toBeLessThanOrEqual(offsetPx + of.viewportPx);
        expect(offsetToShow(of, offsetPx, row)).toBe(offsetPx);
      }),
    );
  });

  it('stays within its bounds, wherever the scrollbar moves', () => {
    fc.assert(
      fc.property(
        geometries,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }),
        (of, moves) => {
          let at = { scrollTopPx: 0, offsetPx: 0 };
          for (const share of moves) {
            at = scrollBy(of, at, share * Math.max(0, scrollHeight(of) - of.viewportPx));
            expect(at.offsetPx).toBeGreaterThanOrEqual(0);
            expect(at.offsetPx).toBeLessThanOrEqual(Math.max(0, listHeight(of) - of.viewportPx));
          }
        },
      ),
    );
  });

  it('of no rows renders none', () => {
    expect(visibleRows({ ...million, rowCount: 0 }, 0, 8)).toBeNull();
  });
});
