/** Where the window opens: where it was last, if that is still on a screen. Pure. */
import { z } from 'zod';

export const windowBoundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().positive(),
  height: z.int().positive(),
  maximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof windowBoundsSchema>;

export interface WorkArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const minimumSize = { width: 960, height: 600 } as const;
const defaultSize = { width: 1280, height: 800 } as const;
/** This much of the window's top edge must be on a screen, so that it can be dragged. */
const dragArea = { width: 120, height: 24 } as const;

/** The first work area is the primary screen's. */
export function restoreBounds(areas: readonly WorkArea[], saved: WindowBounds | null): WindowBounds {
  const [primary] = areas;
  if (primary === undefined) return { x: 0, y: 0, ...defaultSize, maximized: false };
  if (saved !== null) {
    // With the size it would have there: a window that has to shrink may slip off the screen.
    for (const area of areas) {
      const fitted = { ...saved, ...fitSize(area, saved) };
      if (canBeDragged(area, fitted)) return fitted;
    }
  }
  const { width, height } = fitSize(primary, saved ?? defaultSize);
  return {
    x: primary.x + Math.round((primary.width - width) / 2),
    y: primary.y + Math.round((primary.height - height) / 2),
    width,
    height,
    maximized: saved?.maximized ?? false,
  };
}

function fitSize(area: WorkArea, size: { readonly width: number; readonly height: number }) {
  return {
    width: Math.min(area.width, Math.max(minimumSize.width, size.width)),
    height: Math.min(area.height, Math.max(minimumSize.height, size.height)),
  };
}

function canBeDragged(area: WorkArea, bounds: WindowBounds): boolean {
  const left = Math.max(area.x, bounds.x);
  const right = Math.min(area.x + area.width, bounds.x + bounds.width);
  const isTopVisible = bounds.y >= area.y && bounds.y + dragArea.height <= area.y + area.height;
  return right - left >= dragArea.width && isTopVisible;
}
