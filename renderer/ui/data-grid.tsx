import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { words } from '../i18n/words.ts';
import type { RowSource } from '../state/use-paged-list.ts';
import './data-grid.css';
import { useMediaQuery } from '../state/use-media-query.ts';
import { GridHeader, type GridSort } from './grid-header.tsx';
import { findByPrefix, gridActionFor } from './grid-keys.ts';
import { gridPart } from './grid-roles.ts';
import { type GridColumn, GridRow } from './grid-row.tsx';
import {
  extendTo,
  isSelected,
  nothingSelected,
  type Selection,
  selectAll,
  selectedCount,
  selectOnly,
  toggle,
} from './grid-selection.ts';
import { rowTop, scrollHeight, visibleRows } from './grid-viewport.ts';
import { useGridCopy } from './use-grid-copy.ts';
import { eightRows, useGridScroll } from './use-grid-scroll.ts';

export type { GridColumn, GridSort };

export interface DataGridProps<Row> {
  readonly label: string;
  /** Memoized: when it changes, all rows render again. */
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: RowSource<Row>;
  readonly rowPx?: number;
  /** In a low window, where text of two lines has one. At most 32 by default. */
  readonly lowRowPx?: number;
  readonly sort?: GridSort | null;
  readonly onSort?: (sort: GridSort | null) => void;
  /** On Enter or a click. */
  readonly onOpen?: (row: Row, index: number) => void;
  /** Content below an expanded row; one row is expanded at a time. */
  readonly renderDetail?: (row: Row) => ReactNode;
  readonly detailPx?: number | ((row: Row) => number);
  /** Content of a row that spans all columns; null for a normal row. Memoized. */
  readonly spanContent?: (row: Row) => ReactNode;
  /** The text for type-ahead and copying. */
  readonly rowText?: (row: Row) => string;
  readonly onSelect?: (selection: Selection) => void;
  /** Rows with a checkbox, which selects without opening. Memoized. */
  readonly canCheck?: ((row: Row) => boolean) | undefined;
  /** Identifies the list's content and order. Rows are known by index, so a new list clears selection and expansion. */
  readonly listKey?: string;
}

/**
 * A list of any length: only visible rows are rendered. The grid itself has the focus and names its active row, so the
 * focus survives when that row is scrolled out of view.
 */
export function DataGrid<Row>({
  label,
  columns: allColumns,
  rows,
  rowPx: usualRowPx = 36,
  lowRowPx = Math.min(usualRowPx, 32),
  sort = null,
  onSort,
  onOpen,
  renderDetail,
  detailPx = 150,
  spanContent,
  rowText,
  onSelect,
  canCheck,
  listKey = '',
}: DataGridProps<Row>) {
  const id = useId();
  const element = useRef<HTMLDivElement>(null);
  const rowPx = useMediaQuery('(max-height: 680px)') ? lowRowPx : usualRowPx;
  const [active, setActive] = useState(0);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [expanded, setExpanded] = useState<number | null>(null);
  const [shown, setShown] = useState(listKey);
  if (shown !== listKey) {
    setShown(listKey);
    setActive(0);
    setSelection(nothingSelected);
    setExpanded(null);
  }
  const typed = useRef({ text: '', atMs: 0 });
  const open = expanded !== null && expanded < rows.count && renderDetail !== undefined ? expanded : null;
  const detailRow = open === null ? null : rows.at(open);
  const openPx = typeof detailPx === 'number' ? detailPx : detailRow === null ? 0 : detailPx(detailRow);
  const { geometry, widthPx, scroll, onScroll, show } = useGridScroll(element, {
    rowCount: rows.count,
    rowPx,
    expanded: open,
    detailPx: openPx,
  });

  const fitting = allColumns.filter(({ minListPx = 0 }) => widthPx >= minListPx);
  const fittingIds = fitting.map((column) => column.id).join(' ');
  // The same array while the same columns fit, because rows render again when it changes.
  const columns = useMemo(
    () => allColumns.filter((column) => fittingIds.split(' ').includes(column.id)),
    [allColumns, fittingIds],
  );

  const view = visibleRows(geometry, scroll.offsetPx, 8);
  const { request } = rows;
  const [first, last] = view === null ? [-1, -1] : [view.first, view.last];
  useEffect(() => {
    if (first >= 0) request?.(first, last);
  }, [request, first, last]);

  const copy = useGridCopy(rows, selection, rowText);
  const select = (next: Selection) => {
    copy.clear();
    setSelection(next);
    onSelect?.(next);
  };
  const go = (index: number) => {
    setActive(index);
    show(index);
  };
  const openRow = (index: number) => {
    const row = rows.at(index);
    if (row === null) return;
    if (onOpen !== undefined) onOpen(row, index);
    else if (renderDetail !== undefined) setExpanded(open === index ? null : index);
  };

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== element.current) return;
    const pageRows = Math.floor(geometry.viewportPx / rowPx) - 1;
    const move = gridActionFor(
      { key: event.key, shift: event.shiftKey, control: event.ctrlKey || event.metaKey },
      { active, rowCount: rows.count, pageRows },
    );
    if (move === null) return;
    event.preventDefault();
    switch (move.kind) {
      case 'go':
        select(move.extend ? extendTo(selection, move.to) : selectOnly(move.to));
        return go(move.to);
      case 'select-all':
        return select(selectAll(rows.count));
      case 'select-none':
        return select(nothingSelected);
      case 'toggle':
        return select(toggle(selection, active));
      case 'open':
        return openRow(active);
      case 'expand':
        if (renderDetail !== undefined) setExpanded(active);
        return;
      case 'collapse':
        return setExpanded(null);
      case 'type': {
        if (rowText === undefined) return;
        const recent = event.timeStamp - typed.current.atMs < 700;
        typed.current = { text: (recent ? typed.current.text : '') + move.letter, atMs: event.timeStamp };
        // Only the visible part of a paged list is certain to be loaded.
        const range = request === undefined ? { first: 0, last: rows.count - 1 } : { first, last };
        const found = findByPrefix(typed.current.text, active, range, (index) => {
          const row = rows.at(index);
          return row === null ? null : rowText(row);
        });
        if (found === null) return;
        select(selectOnly(found));
        return go(found);
      }
    }
  }

  function indexOf(event: MouseEvent): number | null {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    return row === null ? null : Number(row.getAttribute('data-index'));
  }

  function onClick(event: MouseEvent) {
    const index = indexOf(event);
    if (index === null) return;
    setActive(index);
    if (event.target instanceof Element && event.target.closest('[data-expander]') !== null) {
      setExpanded(open === index ? null : index);
    } else if (event.target instanceof Element && event.target.closest('[data-check]') !== null) {
      select(toggle(selection, index));
    } else if (event.shiftKey) select(extendTo(selection, index));
    else if (event.ctrlKey || event.metaKey) select(toggle(selection, index));
    else {
      select(selectOnly(index));
      // The end of a drag over text that a person wants to copy is a click too.
      if (window.getSelection()?.isCollapsed !== false) openRow(index);
    }
  }

  const interaction = {
    tabIndex: 0,
    onScroll,
    onKeyDown,
    onClick,
    onCopy: copy.onCopy,
  };
  const lead = canCheck === undefined ? 0 : 1;
  const tracks = [...(lead === 0 ? [] : ['16px']), ...columns.map((column) => column.width)].join(' ');
  const selectedRows = selectedCount(selection);
  const shift = scroll.scrollTopPx - scroll.offsetPx;
  const rowId = (index: number) => `${id}-${index}`;
  const activeInView = view !== null && active >= view.first && active <= view.last;

  return (
    <>
      {/* The grid is one tab stop; the arrow keys move between its rows. */}
      <div
        ref={element}
        {...gridPart(renderDetail === undefined ? 'grid' : 'treegrid', {
          'aria-label': label,
          'aria-rowcount': rows.count + 1,
          'aria-colcount': columns.length + lead,
          'aria-multiselectable': true,
          ...(activeInView ? { 'aria-activedescendant': rowId(active) } : {}),
        })}
        className="grid"
        style={eightRows(rowPx)}
        {...(onOpen === undefined && renderDetail === undefined ? {} : { 'data-opens': '' })}
        {...interaction}
      >
        <div {...gridPart('rowgroup')} className="grid-head">
          <div
            {...gridPart('row', { 'aria-rowindex': 1 })}
            className="grid-row"
            style={{ gridTemplateColumns: tracks }}
          >
            {lead === 0 ? null : (
              <div {...gridPart('columnheader', { 'aria-colindex': 1 })} className="grid-header">
                <input
                  type="checkbox"
                  aria-label={words.ui.selectAll}
                  checked={selectedRows > 0 && selectedRows === rows.count}
                  ref={(box) => {
                    if (box !== null) box.indeterminate = selectedRows > 0 && selectedRows < rows.count;
                  }}
                  onChange={({ target }) => select(target.checked ? selectAll(rows.count) : nothingSelected)}
                />
              </div>
            )}
            {columns.map((column, at) => (
              <GridHeader
                key={column.id}
                column={column}
                index={at + 1 + lead}
                sort={sort?.column === column.id ? sort : null}
                onSort={column.sortable === true ? onSort : undefined}
              />
            ))}
          </div>
        </div>
        <div {...gridPart('rowgroup')} className="grid-body" style={{ height: scrollHeight(geometry) }}>
          {view === null
            ? null
            : Array.from({ length: view.last - view.first + 1 }, (_, k) => {
                const index = view.first + k;
                return (
                  <GridRow
                    key={index}
                    id={rowId(index)}
                    row={rows.at(index)}
                    index={index}
                    topPx={rowTop(geometry, index) + shift}
                    heightPx={rowPx}
                    columns={columns}
                    tracks={tracks}
                    selected={isSelected(selection, index)}
                    active={index === active}
                    spanOf={spanContent}
                    canCheck={canCheck}
                    expanded={renderDetail === undefined ? null : index === open}
                  />
                );
              })}
          {open === null ||
          detailRow === null ||
          renderDetail === undefined ||
          open < first ||
          open > last ? null : (
            <div
              {...gridPart('row', { 'aria-level': 2 })}
              className="grid-detail"
              style={{ top: rowTop(geometry, open) + rowPx + shift, height: openPx }}
            >
              <div {...gridPart('gridcell', { 'aria-colspan': columns.length + lead })}>
                {renderDetail(detailRow)}
              </div>
            </div>
          )}
        </div>
      </div>
      <p className="grid-message" role="status">
        {copy.message}
      </p>
    </>
  );
}
