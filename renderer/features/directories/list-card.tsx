import { useMemo } from 'react';
import { gridColumns, type RecordColumn } from '../../shared/record-rows.ts';
import { useRecords } from '../../shared/use-records.ts';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type DataGridProps } from '../../ui/data-grid.tsx';
import { SearchField } from '../../ui/search-field.tsx';

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
  const { searchLabel, countText, csvName, ...shown } = props;
  const { found, search, csv, grid } = useRecords({ records, columns, csvName, inMenu });
  const shownColumns = useMemo(() => gridColumns(columns), [columns]);
  return (
    <Card title={title} actions={csv.button} bare>
      <div className="directory-findings-bar">
        <SearchField label={searchLabel} {...search} />
        <span className="muted" role="status">
          {countText(found.length)}
        </span>
      </div>
      {csv.notice}
      <div className="directory-findings" style={{ height: headerPx + rowPx * Math.max(1, found.length) }}>
        <DataGrid
          {...shown}
          {...grid}
          label={title}
          columns={shownColumns}
          rowPx={rowPx}
          rowText={(row) => columns.map(({ value }) => value(row) ?? '').join('\t')}
        />
      </div>
    </Card>
  );
}
