/**
 * Which rows of a long list are visible, and where. Browsers limit an element's height to about 33 million pixels (half of
 * that on high-density screens), and a million rows are taller. Beyond `maxScrollHeightPx` the scroll height is therefore
 * smaller than the list: the wheel still moves the rows pixel by pixel, dragging the thumb covers the whole list, and
 * after a pause the thumb is moved to the position that matches the rows.
 */
export const maxScrollHeightPx = 8_000_000;
/** At both ends one pixel of scrolling is one pixel of the list, so the first and last rows are reached without a jump. */
const endZonePx = 100_000;

export interface GridGeometry {
  readonly rowCount: number;
  readonly rowPx: number;
  /** The row whose detail is shown below it. */
  readonly expanded: number | null;
  readonly detailPx: number;
  readonly viewportPx: number;
}

/** The position of the scrollbar, and the pixel of the list at the top of the viewport. */
export interface ScrollPosition {
  readonly scrollTopPx: number;
  readonly offsetPx: number;
}

export function listHeight(of: GridGeometry): number {
  return of.rowCount * of.rowPx + (of.expanded === null ? 0 : of.detailPx);
}

export function scrollHeight(of: GridGeometry): number {
  return Math.min(listHeight(of), maxScrollHeightPx);
}

function maxOffsets(of: GridGeometry): { readonly bar: number; readonly list: number } {
  return {
    bar: Math.max(0, scrollHeight(of) - of.viewportPx),
    list: Math.max(0, listHeight(of) - of.viewportPx),
  };
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export function offsetAt(of: GridGeometry, scrollTopPx: number): number {
  const end = maxOffsets(of);
  const bar = clamp(scrollTopPx, 0, end.bar);
  if (end.bar === end.list || bar <= endZonePx) return bar;
  if (bar >= end.bar - endZonePx) return end.list - (end.bar - bar);
  const share = (bar - endZonePx) / (end.bar - 2 * endZonePx);
  return Math.round(endZonePx + share * (end.list - 2 * endZonePx));
}

export function scrollTopAt(of: GridGeometry, offsetPx: number): number {
  const end = maxOffsets(of);
  const list = clamp(offsetPx, 0, end.list);
  if (end.bar === end.list || list <= endZonePx) return list;
  if (list >= end.list - endZonePx) return end.bar - (end.list - list);
  const share = (list - endZonePx) / (end.list - 2 * endZonePx);
  return Math.round(endZonePx + share * (end.bar - 2 * endZonePx));
}

/** After the scrollbar moved to `scrollTopPx`: the wheel moves the list as far, the thumb moves it in proportion. */
export function scrollBy(of: GridGeometry, before: ScrollPosition, scrollTopPx: number): ScrollPosition {
  const end = maxOffsets(of);
  const moved = scrollTopPx - before.scrollTopPx;
  const small = Math.abs(moved) <= 2 * of.viewportPx && scrollTopPx > 0 && scrollTopPx < end.bar;
  if (end.bar === end.list || !small) return { scrollTopPx, offsetPx: offsetAt(of, scrollTopPx) };
  return { scrollTopPx, offsetPx: clamp(before.offsetPx + moved, 0, end.list) };
}

export function rowTop(of: GridGeometry, index: number): number {
  return index * of.rowPx + (of.expanded !== null && index > of.expanded ? of.detailPx : 0);
}

export function rowAt(of: GridGeometry, offsetPx: number): number {
  const { expanded, rowPx, detailPx, rowCount } = of;
  const plain = Math.floor(offsetPx / rowPx);
  const row =
    expanded === null || plain <= expanded
      ? plain
      : Math.max(expanded, Math.floor((offsetPx - detailPx) / rowPx));
  return clamp(row, 0, Math.max(0, rowCount - 1));
}

/** The first and last row to render, with `overscan` more on both sides; null for an empty list. */
export function visibleRows(
  of: GridGeometry,
  offsetPx: number,
  beyond: number,
): { readonly first: number; readonly last: number } | null {
  if (of.rowCount === 0) return null;
  return {
    first: Math.max(0, rowAt(of, offsetPx) - beyond),
    last: Math.min(of.rowCount - 1, rowAt(of, offsetPx + of.viewportPx) + beyond),
  };
}

/** The nearest offset at which the whole row is visible. */
export function offsetToShow(of: GridGeometry, offsetPx: number, index: number): number {
  const top = rowTop(of, index);
  const bottom = top + of.rowPx + (index === of.expanded ? of.detailPx : 0);
  const up = Math.min(offsetPx, top);
  return clamp(Math.min(Math.max(up, bottom - of.viewportPx), top), 0, maxOffsets(of).list);
}
