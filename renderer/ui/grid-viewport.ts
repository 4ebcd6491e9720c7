/**
 * Which rows of a long list are on screen, and where. Browsers stop at about 33 million pixels of height (half of that
 * on a dense screen), and a million rows are more: past `tallestPx` the scrolled height is shorter than the list.
 * Then a wheel still moves the rows pixel by pixel, the scrollbar's thumb maps over the whole list, and after a pause
 * the thumb is put where it belongs.
 */
export const maxScrollHeightPx = 8_000_000;
/** At either end the two heights run alongside, so that the first and last rows are reached without a jump. */
const endZonePx = 100_000;

export interface GridGeometry {
  readonly rowCount: number;
  readonly rowPx: number;
  /** The row with its detail open below it. */
  readonly expanded: number | null;
  readonly detailPx: number;
  readonly viewportPx: number;
}

/** Where the scrollbar is, and which pixel of the list is at the top of the view. */
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

/** The scrollbar has moved to `scrollTopPx`: by a wheel the list moves as far, by the thumb it goes where the thumb points. */
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

/** First and last row to draw, a few beyond the view on both sides; null for an empty list. */
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

/** How far the list is to be scrolled so that the row is wholly in view: no further than it must. */
export function offsetToShow(of: GridGeometry, offsetPx: number, index: number): number {
  const top = rowTop(of, index);
  const bottom = top + of.rowPx + (index === of.expanded ? of.detailPx : 0);
  const up = Math.min(offsetPx, top);
  return clamp(Math.min(Math.max(up, bottom - of.viewportPx), top), 0, maxOffsets(of).list);
}
