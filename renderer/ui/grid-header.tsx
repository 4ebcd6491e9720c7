import { words } from '../i18n/words.ts';
import { gridPart } from './grid-roles.ts';
import type { GridColumn } from './grid-row.tsx';
import { Icon } from './icon.tsx';

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

/** A column header; a button if the column can be sorted. */
export function GridHeader<Row>({
  column,
  index,
  sort,
  onSort,
}: {
  readonly column: GridColumn<Row>;
  readonly index: number;
  readonly sort: GridSort | null;
  readonly onSort: ((sort: GridSort | null) => void) | undefined;
}) {
  const className = `grid-header${column.align === 'end' ? ' grid-end' : ''}`;
  if (onSort === undefined) {
    return (
      <div {...gridPart('columnheader', { 'aria-colindex': index })} className={className}>
        {column.header}
      </div>
    );
  }
  // Ascending, then descending, then unsorted.
  const next =
    sort === null
      ? { column: column.id, descending: false }
      : sort.descending
        ? null
        : { ...sort, descending: true };
  const direction = sort === null ? 'none' : sort.descending ? 'descending' : 'ascending';
  return (
    <div
      {...gridPart('columnheader', { 'aria-colindex': index, 'aria-sort': direction })}
      className={className}
    >
      <button type="button" className="grid-sort" onClick={() => onSort(next)}>
        {column.header}
        <Icon name={sort === null ? 'sort' : sort.descending ? 'arrowDown' : 'arrowUp'} size={12} />
        {sort === null ? null : (
          <span className="visually-hidden">
            {sort.descending ? words.ui.descending : words.ui.ascending}
          </span>
        )}
      </button>
    </div>
  );
}
