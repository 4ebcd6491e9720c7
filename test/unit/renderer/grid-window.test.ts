import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barAt,
  barHeight,
  type Geometry,
  listAt,
  listHeight,
  rowAt,
  rowsInView,
  rowTop,
  scrolled,
  scrollToShow,
  tallestPx,
} from '../../../renderer/ui/grid-window.ts';

const million: Geometry = { rowCount: 1_000_000, rowPx: 36, expanded: null, detailPx: 150, viewportPx: 500 };

const geometries: fc.Arbitrary<Geometry> = fc
  .record({
    rowCount: fc.integer({ min: 1, max: 3_000_000 }),
    rowPx: fc.integer({ min: 20, max: 60 }),
    viewportPx: fc.integer({ min: 100, max: 1500 }),
    detailPx: fc.integer({ min: 50, max: 300 }),
    open: fc.option(fc.nat(), { nil: null }),
  })
  .map(({ open, ...rest }) => ({ ...rest, expanded: open === null ? null : open % rest.rowCount }));

describe('a million rows', () => {
  it('are scrolled in a height that a browser can draw', () => {
    expect(listHeight(million)).toBe(36_000_000);
    expect(barHeight(million)).toBe(tallestPx);
  });

  it('are reached from the first to the last by the thumb', () => {
    expect(listAt(million, 0)).toBe(0);
    expect(listAt(million, tallestPx - 500)).toBe(36_000_000 - 500);
    expect(rowAt(million, listAt(million, (tallestPx - 500) / 2))).toBeGreaterThan(499_000);
    expect(rowAt(million, listAt(million, (tallestPx - 500) / 2))).toBeLessThan(501_000);
  });

  it('move pixel by pixel with a wheel, in the middle too', () => {
    let at = { barPx: 4_000_000, listPx: listAt(million, 4_000_000) };
    const start = at.listPx;
    for (let turn = 1; turn <= 50; turn += 1) at = scrolled(million, at, at.barPx + 100);
    expect(at.listPx - start).toBe(5_000);
  });

  it('come to the very end however the wheel got there', () => {
    const end = { bar: barHeight(million) - 500, list: listHeight(million) - 500 };
    let at = { barPx: end.bar - 3_000, listPx: barAtInverse(end.bar - 3_000) };
    while (at.barPx < end.bar) at = scrolled(million, at, Math.min(end.bar, at.barPx + 120));
    expect(at.listPx).toBe(end.list);
  });
});

function barAtInverse(barPx: number): number {
  return listAt(million, barPx);
}

describe('any list', () => {
  it('puts the thumb where the rows are: there and back is the same place', () => {
    fc.assert(
      fc.property(geometries, fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
        const listPx = Math.round(share * Math.max(0, listHeight(of) - of.viewportPx));
        const again = listAt(of, barAt(of, listPx));
        // A pixel of the thumb stands for several of the list.
        expect(Math.abs(again - listPx)).toBeLessThanOrEqual(Math.ceil(listHeight(of) / barHeight(of)) + 1);
      }),
    );
  });

  it('draws every row that is in view', () => {
    fc.assert(
      fc.property(geometries, fc.double({ min: 0, max: 1, noNaN: true }), (of, share) => {
        const listPx = Math.round(share * Math.max(0, listHeight(of) - of.viewportPx));
        const view = rowsInView(of, listPx, 0);
        if (view === null) throw new Error('it has rows');
        const bottomOf = (row: number) =>
          rowTop(of, row) + of.rowPx + (row === of.expanded ? of.detailPx : 0);
        expect(rowTop(of, view.first)).toBeLessThanOrEqual(listPx);
        expect(view.first === 0 || bottomOf(view.first - 1) <= listPx).toBe(true);
        expect(bottomOf(view.last)).toBeGreaterThanOrEqual(Math.min(listHeight(of), listPx + of.viewportPx));
        expect(view.last - view.first).toBeLessThanOrEqual(of.viewportPx / of.rowPx + 2);
      }),
    );
  });

  it('scrolls so that a row that is gone to is wholly in view, and not at all when it is', () => {
    fc.assert(
      fc.property(geometries, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (of, nat, share) => {
        const row = nat % of.rowCount;
        const before = Math.round(share * Math.max(0, listHeight(of) - of.viewportPx));
        const listPx = scrollToShow(of, before, row);
        const top = rowTop(of, row);
        const whole = of.rowPx + (row === of.expanded ? of.detailPx : 0);
        expect(top).toBeGreaterThanOrEqual(listPx);
        expect(top + Math.min(whole, of.viewportPx)).toBeLessThanOrEqual(listPx + of.viewportPx);
        expect(scrollToShow(of, listPx, row)).toBe(listPx);
      }),
    );
  });

  it('never leaves its bounds, whatever the scrollbar does', () => {
    fc.assert(
      fc.property(
        geometries,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }),
        (of, moves) => {
          let at = { barPx: 0, listPx: 0 };
          for (const share of moves) {
            at = scrolled(of, at, share * Math.max(0, barHeight(of) - of.viewportPx));
            expect(at.listPx).toBeGreaterThanOrEqual(0);
            expect(at.listPx).toBeLessThanOrEqual(Math.max(0, listHeight(of) - of.viewportPx));
          }
        },
      ),
    );
  });

  it('of no rows draws none', () => {
    expect(rowsInView({ ...million, rowCount: 0 }, 0, 8)).toBeNull();
  });
});
