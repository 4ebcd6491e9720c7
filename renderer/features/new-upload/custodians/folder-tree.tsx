import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import type { FolderView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { gridPart } from '../../../ui/grid-roles.ts';
import { FailureNotice } from '../../../ui/notice.tsx';
import './folder-tree.css';
import { FolderRow } from './folder-row.tsx';
import { findByPrefix, keyAction } from './folder-tree-model.ts';
import { useFolderTree } from './use-folder-tree.ts';

const custodianWords = words.newUploadCustodians;
const rowPx = 34;
const headerPx = 34;

/** The folders and their custodians, editable. The tree keeps the focus and marks the active row. */
export function FolderTree({
  uploadId,
  version,
  custodians,
  onChanged,
}: {
  readonly uploadId: number;
  /** Changes with the rule and the default; the folders are then reloaded. */
  readonly version: string;
  /** Existing names, suggested while typing. */
  readonly custodians: readonly string[];
  /** `announcement` is for screen readers. */
  readonly onChanged: (announcement: string) => void;
}) {
  const id = useId();
  const { rows, failure, toggle, loadVisible, reload } = useFolderTree(uploadId, version);
  const assign = useCommand('drafts.assignCustodian');
  const element = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [edited, setEdited] = useState<number | null>(null);
  const typed = useRef({ text: '', atMs: 0 });
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current,
    estimateSize: () => rowPx,
    overscan: 12,
    // The header scrolls with the rows and sticks to the top.
    scrollMargin: headerPx,
    scrollPaddingStart: headerPx,
  });
  const visibleItems = virtual.getVirtualItems();
  const first = visibleItems[0]?.index ?? 0;
  const last = visibleItems.at(-1)?.index ?? 0;
  useEffect(() => loadVisible(first, last), [loadVisible, first, last]);

  // A single source folder is expanded right away, because its subfolders get the custodians.
  const wasExpanded = useRef(false);
  const [firstRow] = rows;
  const onlyFolderId =
    rows.length === 1 && firstRow?.kind === 'folder' && firstRow.folder.hasChildren
      ? firstRow.folder.id
      : null;
  useEffect(() => {
    if (wasExpanded.current || onlyFolderId === null) return;
    wasExpanded.current = true;
    toggle(onlyFolderId);
  }, [onlyFolderId, toggle]);

  const row = rows[active];
  const folder = row?.kind === 'folder' ? row.folder : null;
  const rowId = (index: number) => `${id}-${index}`;

  function goTo(index: number) {
    setActive(index);
    virtual.scrollToIndex(index);
  }
  function endEditing() {
    setEdited(null);
    element.current?.focus();
  }
  async function assignCustodian(target: FolderView, custodian: string | null) {
    endEditing();
    if (custodian === null && target.custodianFrom !== 'manual') return;
    const assigned = await assign.run({ uploadId, folderId: target.id, custodian });
    if (!assigned.ok) return;
    reload();
    onChanged(
      custodian === null
        ? custodianWords.overrideCleared(target.name)
        : custodianWords.assigned(target.name, custodian),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== element.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor((element.current.clientHeight - headerPx) / rowPx) - 1);
    const action = keyAction(event.key, rows, active, pageRows);
    if (action === null) {
      if (event.key.length !== 1 || event.key === ' ') return;
      const recent = event.timeStamp - typed.current.atMs < 700;
      typed.current = { text: (recent ? typed.current.text : '') + event.key, atMs: event.timeStamp };
      const found = findByPrefix(rows, active, typed.current.text);
      if (found !== null) goTo(found);
      return;
    }
    event.preventDefault();
    switch (action.kind) {
      case 'go':
        return goTo(action.to);
      case 'toggle':
        return folder === null ? undefined : toggle(folder.id);
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
    if (clickedRow?.kind === 'folder' && isInside(event, '[data-toggle]')) toggle(clickedRow.folder.id);
  }

  if (failure !== null && rows.length <= 1) return <FailureNotice failure={failure} onRetry={reload} />;
  if (rows.length === 0) {
    return (
      <EmptyState icon="folder" title={custodianWords.noFolders}>
        {custodianWords.noFoldersDescription}
      </EmptyState>
    );
  }
  const isActiveDrawn = active >= first && active <= last && active < rows.length;
  return (
    <>
      <div className="folder-tree-tools">
        <Button small icon="person" disabled={folder === null} onPress={() => setEdited(folder?.id ?? null)}>
          {custodianWords.assign}
        </Button>
        <Button
          small
          disabled={folder?.custodianFrom !== 'manual'}
          onPress={() => (folder === null ? undefined : void assignCustodian(folder, null))}
        >
          {custodianWords.clearOverride}
        </Button>
        <span className="small faint" id={`${id}-keys`}>
          {custodianWords.treeKeys}
        </span>
      </div>
      {failure === null ? null : <FailureNotice failure={failure} onRetry={reload} />}
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
        tabIndex={0}
        aria-label={custodianWords.treeLabel}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.length + 1}
        {...(isActiveDrawn ? { 'aria-activedescendant': rowId(active) } : {})}
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
            <div {...gridPart('columnheader')} className="number">
              {custodianWords.size}
            </div>
            <div {...gridPart('columnheader')} data-custodian="">
              {custodianWords.custodian}
            </div>
            <div {...gridPart('columnheader')}>{custodianWords.assignedBy}</div>
          </div>
        </div>
        <div
          {...gridPart('rowgroup')}
          className="folder-tree-body"
          style={{ height: virtual.getTotalSize() }}
        >
          {visibleItems.map(({ index, start }) => {
            const each = rows[index];
            if (each === undefined) return null;
            return (
              <FolderRow
                key={each.kind === 'folder' ? each.folder.id : `loading-${index}`}
                id={rowId(index)}
                row={each}
                index={index}
                topPx={start - headerPx}
                heightPx={rowPx}
                isActive={index === active}
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

function isInside(event: MouseEvent, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}
