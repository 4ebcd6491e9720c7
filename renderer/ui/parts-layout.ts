import type { PartsView } from '../../preload/contract/views.ts';

export interface PartsLayout {
  readonly cellPx: number;
  readonly perRow: number;
  /** How many parts, in their order, one cell stands for. */
  readonly perCell: number;
}

/** Smaller cells are not told apart any more: from there on one stands for several parts. */
const leastPx = 6;

/** The largest square cells, of at most `mostPx`, with which `count` parts fit into the field, row by row. */
export function partsLayout(count: number, widthPx: number, heightPx: number, mostPx = 11): PartsLayout {
  if (count <= 0 || widthPx < leastPx || heightPx < leastPx) return { cellPx: mostPx, perRow: 1, perCell: 1 };
  const most = Math.floor(widthPx / leastPx) * Math.floor(heightPx / leastPx);
  const perCell = Math.ceil(count / most);
  const cells = Math.ceil(count / perCell);
  let cellPx = mostPx;
  while (cellPx > leastPx && Math.ceil(cells / Math.floor(widthPx / cellPx)) * cellPx > heightPx)
    cellPx -= 0.5;
  return { cellPx, perRow: Math.floor(widthPx / cellPx), perCell };
}

/** What one cell shows of its parts. */
export interface PartsCell {
  readonly first: number;
  readonly last: number;
  readonly done: number;
  readonly inFlight: number;
  readonly retried: number;
}

export function partsCells(parts: PartsView, perCell: number): readonly PartsCell[] {
  const { partCount } = parts;
  const done = new Uint8Array(partCount + 1);
  for (const [first, last] of parts.done) done.fill(1, first, last + 1);
  const cells = Array.from({ length: Math.ceil(partCount / perCell) }, (_, cell) => {
    const first = cell * perCell + 1;
    const last = Math.min(partCount, first + perCell - 1);
    let acknowledged = 0;
    for (let part = first; part <= last; part += 1) acknowledged += done[part] ?? 0;
    return { first, last, done: acknowledged, inFlight: 0, retried: 0 };
  });
  const cellOf = (part: number) => cells[Math.floor((part - 1) / perCell)];
  for (const part of parts.inFlight) {
    const cell = cellOf(part);
    if (cell !== undefined) cell.inFlight += 1;
  }
  for (const part of parts.retried) {
    const cell = cellOf(part);
    if (cell !== undefined) cell.retried += 1;
  }
  return cells;
}
