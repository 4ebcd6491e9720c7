import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeOn, smallest } from './window-bounds.ts';

const laptop = { x: 0, y: 25, width: 1440, height: 875 };
const wall = { x: 1440, y: 0, width: 2560, height: 1440 };

describe("the window's place", () => {
  it('is the middle of the main screen at first', () => {
    expect(placeOn([laptop, wall], null)).toEqual({
      x: 80,
      y: 63,
      width: 1280,
      height: 800,
      maximized: false,
    });
  });

  it('is what it was, on any screen that is still there', () => {
    const was = { x: 1700, y: 100, width: 1600, height: 1000, maximized: true };
    expect(placeOn([laptop, wall], was)).toEqual(was);
  });

  it('comes back to the main screen when its own is gone', () => {
    const place = placeOn([laptop], { x: 1700, y: 100, width: 1600, height: 1000, maximized: false });
    expect(place).toEqual({ x: 0, y: 25, width: 1440, height: 875, maximized: false });
  });

  it('can always be taken hold of', () => {
    const at = fc.integer({ min: -10_000, max: 10_000 });
    const size = fc.integer({ min: 1, max: 9_000 });
    const area = fc.record({
      x: at,
      y: at,
      width: fc.integer({ min: 800, max: 8_000 }),
      height: fc.integer({ min: 600, max: 5_000 }),
    });
    const remembered = fc.record({ x: at, y: at, width: size, height: size, maximized: fc.boolean() });
    fc.assert(
      fc.property(fc.array(area, { minLength: 1, maxLength: 3 }), remembered, (areas, was) => {
        const place = placeOn(areas, was);
        const held = areas.some((screen) => {
          const left = Math.max(screen.x, place.x);
          const right = Math.min(screen.x + screen.width, place.x + place.width);
          return right - left >= 100 && place.y >= screen.y && place.y < screen.y + screen.height;
        });
        expect(held).toBe(true);
        const widest = Math.max(...areas.map(({ width }) => width));
        expect(place.width).toBeLessThanOrEqual(widest);
        expect(place.width).toBeGreaterThanOrEqual(
          Math.min(smallest.width, ...areas.map(({ width }) => width)),
        );
      }),
    );
  });
});
