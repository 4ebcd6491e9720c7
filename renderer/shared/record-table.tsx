import { type ReactNode, useMemo, useState } from 'react';
import type { OperationName } from '../../preload/contract/platform/operations.ts';
import { words } from '../i18n/words.ts';
import type { RemoteList } from '../state/use-remote-list.ts';
import { Button } from '../ui/button.tsx';
import { DataGrid, type DataGridProps } from '../ui/data-grid.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { nothingSelected, selectedRows } from '../ui/grid-selection.ts';
import { PlatformFailure } from './platform-failure.tsx';
import { gridColumns, type RecordColumn } from './record-rows.ts';
import { useRecords } from './use-records.ts';
import './record-table.css';
import { SearchField } from '../ui/search-field.tsx';

interface RecordTableProps<Row>
  extends Pick<DataGridProps<Row>, 'label' | 'onOpen' | 'renderDetail' | 'detailPx' | 'rowText'> {
  /** Memoized. */
  readonly columns: readonly RecordColumn<Row>[];
  readonly list: RemoteList<Row>;
  readonly operation: OperationName;
  /** "12 databases" */
  readonly countText: (rows: number) => string;
  readonly searchLabel: string;
  /** What the CSV has, if it is more than the list. */
  readonly csvColumns?: readonly RecordColumn<Row>[];
  /** The CSV file's, without the date. */
  readonly csvName: string;
  readonly emptyTitle: string;
  readonly emptyText?: ReactNode;
  /** For a list that takes long: what has arrived stays. */
  readonly onStop?: () => void;
  /** With the rows that are selected now. */
  readonly actions?: ReactNode | ((selected: readonly Row[]) => ReactNode);
}

/** A list of the platform's records with search, order and CSV; or why it can't be shown. */
export function RecordTable<Row>({
  columns,
  list,
  operation,
  countText,
  searchLabel,
  csvName,
  csvColumns = columns,
  emptyTitle,
  emptyText,
  actions,
  onStop,
  label,
  ...grid
}: RecordTableProps<Row>) {
  const { elements, isLoading, isComplete, failure, reload } = list;
  const records = useRecords({ records: elements, columns, csvColumns, csvName, isComplete, key: label });
  const { found: rows, search, csv } = records;
  const shownColumns = useMemo(() => gridColumns(columns), [columns]);
  const { listKey } = records.grid;
  const [chosen, setChosen] = useState({ listKey, selection: nothingSelected });
  const selected = chosen.listKey === listKey ? selectedRows(chosen.selection, rows) : [];
  if (elements.length === 0 && failure !== null) {
    return (
      <div className="record-table-notice">
        <PlatformFailure operation={operation} failure={failure} subject={label} onRetry={reload} />
      </div>
    );
  }
  return (
    <>
      <div className="record-table-bar">
        <SearchField label={searchLabel} {...search} />
        <span className="muted" role="status">
          {isLoading && elements.length === 0
            ? words.common.loading
            : isLoading
              ? words.ui.loaded(countText(elements.length))
              : countText(rows.length)}
          {typeof actions === 'function' && selected.length > 1
            ? ` · ${words.common.selected(selected.length)}`
            : ''}
        </span>
        <span className="spacer" />
        {typeof actions === 'function' ? actions(selected) : actions}
        <div className="record-table-end">
          {isLoading && onStop !== undefined ? (
            <Button onPress={onStop}>{words.ui.stopLoading}</Button>
          ) : (
            <Button icon="refresh" label={words.ui.reload} busy={isLoading} onPress={reload} />
          )}
          {csv.button}
        </div>
      </div>
      {failure === null ? null : (
        <div className="record-table-notice">
          <PlatformFailure operation={operation} failure={failure} subject={label} onRetry={reload} />
        </div>
      )}
      {csv.notice}
      {rows.length > 0 ? (
        <DataGrid
          {...grid}
          label={label}
          columns={shownColumns}
          {...records.grid}
          onSelect={(selection) => setChosen({ listKey, selection })}
        />
      ) : isLoading ? null : search.value !== '' ? (
        <EmptyState
          icon="search"
          title={words.ui.noMatches}
          actions={<Button onPress={() => search.onChange('')}>{words.ui.clearSearch}</Button>}
        >
          {words.ui.noMatchesFor(search.value)}
        </EmptyState>
      ) : (
        <EmptyState icon="list" title={emptyTitle}>
          {emptyText}
        </EmptyState>
      )}
    </>
  );
}
