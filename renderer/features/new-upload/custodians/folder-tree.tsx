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
const headPx = 34;

/** The folders with their custodians, to be named by hand. The tree has the focus and names its active row. */
export function FolderTree({
  uploadId,
  version,
  custodians,
  onChanged,
}: {
  readonly uploadId: number;
  /** Changes with rule and default: custodians are asked for again. */
  readonly version: string;
  /** Names that are there already, offered while typing. */
  readonly custodians: readonly string[];
  readonly onChanged: (told: string) => void;
}) {
  const id = useId();
  const { rows, failure, toggle, want, again } = useFolderTree(uploadId, version);
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
    // The head is part of what scrolls, and stays over the rows.
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  });
  const inView = virtual.getVirtualItems();
  const first = inView[0]?.index ?? 0;
  const last = inView.at(-1)?.index ?? 0;
  useEffect(() => want(first, last), [want, first, last]);

  // A single chosen folder is opened at once: what there is to name lies below it.
  const opened = useRef(false);
  const [only] = rows;
  const onlyId =
    rows.length === 1 && only?.kind === 'folder' && only.folder.hasChildren ? only.folder.id : null;
  useEffect(() => {
    if (opened.current || onlyId === null) return;
    opened.current = true;
    toggle(onlyId);
  }, [onlyId, toggle]);

  const row = rows[active];
  const folder = row?.kind === 'folder' ? row.folder : null;
  const rowId = (index: number) => `${id}-${index}`;

  function goTo(index: number) {
    setActive(index);
    virtual.scrollToIndex(index);
  }
  function backToTree() {
    setEdited(null);
    element.current?.focus();
  }
  async function name(of: FolderView, custodian: string | null) {
    backToTree();
    if (custodian === null && of.custodianFrom !== 'manual') return;
    const assigned = await assign.run({ uploadId, folderId: of.id, custodian });
    if (!assigned.ok) return;
    again();
    onChanged(
      custodian === null
        ? custodianWords.overrideCleared(of.name)
        : custodianWords.assigned(of.name, custodian),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== element.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const pageRows = Math.max(1, Math.floor((element.current.clientHeight - headPx) / rowPx) - 1);
    const move = keyAction(event.key, rows, active, pageRows);
    if (move === null) {
      if (event.key.length !== 1 || event.key === ' ') return;
      const recent = event.timeStamp - typed.current.atMs < 700;
      typed.current = { text: (recent ? typed.current.text : '') + event.key, atMs: event.timeStamp };
      const found = findByPrefix(rows, active, typed.current.text);
      if (found !== null) goTo(found);
      return;
    }
    event.preventDefault();
    switch (move.kind) {
      case 'go':
        return goTo(move.to);
      case 'toggle':
        return folder === null ? undefined : toggle(folder.id);
      case 'edit':
        return setEdited(folder?.id ?? null);
      case 'take-back':
        return folder === null ? undefined : void name(folder, null);
    }
  }

  function onClick(event: MouseEvent) {
    const clicked = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    if (clicked === null || isIn(event, 'input')) return;
    const index = Number(clicked.getAttribute('data-index'));
    const on = rows[index];
    setActive(index);
    if (on?.kind === 'folder' && isIn(event, '[data-toggle]')) toggle(on.folder.id);
  }

  if (failure !== null && rows.length <= 1) return <FailureNotice failure={failure} onRetry={again} />;
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
      <div className="tree-tools">
        <Button small icon="person" disabled={folder === null} onPress={() => setEdited(folder?.id ?? null)}>
          {custodianWords.assign}
        </Button>
        <Button
          small
          disabled={folder?.custodianFrom !== 'manual'}
          onPress={() => (folder === null ? undefined : void name(folder, null))}
        >
          {custodianWords.clearOverride}
        </Button>
        <span className="small faint" id={`${id}-keys`}>
          {custodianWords.treeKeys}
        </span>
      </div>
      {failure === null ? null : <FailureNotice failure={failure} onRetry={again} />}
      {assign.failure === null ? null : <FailureNotice failure={assign.failure} onDismiss={assign.dismiss} />}
      <datalist id={`${id}-names`}>
        {custodians.map((custodian) => (
          <option key={custodian} value={custodian} />
        ))}
      </datalist>
      <div
        ref={element}
        className="tree"
        role="treegrid"
        tabIndex={0}
        aria-label={custodianWords.treeLabel}
        aria-describedby={`${id}-keys`}
        aria-rowcount={rows.length + 1}
        {...(isActiveDrawn ? { 'aria-activedescendant': rowId(active) } : {})}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={(event) => {
          if (isIn(event, '[data-custodian]')) setEdited(folder?.id ?? null);
        }}
      >
        <div {...gridPart('rowgroup')} className="tree-head">
          <div {...gridPart('row', { 'aria-rowindex': 1 })} className="tree-row">
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
        <div {...gridPart('rowgroup')} className="tree-body" style={{ height: virtual.getTotalSize() }}>
          {inView.map(({ index, start }) => {
            const each = rows[index];
            if (each === undefined) return null;
            return (
              <FolderRow
                key={each.kind === 'folder' ? each.folder.id : `awaited-${index}`}
                id={rowId(index)}
                row={each}
                index={index}
                topPx={start - headPx}
                heightPx={rowPx}
                isActive={index === active}
                isEdited={each.kind === 'folder' && edited === each.folder.id}
                names={`${id}-names`}
                onName={(custodian) =>
                  each.kind === 'folder' ? void name(each.folder, custodian) : undefined
                }
                onCancel={backToTree}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

function isIn(event: MouseEvent, selector: string): boolean {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}
