/** Where the window was, if that still is a place on a screen. Pure. */
import { z } from 'zod';

export const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});
export type Place = z.infer<typeof placeSchema>;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const smallest = { width: 960, height: 600 } as const;
const usual = { width: 1280, height: 800 } as const;
/** So much of the window's upper edge must be on a screen for a person to take hold of it. */
const grip = { width: 120, height: 24 } as const;

/** The first area is the main screen's. */
export function placeOn(areas: readonly Area[], remembered: Place | null): Place {
  const [main] = areas;
  if (main === undefined) return { x: 0, y: 0, ...usual, maximized: false };
  if (remembered !== null) {
    // As large as it would be there: a window that has to shrink may slip off the screen.
    for (const area of areas) {
      const sized = { ...remembered, ...within(area, remembered) };
      if (holds(area, sized)) return sized;
    }
  }
  const { width, height } = within(main, remembered ?? usual);
  return {
    x: main.x + Math.round((main.width - width) / 2),
    y: main.y + Math.round((main.height - height) / 2),
    width,
    height,
    maximized: remembered?.maximized ?? false,
  };
}

function within(area: Area, size: { readonly width: number; readonly height: number }) {
  return {
    width: Math.min(area.width, Math.max(smallest.width, size.width)),
    height: Math.min(area.height, Math.max(smallest.height, size.height)),
  };
}

function holds(area: Area, place: Place): boolean {
  const left = Math.max(area.x, place.x);
  const right = Math.min(area.x + area.width, place.x + place.width);
  const isUnderTop = place.y >= area.y && place.y + grip.height <= area.y + area.height;
  return right - left >= grip.width && isUnderTop;
}
