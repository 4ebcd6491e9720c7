import { describe, expect, it } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import { minimumSize, restoreBounds } from './window-bounds.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const monitor = { x: 1440, y: 0, width: 2560, height: 1440 };

describe("the window's bounds", () => {
  it('are centered on the primary screen at first', () => {
    expect(restoreBounds([laptop, monitor], null)).toEqual({
      x: 80,
      y: 63,
      width: 1280,
      height: 800,
      maximized: false,
    });
  });

  it('are restored on any screen that still exists', () => {
    const saved = { x: 1700, y: 100, width: 1600, height: 1000, maximized: true };
    expect(restoreBounds([laptop, monitor], saved)).toEqual(saved);
  });

  it('move to the primary screen when their own is gone', () => {
    const bounds = restoreBounds([laptop], { x: 1700, y: 100, width: 1600, height: 1000, maximized: false });
    expect(bounds).toEqual({ x: 0, y: 25, width: 1440, height: 875, maximized: false });
  });

  it('always leave the window where it can be dragged', () => {
    const at = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 9_000 });
    const area = fc.record({
      x: at,
      y: at,
      width: fc.integer({ min: 800, max: 8_000 }),
      height: fc.integer({ min: 600, max: 5_000 }),
    });
    const savedBounds = fc.record({ x: at, y: at, width: size, height: size, maximized: fc.boolean() });
    fc.assert(
      fc.property(fc.array(area, { minLength: 1, maxLength: 3 }), savedBounds, (areas, saved) => {
        const bounds = restoreBounds(areas, saved);
        const isReachable = areas.some((screen) => {
          const left = Math.max(screen.x, bounds.x);
          const right = Math.min(screen.x + screen.width, bounds.x + bounds.width);
          return right - left >= 100 && bounds.y >= screen.y && bounds.y < screen.y + screen.height;
        });
        expect(isReachable).toBe(true);
        const widest = Math.max(...areas.map(({ width }) => width));
        expect(bounds.width).toBeLessThanOrEqual(widest);
        expect(bounds.width).toBeGreaterThanOrEqual(
          Math.min(minimumSize.width, ...areas.map(({ width }) => width)),
        );
      }),
    );
  });
});
