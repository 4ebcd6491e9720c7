import { useMemo, useRef, useState } from 'react';
import { gridColumns, type RecordColumn, recordRows } from '../../shared/record-rows.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type DataGridProps, type GridSort } from '../../ui/data-grid.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useCsvExport } from '../../ui/use-csv-export.tsx';

interface ListCardProps<Row> extends Pick<DataGridProps<Row>, 'renderDetail' | 'detailPx'> {
  readonly title: string;
  readonly records: readonly Row[];
  /** Constant. */
  readonly columns: readonly RecordColumn<Row>[];
  readonly searchLabel: string;
  /** "12 findings" */
  readonly countText: (rows: number) => string;
  /** The CSV file's, without the date. */
  readonly csvName: string;
  /** Whether the menu's Find and Export mean this list. One list of a screen. */
  readonly inMenu: boolean;
}

const rowPx = 32;
const headerPx = 40;

/** A list of what a check or a sync found, as high as its rows, with search, order, and CSV. */
export function ListCard<Row>({ title, records, columns, inMenu, ...props }: ListCardProps<Row>) {
  const { searchLabel, countText, csvName, ...grid } = props;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<GridSort | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  useMenuItem('find', inMenu ? () => searchField.current?.focus() : null);
  const found = useMemo(
    () => recordRows(records, columns, { search, sort }),
    [records, columns, search, sort],
  );
  const shownColumns = useMemo(() => gridColumns(columns), [columns]);
  const rows = useLocalRows(found);
  const csv = useCsvExport(
    found.length === 0
      ? null
      : () => ({
          name: csvName,
          columns: columns.map(({ header }) => header),
          rows: found.map((row) => columns.map(({ value }) => value(row))),
        }),
    { inMenu },
  );
  return (
    <Card title={title} actions={csv.button} bare>
      <div className="directory-findings-bar">
        <SearchField label={searchLabel} value={search} onChange={setSearch} inputRef={searchField} />
        <span className="muted" role="status">
          {countText(found.length)}
        </span>
      </div>
      {csv.notice}
      <div className="directory-findings" style={{ height: headerPx + rowPx * Math.max(1, found.length) }}>
        <DataGrid
          {...grid}
          label={title}
          columns={shownColumns}
          rows={rows}
          rowPx={rowPx}
          sort={sort}
          onSort={setSort}
          rowText={(row) => columns.map(({ value }) => value(row) ?? '').join('\t')}
          listKey={JSON.stringify({ search, sort })}
        />
      </div>
    </Card>
  );
}
