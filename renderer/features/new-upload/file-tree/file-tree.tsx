import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { TreeEntry } from '../../../../preload/contract/calls/tree-calls.ts';
import { words } from '../../../i18n/words.ts';
import { findByPrefix } from '../../../ui/grid-keys.ts';
import { gridPart } from '../../../ui/grid-roles.ts';
import { rowTop, scrollHeight, visibleRows } from '../../../ui/grid-viewport.ts';
import { eightRows, useGridScroll } from '../../../ui/use-grid-scroll.ts';
import './file-tree.css';
import { entryKey, keyAction, keysBetween, rowsBetween } from './file-tree-model.ts';
import { type CheckState, FileTreeRow, type TreeColumn } from './file-tree-row.tsx';
import type { LoadedFileTree } from './use-file-tree.ts';

const rowPx = 32;
const overscanRows = 12;
/** As many as the engine changes at once. */
const maxSelected = 10_000;

/** The selected rows, or else the active one. */
export interface TreeTargets {
  readonly active: TreeEntry | null;
  readonly entries: readonly TreeEntry[];
  readonly selected: number;
}

/** Rows of folders and files. The grid keeps the focus and marks the active row. */
export function FileTree({
  grid,
  tree,
  label,
  className,
  columns,
  showsPaths = false,
  checkOf,
  onCheck,
  onKey,
  tools,
}: {
  /** Gets the focus back after a row was edited. */
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly tree: LoadedFileTree;
  readonly label: string;
  readonly className: string;
  readonly columns: readonly TreeColumn[];
  /** A search shows them, whose rows are in different folders. */
  readonly showsPaths?: boolean;
  /** With it, rows have a check box, which Space toggles; without it, Space selects. */
  readonly checkOf?: (entry: TreeEntry) => CheckState;
  readonly onCheck?: (entries: readonly TreeEntry[]) => void;
  /** Whether it handled the key. */
  readonly onKey?: (key: string, targets: TreeTargets) => boolean;
  readonly tools: (targets: TreeTargets, keysId: string) => ReactNode;
}) {
  const id = useId();
  const { rows, loadVisible } = tree;
  const [wantedActive, setActive] = useState(0);
  const active = Math.min(wantedActive, Math.max(0, rows.count - 1));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [areTooMany, setTooMany] = useState(false);
  /** Where a range of selected rows starts. */
  const anchor = useRef(0);
  const typed = useRef({ text: '', atMs: 0 });
  const { geometry, scroll, onScroll, show } = useGridScroll(grid, {
    rowCount: rows.count,
    rowPx,
    expanded: null,
    detailPx: 0,
  });
  const { first, last } = visibleRows(geometry, scroll.offsetPx, overscanRows) ?? { first: 0, last: -1 };
  useEffect(() => loadVisible(first, last), [loadVisible, first, last]);

  const row = rows.at(active);
  const activeEntry = row?.kind === 'entry' ? row.entry : null;
  const rowId = (index: number) => `${id}-${index}`;
  const targets = (of = activeEntry): TreeTargets => ({
    active: of,
    entries: selected.size > 0 ? tree.entriesOf(selected) : of === null ? [] : [of],
    selected: selected.size,
  });

  function goTo(index: number) {
    setActive(index);
    show(index);
  }

  function select(keys: ReadonlySet<string>) {
    setTooMany(keys.size > maxSelected);
    if (keys.size <= maxSelected) setSelected(keys);
  }

  async function selectAll() {
    if (rows.count > maxSelected) return setTooMany(true);
    select(await tree.loadAll());
  }

  function toggleSelected(index: number) {
    const toggled = rows.at(index);
    anchor.current = index;
    if (toggled?.kind !== 'entry') return;
    const next = new Set(selected);
    if (!next.delete(entryKey(toggled.entry))) next.add(entryKey(toggled.entry));
    select(next);
  }

  /** Keys that change what is selected and not the active row alone. */
  function selectByKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== 'a') return false;
      void selectAll();
    } else if (event.key === ' ') {
      if (onCheck === undefined) toggleSelected(active);
      else onCheck(targets().entries);
    } else if (event.key === 'Escape' && selected.size > 0) setSelected(new Set());
    else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const to = Math.min(rows.count - 1, Math.max(0, active + (event.key === 'ArrowDown' ? 1 : -1)));
      if (selected.size === 0) anchor.current = active;
      select(keysBetween(rows, anchor.current, to));
      goTo(to);
    } else return false;
    event.preventDefault();
    return true;
  }

  function findTyped(event: KeyboardEvent) {
    const recent = event.timeStamp - typed.current.atMs < 700;
    typed.current = { text: (recent ? typed.current.text : '') + event.key, atMs: event.timeStamp };
    const range = { first: 0, last: rows.count - 1 };
    const found = findByPrefix(typed.current.text, active, range, (index) => {
      const each = rows.at(index);
      return each?.kind === 'entry' ? each.entry.name : null;
    });
    if (found !== null) goTo(found);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== grid.current || event.altKey) return;
    if (selectByKey(event) || event.ctrlKey || event.metaKey) return;
    const pageRows = Math.max(1, Math.floor(geometry.viewportPx / rowPx) - 1);
    const action = keyAction(event.key, rows, active, pageRows);
    if (action === null && onKey?.(event.key, targets()) !== true) {
      if (event.key.length === 1) findTyped(event);
      return;
    }
    typed.current.text = '';
    event.preventDefault();
    if (action?.kind === 'go') goTo(action.to);
    else if (action?.kind === 'toggle' && activeEntry !== null) tree.toggle(activeEntry);
  }

  function onClick(event: MouseEvent) {
    const clicked = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (clicked === null || isInside(event, 'input')) return;
    const index = Number(clicked.getAttribute('data-index'));
    const each = rows.at(index);
    const entry = each?.kind === 'entry' ? each.entry : null;
    setActive(index);
    if (entry !== null && isInside(event, '[role=checkbox]'))
      return onCheck?.(selected.has(entryKey(entry)) ? targets(entry).entries : [entry]);
    if (event.ctrlKey || event.metaKey) return toggleSelected(index);
    if (event.shiftKey) return select(keysBetween(rows, anchor.current, index));
    anchor.current = index;
    setSelected(new Set());
    if (entry !== null && isInside(event, '[data-toggle]')) tree.toggle(entry);
  }

  const isActiveRendered = active >= first && active <= last && active < rows.count;
  return (
    <>
      <div className="file-tree-tools">
        {tools(targets(), `${id}-keys`)}
        {areTooMany ? (
          <span className="small" role="status">
            {words.fileTree.tooMany(maxSelected)}
          </span>
        ) : null}
      </div>
      <div
        ref={grid}
        className={`file-tree ${className}`}
        style={eightRows(rowPx)}
        role="treegrid"
        aria-multiselectable="true"
        tabIndex={0}
        aria-label={label}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.count + 1}
        aria-colcount={columns.length + 1}
        {...(isActiveRendered ? { 'aria-activedescendant': rowId(active) } : {})}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onScroll={onScroll}
      >
        <div {...gridPart('rowgroup')} className="file-tree-header">
          <div {...gridPart('row', { 'aria-rowindex': 1 })} className="file-tree-row">
            <div {...gridPart('columnheader')}>{words.fileTree.name}</div>
            {columns.map(({ header, className: column }) => (
              <div {...gridPart('columnheader')} key={header} className={column}>
                {header}
              </div>
            ))}
          </div>
        </div>
        <div {...gridPart('rowgroup')} className="file-tree-body" style={{ height: scrollHeight(geometry) }}>
          {rowsBetween(rows, first, last).map((each, offset) => {
            const index = first + offset;
            const key = each.kind === 'entry' ? entryKey(each.entry) : null;
            return (
              <FileTreeRow
                key={key ?? `loading-${index}`}
                id={rowId(index)}
                row={each}
                index={index}
                topPx={rowTop(geometry, index) + scroll.scrollTopPx - scroll.offsetPx}
                heightPx={rowPx}
                isActive={index === active}
                isSelected={selected.size === 0 ? index === active : key !== null && selected.has(key)}
                columns={columns}
                showsPath={showsPaths}
                check={each.kind === 'entry' ? (checkOf?.(each.entry) ?? null) : null}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

function isInside(event: MouseEvent, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}
