import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import type { FolderView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { findByPrefix } from '../../../ui/grid-keys.ts';
import { gridPart } from '../../../ui/grid-roles.ts';
import { rowTop, scrollHeight, visibleRows } from '../../../ui/grid-viewport.ts';
import { FailureNotice } from '../../../ui/notice.tsx';
import { useGridScroll } from '../../../ui/use-grid-scroll.ts';
import './folder-tree.css';
import { FolderRow } from './folder-row.tsx';
import { foldersBetween, keyAction, type TreeRow } from './folder-tree-model.ts';
import type { LoadedFolderTree } from './use-folder-tree.ts';

const custodianWords = words.newUploadCustodians;
const rowPx = 34;
const overscanRows = 12;

/** The rows of the tree. The grid keeps the focus and marks the active row. */
export function FolderTreeGrid({
  uploadId,
  tree,
  custodians,
  onChanged,
}: {
  readonly uploadId: number;
  readonly tree: LoadedFolderTree;
  /** Existing names, suggested while typing. */
  readonly custodians: readonly string[];
  /** `announcement` is for screen readers. */
  readonly onChanged: (announcement: string) => void;
}) {
  const id = useId();
  const { rows, loadVisible } = tree;
  const assign = useCommand('drafts.assignCustodian');
  const element = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [edited, setEdited] = useState<number | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  /** Where a range of selected folders starts. */
  const anchor = useRef(0);
  const typed = useRef({ text: '', atMs: 0 });
  const { geometry, scroll, onScroll, show } = useGridScroll(element, {
    rowCount: rows.length,
    rowPx,
    expanded: null,
    detailPx: 0,
  });
  const { first, last } = visibleRows(geometry, scroll.offsetPx, overscanRows) ?? { first: 0, last: -1 };
  useEffect(() => loadVisible(first, last), [loadVisible, first, last]);

  const row = rows[active];
  const folder = row?.kind === 'folder' ? row.folder : null;
  const rowId = (index: number) => `${id}-${index}`;

  function goTo(index: number) {
    setActive(index);
    show(index);
  }
  function endEditing() {
    setEdited(null);
    element.current?.focus();
  }
  async function assignCustodian(target: FolderView, custodian: string | null) {
    endEditing();
    const folderIds = selected.has(target.id) ? [...selected] : [target.id];
    if (custodian === null && folderIds.length === 1 && !target.isAssigned) return;
    const assigned = await assign.run({ uploadId, folderIds, custodian });
    if (!assigned.ok) return;
    tree.reload();
    if (custodian === null)
      onChanged(
        folderIds.length > 1
          ? custodianWords.overridesCleared(folderIds.length)
          : custodianWords.overrideCleared(target.name),
      );
    else
      onChanged(
        folderIds.length > 1
          ? custodianWords.assignedFolders(folderIds.length, custodian)
          : custodianWords.assigned(target.name, custodian),
      );
  }

  function toggleSelected(index: number) {
    const toggled = rows[index];
    anchor.current = index;
    if (toggled?.kind !== 'folder') return;
    const next = new Set(selected);
    if (!next.delete(toggled.folder.id)) next.add(toggled.folder.id);
    setSelected(next);
  }

  /** Keys that change the selection and not the active row alone. */
  function select(event: KeyboardEvent): boolean {
    if (event.key === ' ') toggleSelected(active);
    else if (event.key === 'Escape' && selected.size > 0) setSelected(new Set());
    else if (event.shiftKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const to = Math.min(rows.length - 1, Math.max(0, active + (event.key === 'ArrowDown' ? 1 : -1)));
      if (selected.size === 0) anchor.current = active;
      setSelected(foldersBetween(rows, anchor.current, to));
      goTo(to);
    } else return false;
    event.preventDefault();
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== element.current || event.ctrlKey || event.metaKey || event.altKey) return;
    if (select(event)) return;
    const pageRows = Math.max(1, Math.floor(geometry.viewportPx / rowPx) - 1);
    const action = keyAction(event.key, rows, active, pageRows);
    if (action === null) {
      if (event.key.length !== 1) return;
      const recent = event.timeStamp - typed.current.atMs < 700;
      typed.current = { text: (recent ? typed.current.text : '') + event.key, atMs: event.timeStamp };
      const range = { first: 0, last: rows.length - 1 };
      const found = findByPrefix(typed.current.text, active, range, (index) => nameOf(rows[index]));
      if (found !== null) goTo(found);
      return;
    }
    event.preventDefault();
    switch (action.kind) {
      case 'go':
        return goTo(action.to);
      case 'toggle':
        return folder === null ? undefined : tree.toggle(folder.id);
      case 'edit':
        return setEdited(folder?.id ?? null);
      case 'clear-override':
        return folder === null ? undefined : void assignCustodian(folder, null);
    }
  }

  function onClick(event: MouseEvent) {
    const clicked = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (clicked === null || isInside(event, 'input')) return;
    const index = Number(clicked.getAttribute('data-index'));
    const clickedRow = rows[index];
    setActive(index);
    if (event.ctrlKey || event.metaKey) return toggleSelected(index);
    if (event.shiftKey) return setSelected(foldersBetween(rows, anchor.current, index));
    anchor.current = index;
    setSelected(new Set());
    if (clickedRow?.kind === 'folder' && isInside(event, '[data-toggle]')) tree.toggle(clickedRow.folder.id);
  }

  const isActiveRendered = active >= first && active <= last && active < rows.length;
  return (
    <>
      <div className="folder-tree-tools">
        <Button small icon="person" disabled={folder === null} onPress={() => setEdited(folder?.id ?? null)}>
          {custodianWords.assign}
        </Button>
        <Button
          small
          disabled={folder === null || !(folder.isAssigned || selected.has(folder.id))}
          onPress={() => (folder === null ? undefined : void assignCustodian(folder, null))}
        >
          {custodianWords.clearOverride}
        </Button>
        <span className="small faint" id={`${id}-keys`}>
          {selected.size > 0 ? custodianWords.selectedFolders(selected.size) : custodianWords.treeKeys}
        </span>
      </div>
      {assign.failure === null ? null : <FailureNotice failure={assign.failure} onDismiss={assign.dismiss} />}
      <datalist id={`${id}-names`}>
        {custodians.map((custodian) => (
          <option key={custodian} value={custodian} />
        ))}
      </datalist>
      <div
        ref={element}
        className="folder-tree"
        role="treegrid"
        aria-multiselectable="true"
        tabIndex={0}
        aria-label={custodianWords.treeLabel}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.length + 1}
        {...(isActiveRendered ? { 'aria-activedescendant': rowId(active) } : {})}
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={(event) => {
          if (isInside(event, '[data-custodian]')) setEdited(folder?.id ?? null);
        }}
      >
        <div {...gridPart('rowgroup')} className="folder-tree-header">
          <div {...gridPart('row', { 'aria-rowindex': 1 })} className="folder-row">
            <div {...gridPart('columnheader')}>{custodianWords.folder}</div>
            <div {...gridPart('columnheader')} className="number">
              {custodianWords.files}
            </div>
            <div {...gridPart('columnheader')} className="number folder-row-size">
              {custodianWords.size}
            </div>
            <div {...gridPart('columnheader')} data-custodian="">
              {custodianWords.custodian}
            </div>
            <div {...gridPart('columnheader')} className="folder-row-origin">
              {custodianWords.assignedBy}
            </div>
          </div>
        </div>
        <div
          {...gridPart('rowgroup')}
          className="folder-tree-body"
          style={{ height: scrollHeight(geometry) }}
        >
          {rows.slice(first, last + 1).map((each, offset) => {
            const index = first + offset;
            return (
              <FolderRow
                key={each.kind === 'folder' ? each.folder.id : `loading-${index}`}
                id={rowId(index)}
                row={each}
                index={index}
                topPx={rowTop(geometry, index) + scroll.scrollTopPx - scroll.offsetPx}
                heightPx={rowPx}
                isActive={index === active}
                isSelected={
                  selected.size === 0
                    ? index === active
                    : each.kind === 'folder' && selected.has(each.folder.id)
                }
                isEdited={each.kind === 'folder' && edited === each.folder.id}
                namesId={`${id}-names`}
                onCommit={(custodian) =>
                  each.kind === 'folder' ? void assignCustodian(each.folder, custodian) : undefined
                }
                onCancel={endEditing}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

function nameOf(row: TreeRow | undefined): string | null {
  return row?.kind === 'folder' ? row.folder.name : null;
}

function isInside(event: MouseEvent, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}
