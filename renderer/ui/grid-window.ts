/**
 * Which rows of a long list are on screen, and where. Browsers stop at about 33 million pixels of height (half of that
 * on a dense screen), and a million rows are more: past `tallestPx` the scrolled height is shorter than the list.
 * Then a wheel still moves the rows pixel by pixel, the scrollbar's thumb maps over the whole list, and after a pause
 * the thumb is put where it belongs.
 */
export const tallestPx = 8_000_000;
/** At either end the two heights run alongside, so that the first and last rows are reached without a jump. */
const endZonePx = 100_000;

export interface Geometry {
  readonly rowCount: number;
  readonly rowPx: number;
  /** The row with its detail open below it. */
  readonly expanded: number | null;
  readonly detailPx: number;
  readonly viewportPx: number;
}

/** Where the scrollbar is, and which pixel of the list is at the top of the view. */
export interface Scroll {
  readonly barPx: number;
  readonly listPx: number;
}

export function listHeight(of: Geometry): number {
  return of.rowCount * of.rowPx + (of.expanded === null ? 0 : of.detailPx);
}

export function barHeight(of: Geometry): number {
  return Math.min(listHeight(of), tallestPx);
}

function ends(of: Geometry): { readonly bar: number; readonly list: number } {
  return {
    bar: Math.max(0, barHeight(of) - of.viewportPx),
    list: Math.max(0, listHeight(of) - of.viewportPx),
  };
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export function listAt(of: Geometry, barPx: number): number {
  const end = ends(of);
  const bar = within(barPx, 0, end.bar);
  if (end.bar === end.list || bar <= endZonePx) return bar;
  if (bar >= end.bar - endZonePx) return end.list - (end.bar - bar);
  const share = (bar - endZonePx) / (end.bar - 2 * endZonePx);
  return Math.round(endZonePx + share * (end.list - 2 * endZonePx));
}

export function barAt(of: Geometry, listPx: number): number {
  const end = ends(of);
  const list = within(listPx, 0, end.list);
  if (end.bar === end.list || list <= endZonePx) return list;
  if (list >= end.list - endZonePx) return end.bar - (end.list - list);
  const share = (list - endZonePx) / (end.list - 2 * endZonePx);
  return Math.round(endZonePx + share * (end.bar - 2 * endZonePx));
}

/** The scrollbar has moved to `barPx`: by a wheel the list moves as far, by the thumb it goes where the thumb points. */
export function scrolled(of: Geometry, before: Scroll, barPx: number): Scroll {
  const end = ends(of);
  const moved = barPx - before.barPx;
  const small = Math.abs(moved) <= 2 * of.viewportPx && barPx > 0 && barPx < end.bar;
  if (end.bar === end.list || !small) return { barPx, listPx: listAt(of, barPx) };
  return { barPx, listPx: within(before.listPx + moved, 0, end.list) };
}

export function rowTop(of: Geometry, index: number): number {
  return index * of.rowPx + (of.expanded !== null && index > of.expanded ? of.detailPx : 0);
}

export function rowAt(of: Geometry, listPx: number): number {
  const { expanded, rowPx, detailPx, rowCount } = of;
  const plain = Math.floor(listPx / rowPx);
  const row =
    expanded === null || plain <= expanded
      ? plain
      : Math.max(expanded, Math.floor((listPx - detailPx) / rowPx));
  return within(row, 0, Math.max(0, rowCount - 1));
}

/** First and last row to draw, a few beyond the view on both sides; null for an empty list. */
export function rowsInView(
  of: Geometry,
  listPx: number,
  beyond: number,
): { readonly first: number; readonly last: number } | null {
  if (of.rowCount === 0) return null;
  return {
    first: Math.max(0, rowAt(of, listPx) - beyond),
    last: Math.min(of.rowCount - 1, rowAt(of, listPx + of.viewportPx) + beyond),
  };
}

/** How far the list is to be scrolled so that the row is wholly in view: no further than it must. */
export function scrollToShow(of: Geometry, listPx: number, index: number): number {
  const top = rowTop(of, index);
  const bottom = top + of.rowPx + (index === of.expanded ? of.detailPx : 0);
  const up = Math.min(listPx, top);
  return within(Math.min(Math.max(up, bottom - of.viewportPx), top), 0, ends(of).list);
}
