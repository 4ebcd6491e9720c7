import type { ReactNode } from 'react';
import { foldText } from '../../preload/contract/texts/fold-text.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import type { GridSort } from '../ui/grid-header.tsx';
import type { GridColumn } from '../ui/grid-row.tsx';

export type RecordValue = string | number | null;

/** One definition for the list, its search, its order, and its CSV. */
export interface RecordColumn<Row> extends Omit<GridColumn<Row>, 'cell' | 'sortable'> {
  /** What search finds, sorting compares, and the CSV has; null for nothing. */
  readonly value: (row: Row) => RecordValue;
  /** What the list shows, if it isn't the value. */
  readonly cell?: (row: Row) => ReactNode;
}

/** The rows that have the text in one of their columns, in the order of the sorted column. Empty values come last. */
export function recordRows<Row>(
  rows: readonly Row[],
  columns: readonly RecordColumn<Row>[],
  { search, sort }: { readonly search: string; readonly sort: GridSort | null },
): readonly Row[] {
  const wanted = foldText(search.trim());
  const found =
    wanted === ''
      ? rows
      : rows.filter((row) =>
          columns.some(({ value }) => foldText(String(value(row) ?? '')).includes(wanted)),
        );
  const column = columns.find(({ id }) => id === sort?.column);
  if (sort === null || column === undefined) return found;
  const direction = sort.descending ? -1 : 1;
  return found
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => compareValues(a.value, b.value, direction))
    .map(({ row }) => row);
}

const collator = new Intl.Collator('en', { numeric: true });

function compareValues(a: RecordValue, b: RecordValue, direction: 1 | -1): number {
  const [isEmptyA, isEmptyB] = [a, b].map((value) => value === null || value === '');
  if (isEmptyA || isEmptyB) return Number(isEmptyA) - Number(isEmptyB);
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(`${a}`, `${b}`);
  return order * direction;
}

export function gridColumns<Row>(columns: readonly RecordColumn<Row>[]): readonly GridColumn<Row>[] {
  return columns.map(({ value, cell, ...column }) => ({
    ...column,
    sortable: true,
    cell:
      cell ??
      ((row) => {
        const shown = value(row);
        return typeof shown === 'string' ? printable(shown) : shown;
      }),
  }));
}
