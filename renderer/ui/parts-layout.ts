/** The largest square cells, of at most `mostPx`, with which `count` parts fit into the field, row by row. */
export function partsLayout(
  count: number,
  widthPx: number,
  heightPx: number,
  mostPx = 11,
): { readonly cellPx: number; readonly perRow: number } {
  if (count <= 0 || widthPx <= 0 || heightPx <= 0) return { cellPx: mostPx, perRow: 1 };
  for (let cellPx = mostPx; cellPx > 1; cellPx -= 0.5) {
    const perRow = Math.floor(widthPx / cellPx);
    if (perRow > 0 && Math.ceil(count / perRow) * cellPx <= heightPx) return { cellPx, perRow };
  }
  return { cellPx: 1, perRow: Math.max(1, Math.floor(widthPx)) };
}
