import { useRef, useState } from 'react';
import type { FolderView } from '../../../../preload/contract/views.ts';
import { count } from '../../../i18n/format.ts';
import { printable } from '../../../i18n/printable.ts';
import { words } from '../../../i18n/words.ts';
import { Bytes } from '../../../ui/bytes.tsx';
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
  isEdited,
  names,
  onName,
  onCancel,
}: {
  readonly id: string;
  readonly row: TreeRow;
  readonly index: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly isActive: boolean;
  readonly isEdited: boolean;
  /** The id of the list of names that are offered. */
  readonly names: string;
  readonly onName: (custodian: string | null) => void;
  readonly onCancel: () => void;
}) {
  const style = { height: heightPx, transform: `translateY(${topPx}px)` };
  if (row.kind === 'awaited') {
    return (
      <div
        {...gridPart('row', { 'aria-rowindex': index + 2, 'aria-level': row.depth, 'aria-busy': true })}
        id={id}
        className="tree-row"
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
    // Keys and clicks are the tree's, which has the focus.
    <div
      {...gridPart('row', {
        'aria-rowindex': index + 2,
        'aria-level': depth,
        'aria-posinset': position,
        'aria-setsize': siblings,
        'aria-selected': isActive,
        ...(folder.hasChildren ? { 'aria-expanded': isOpen } : {}),
      })}
      id={id}
      className={`tree-row${isActive ? ' tree-row-active' : ''}`}
      style={style}
      data-index={index}
    >
      <div {...gridPart('gridcell')} className="tree-folder" style={{ paddingLeft: (depth - 1) * 18 }}>
        {folder.hasChildren ? (
          <span className="tree-toggle" data-toggle="">
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
          </span>
        ) : (
          <span className="tree-toggle" />
        )}
        <Icon name="folder" />
        <span className="truncate" title={printable(folder.path === '' ? folder.name : folder.path)}>
          {printable(folder.name)}
        </span>
      </div>
      <div {...gridPart('gridcell')} className="number">
        {count(folder.items)}
      </div>
      <div {...gridPart('gridcell')} className="number">
        <Bytes value={folder.bytes} />
      </div>
      <div {...gridPart('gridcell')} data-custodian="">
        {isEdited ? (
          <NameInput
            label={custodianWords.custodianOf(folder.name)}
            before={folder.custodianFrom === 'manual' ? (folder.custodian ?? '') : ''}
            placeholder={folder.custodian ?? custodianWords.noCustodian}
            names={names}
            onName={onName}
            onCancel={onCancel}
          />
        ) : (
          <Whose folder={folder} />
        )}
      </div>
      <div {...gridPart('gridcell')} className={folder.custodianFrom === 'manual' ? 'tree-hand' : 'faint'}>
        {custodianWords.origins[folder.custodianFrom]}
      </div>
    </div>
  );
}

function Whose({ folder }: { readonly folder: FolderView }) {
  const whose = custodianCoverage(folder);
  switch (whose.kind) {
    case 'named':
      return <CustodianLabel custodian={whose.custodian} />;
    case 'empty':
      return <span className="faint">{custodianWords.noFiles}</span>;
    case 'below':
      return <span className="muted">{custodianWords.varies}</span>;
    case 'nobody':
      return <NoCustodian />;
    case 'partly':
      return <NoCustodian>{custodianWords.partlyUnassigned(whose.without)}</NoCustodian>;
  }
}

function NameInput({
  label,
  before,
  placeholder,
  names,
  onName,
  onCancel,
}: {
  readonly label: string;
  readonly before: string;
  readonly placeholder: string;
  readonly names: string;
  readonly onName: (custodian: string | null) => void;
  readonly onCancel: () => void;
}) {
  const [text, setText] = useState(before);
  // Enter and leaving the field both end it; whichever comes first counts.
  const ended = useRef(false);
  const end = (how: () => void) => {
    if (ended.current) return;
    ended.current = true;
    how();
  };
  const commit = () =>
    end(() => {
      const custodian = text.trim();
      if (custodian === before) onCancel();
      else onName(custodian === '' ? null : custodian);
    });
  return (
    <input
      className="tree-input"
      aria-label={label}
      value={text}
      placeholder={placeholder}
      list={names}
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
