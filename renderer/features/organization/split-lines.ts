/** The cells of a line: by tabs if any are outside quotes, else by semicolons, else by commas. Quotes around a cell are removed. */
export function splitCells(line: string): readonly string[] {
  const unquoted = line.replace(/"(?:[^"]|"")*"/g, '');
  const separator = ['\t', ';'].find((each) => unquoted.includes(each)) ?? ',';
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    const after = quoted === null ? '' : rest.slice(quoted[0].length);
    if (quoted !== null && (after === '' || after.startsWith(separator))) {
      cells.push((quoted[1] ?? '').replaceAll('""', '"').trim());
      if (after === '') return cells;
      rest = after.slice(1);
      continue;
    }
    const end = rest.indexOf(separator);
    cells.push((end === -1 ? rest : rest.slice(0, end)).trim());
    if (end === -1) return cells;
    rest = rest.slice(end + 1);
  }
}

/** Whether the first cell is the name of a column. */
export function isHeaderRow(cells: readonly string[], names: readonly string[]): boolean {
  return names.includes((cells[0] ?? '').toLowerCase());
}
