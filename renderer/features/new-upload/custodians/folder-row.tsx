import { useRef, useState } from 'react';
import type { FolderView } from '../../../../preload/contract/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { Bytes } from '../../../ui/bytes.tsx';
import { FilePath } from '../../../ui/file-path.tsx';
import { gridPart } from '../../../ui/grid-roles.ts';
import { Icon } from '../../../ui/icon.tsx';
import { CustodianLabel, NoCustodian } from './custodian-label.tsx';
import { custodianCoverage, type TreeRow } from './folder-tree-model.ts';

const custodianWords = words.newUploadCustodians;

export function FolderRow({
  id,
  row,
  index,
  topPx,
  heightPx,
  isActive,
  isSelected,
  isEdited,
  namesId,
  onCommit,
  onCancel,
}: {
  readonly id: string;
  readonly row: TreeRow;
  readonly index: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isEdited: boolean;
  /** The ID of the datalist with suggested names. */
  readonly namesId: string;
  readonly onCommit: (custodian: string | null) => void;
  readonly onCancel: () => void;
}) {
  const style = { height: heightPx, transform: `translateY(${topPx}px)` };
  if (row.kind === 'loading') {
    return (
      <div
        {...gridPart('row', { 'aria-rowindex': index + 2, 'aria-level': row.depth, 'aria-busy': true })}
        id={id}
        className="folder-row"
        style={style}
      >
        <div {...gridPart('gridcell')} className="faint">
          {words.common.loading}
        </div>
      </div>
    );
  }
  const { folder, depth, position, siblings, isOpen } = row;
  return (
    // The tree has the focus and handles keys and clicks.
    <div
      {...gridPart('row', {
        'aria-rowindex': index + 2,
        'aria-level': depth,
        'aria-posinset': position,
        'aria-setsize': siblings,
        'aria-selected': isSelected,
        ...(folder.hasChildren ? { 'aria-expanded': isOpen } : {}),
      })}
      id={id}
      className={`folder-row${isActive ? ' folder-row-active' : ''}`}
      style={style}
      data-index={index}
    >
      <div {...gridPart('gridcell')} className="folder-row-name" style={{ paddingLeft: (depth - 1) * 18 }}>
        {folder.hasChildren ? (
          <span className="folder-row-toggle" data-toggle="">
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
          </span>
        ) : (
          <span className="folder-row-toggle" />
        )}
        <Icon name="folder" />
        <FilePath path={folder.name} tooltip={folder.path === '' ? folder.name : folder.path} />
      </div>
      <div {...gridPart('gridcell')} className="number">
        {count(folder.items)}
        {folder.unreadFolders > 0 ? (
          <span title={words.status.notRead(folder.unreadFolders)}> + ?</span>
        ) : null}
      </div>
      <div {...gridPart('gridcell')} className="number folder-row-size">
        <Bytes value={folder.bytes} />
      </div>
      <div {...gridPart('gridcell')} data-custodian="">
        {isEdited ? (
          <NameInput
            label={custodianWords.custodianOf(folder.name)}
            initialName={folder.custodianFrom === 'manual' ? (folder.custodian ?? '') : ''}
            placeholder={folder.custodian ?? words.common.noCustodian}
            namesId={namesId}
            onCommit={onCommit}
            onCancel={onCancel}
          />
        ) : (
          <Coverage folder={folder} />
        )}
      </div>
      <div
        {...gridPart('gridcell')}
        className={`folder-row-origin ${folder.custodianFrom === 'manual' ? 'folder-row-manual' : 'faint'}`}
      >
        {custodianWords.origins[folder.custodianFrom]}
      </div>
    </div>
  );
}

function Coverage({ folder }: { readonly folder: FolderView }) {
  const coverage = custodianCoverage(folder);
  switch (coverage.kind) {
    case 'named':
      return <CustodianLabel custodian={coverage.custodian} />;
    case 'empty':
      return <span className="faint">{custodianWords.noFiles}</span>;
    case 'below':
      return <span className="muted">{custodianWords.varies}</span>;
    case 'none':
      return <NoCustodian />;
    case 'partly':
      return <NoCustodian>{custodianWords.partlyUnassigned(coverage.without)}</NoCustodian>;
  }
}

function NameInput({
  label,
  initialName,
  placeholder,
  namesId,
  onCommit,
  onCancel,
}: {
  readonly label: string;
  readonly initialName: string;
  readonly placeholder: string;
  readonly namesId: string;
  readonly onCommit: (custodian: string | null) => void;
  readonly onCancel: () => void;
}) {
  const [text, setText] = useState(initialName);
  // Enter and blur both end the edit; only the first of them counts.
  const hasEnded = useRef(false);
  const end = (action: () => void) => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    action();
  };
  const commit = () =>
    end(() => {
      const custodian = text.trim();
      if (custodian === initialName) onCancel();
      else onCommit(custodian === '' ? null : custodian);
    });
  return (
    <input
      className="folder-row-input"
      aria-label={label}
      value={text}
      placeholder={placeholder}
      list={namesId}
      maxLength={255}
      spellCheck={false}
      ref={(input) => input?.focus()}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        else if (event.key === 'Escape') end(onCancel);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
