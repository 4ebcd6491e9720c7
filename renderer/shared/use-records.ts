import { type RefObject, useMemo, useRef, useState } from 'react';
import { useMenuItem } from '../state/menu.ts';
import { type RowSource, useLocalRows } from '../state/use-paged-list.ts';
import type { GridSort } from '../ui/grid-header.tsx';
import { useCsvExport } from '../ui/use-csv-export.tsx';
import { type RecordColumn, recordRows } from './record-rows.ts';

interface RecordsOptions<Row> {
  readonly records: readonly Row[];
  /** Memoized. What search finds, and what the list is sorted by. */
  readonly columns: readonly RecordColumn<Row>[];
  /** What the CSV has, if it is more than that. */
  readonly csvColumns?: readonly RecordColumn<Row>[];
  /** The CSV file's, without the date. */
  readonly csvName: string;
  readonly isComplete?: boolean;
  /** What else makes it another list. */
  readonly key?: unknown;
  /** Whether the menu's Find and Export mean this list. One list of a screen. */
  readonly inMenu?: boolean;
}

/** A list that is there as a whole, with search, order, and CSV. */
export function useRecords<Row>({
  records,
  columns,
  csvColumns = columns,
  csvName,
  isComplete = true,
  key = null,
  inMenu = true,
}: RecordsOptions<Row>) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const inputRef: RefObject<HTMLInputElement | null> = useRef(null);
  useMenuItem('find', inMenu && records.length > 0 ? () => inputRef.current?.focus() : null);
  const found = useMemo(
    () => recordRows(records, columns, { search, sort }),
    [records, columns, search, sort],
  );
  const rows: RowSource<Row> = useLocalRows(found);
  const csv = useCsvExport(
    found.length === 0 || !isComplete
      ? null
      : () => ({
          name: csvName,
          columns: csvColumns.map(({ header }) => header),
          rows: found.map((row) => csvColumns.map(({ value }) => value(row))),
        }),
    { inMenu },
  );
  return {
    found,
    search: { value: search, onChange: setSearch, inputRef },
    csv,
    grid: { rows, sort, onSort: setSort, listKey: JSON.stringify({ search, sort, key }) },
  };
}
