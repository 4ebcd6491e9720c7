import { type ReactNode, useMemo } from 'react';
import { words } from '../i18n/words.ts';
import { gridPart } from './grid-roles.ts';
import { Icon } from './icon.tsx';

export interface GridColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** A CSS grid track, e.g. "minmax(160px, 2fr)" or "88px". */
  readonly width: string;
  readonly align?: 'start' | 'end';
  readonly sortable?: boolean;
  /** Cells may extend beyond the column instead of being clipped. */
  readonly overflows?: boolean;
  /** Left out where the list is narrower than this: the row's detail or screen shows it too. */
  readonly minListPx?: number;
  readonly cell: (row: Row, index: number) => ReactNode;
}

interface GridRowProps<Row> {
  readonly id: string;
  readonly row: Row | null;
  readonly index: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly columns: readonly GridColumn<Row>[];
  readonly tracks: string;
  readonly selected: boolean;
  readonly active: boolean;
  /** Content of a row that spans all columns, e.g. a month; null for a normal row. */
  readonly spanOf: ((row: Row) => ReactNode) | undefined;
  /** Whether a row has a checkbox; undefined where none has. */
  readonly canCheck: ((row: Row) => boolean) | undefined;
  /** It is null if rows have no detail. */
  readonly expanded: boolean | null;
}

/** Renders again only if its own row changed. */
export function GridRow<Row>({
  id,
  row,
  index,
  topPx,
  heightPx,
  columns,
  tracks,
  selected,
  active,
  spanOf,
  canCheck,
  expanded,
}: GridRowProps<Row>) {
  return useMemo(() => {
    const lead = canCheck === undefined ? 0 : 1;
    const span = row === null ? null : (spanOf?.(row) ?? null);
    return (
      <div
        {...gridPart('row', {
          'aria-rowindex': index + 2,
          'aria-selected': selected,
          ...(expanded === null ? {} : { 'aria-expanded': expanded, 'aria-level': 1 }),
          ...(row === null ? { 'aria-busy': true } : {}),
        })}
        id={id}
        data-index={index}
        className={`grid-row ${span === null ? 'grid-row-clickable' : 'grid-row-span'}${active ? ' grid-row-active' : ''}`}
        style={{ top: topPx, height: heightPx, gridTemplateColumns: span === null ? tracks : '1fr' }}
      >
        {span === null ? null : (
          <div {...gridPart('gridcell', { 'aria-colspan': columns.length + lead })} className="grid-cell">
            {span}
          </div>
        )}
        {canCheck === undefined || span !== null ? null : (
          <div
            {...gridPart('gridcell', { 'aria-colindex': 1 })}
            className="grid-cell"
            {...(row !== null && canCheck(row) ? { 'data-check': '' } : {})}
          >
            {/* The row says that it is selected; the cell takes the click. */}
            <input type="checkbox" tabIndex={-1} aria-hidden readOnly checked={selected} />
          </div>
        )}
        {(span === null ? columns : []).map((column, at) => (
          <div
            key={column.id}
            {...gridPart('gridcell', { 'aria-colindex': at + 1 + lead })}
            className={`grid-cell${column.align === 'end' ? ' grid-end' : ''}${column.overflows === true ? ' grid-cell-overflows' : ''}`}
          >
            {at === 0 && expanded !== null ? (
              <span className="grid-expander" data-expander="">
                <Icon name={expanded ? 'chevronDown' : 'chevronRight'} size={14} />
              </span>
            ) : null}
            {row === null ? (
              <span className="grid-skeleton">
                {at === 0 ? <span className="visually-hidden">{words.ui.rowLoading}</span> : null}
              </span>
            ) : (
              column.cell(row, index)
            )}
          </div>
        ))}
      </div>
    );
  }, [id, row, index, topPx, heightPx, columns, tracks, selected, active, spanOf, canCheck, expanded]);
}
