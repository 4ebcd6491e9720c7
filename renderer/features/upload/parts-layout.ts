import type { PartsView } from '../../../preload/contract/views/views.ts';

export interface PartsLayout {
  readonly cellPx: number;
  readonly perRow: number;
  /** How many consecutive parts one cell represents. */
  readonly perCell: number;
}

/** Smaller cells can't be told apart. If parts don't fit at this size, a cell represents several of them. */
const minPx = 6;

/** The largest square cells, up to `maxPx`, with which `count` parts fit into the area. */
export function partsLayout(count: number, widthPx: number, heightPx: number, maxPx = 11): PartsLayout {
  if (count <= 0 || widthPx < minPx || heightPx < minPx) return { cellPx: maxPx, perRow: 1, perCell: 1 };
  const maxCells = Math.floor(widthPx / minPx) * Math.floor(heightPx / minPx);
  const perCell = Math.ceil(count / maxCells);
  const cells = Math.ceil(count / perCell);
  let cellPx = maxPx;
  while (cellPx > minPx && Math.ceil(cells / Math.floor(widthPx / cellPx)) * cellPx > heightPx) cellPx -= 0.5;
  return { cellPx, perRow: Math.floor(widthPx / cellPx), perCell };
}

/** The size of a part: the last one has what is left, which may be the whole file. */
export function partBytes(part: number, partSizeBytes: number, sizeBytes: number): number {
  return Math.max(0, Math.min(partSizeBytes, sizeBytes - (part - 1) * partSizeBytes));
}

/** The parts that one cell represents. */
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
