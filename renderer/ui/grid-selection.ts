/** Selected rows as ordered, non-adjacent runs, so that selecting a million rows is one run. */
export interface Selection {
  readonly runs: readonly (readonly [first: number, last: number])[];
  /** The row from which Shift extends the selection. */
  readonly anchor: number;
}

export const nothingSelected: Selection = { runs: [], anchor: 0 };

export function selectOnly(index: number): Selection {
  return { runs: [[index, index]], anchor: index };
}

export function selectAll(count: number): Selection {
  return { runs: count === 0 ? [] : [[0, count - 1]], anchor: 0 };
}

export function extendTo(selection: Selection, index: number): Selection {
  const { anchor } = selection;
  return { runs: [[Math.min(anchor, index), Math.max(anchor, index)]], anchor };
}

export function isSelected(selection: Selection, index: number): boolean {
  return selection.runs.some(([first, last]) => first <= index && index <= last);
}

export function selectedCount(selection: Selection): number {
  return selection.runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** The selected rows of a list, by index. */
export function rowsAt<Row>({ runs }: Selection, at: (index: number) => Row): readonly Row[] {
  return runs.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => at(first + n)));
}

/** The selected rows of a list that has all of its rows. */
export function selectedRows<Row>({ runs }: Selection, rows: readonly Row[]): readonly Row[] {
  return runs.flatMap(([first, last]) => rows.slice(first, last + 1));
}

export function toggle(selection: Selection, index: number): Selection {
  if (isSelected(selection, index)) {
    const runs = selection.runs.flatMap(([first, last]): (readonly [number, number])[] => {
      if (index < first || index > last) return [[first, last]];
      const before: [number, number] = [first, index - 1];
      const after: [number, number] = [index + 1, last];
      return [before, after].filter(([from, to]) => from <= to);
    });
    return { runs, anchor: index };
  }
  const runs: (readonly [number, number])[] = [];
  for (const [first, last] of [...selection.runs, [index, index] as const].toSorted((a, b) => a[0] - b[0])) {
    const previous = runs.at(-1);
    if (previous !== undefined && previous[1] + 1 >= first) {
      runs[runs.length - 1] = [previous[0], Math.max(previous[1], last)];
    } else runs.push([first, last]);
  }
  return { runs, anchor: index };
}
