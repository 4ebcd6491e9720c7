import type { ReactNode } from 'react';
import type { TreeEntry } from '../../../../preload/contract/calls/tree-calls.ts';
import { words } from '../../../i18n/words.ts';
import { FilePath } from '../../../ui/file-path.tsx';
import { gridPart } from '../../../ui/grid-roles.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { TreeRow } from './file-tree-model.ts';

export interface TreeColumn {
  readonly header: string;
  readonly className: string;
  readonly cell: (entry: TreeEntry) => ReactNode;
}

export interface CheckState {
  readonly checked: boolean | 'mixed';
  readonly label: string;
}

/** The tree has the focus and handles keys and clicks. */
export function FileTreeRow({
  id,
  row,
  index,
  topPx,
  heightPx,
  isActive,
  isSelected,
  columns,
  showsPath,
  check,
}: {
  readonly id: string;
  readonly row: TreeRow;
  readonly index: number;
  readonly topPx: number;
  readonly heightPx: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly columns: readonly TreeColumn[];
  readonly showsPath: boolean;
  /** It is null without a check box. */
  readonly check: CheckState | null;
}) {
  const style = { height: heightPx, transform: `translateY(${topPx}px)` };
  if (row.kind === 'loading') {
    return (
      <div
        {...gridPart('row', { 'aria-rowindex': index + 2, 'aria-level': row.depth, 'aria-busy': true })}
        id={id}
        className="file-tree-row"
        style={style}
      >
        <div {...gridPart('gridcell')} className="faint">
          {words.common.loading}
        </div>
      </div>
    );
  }
  const { entry, depth, siblings, isOpen } = row;
  return (
    <div
      {...gridPart('row', {
        'aria-rowindex': index + 2,
        'aria-level': depth,
        'aria-posinset': row.index + 1,
        'aria-setsize': siblings,
        'aria-selected': isSelected,
        ...(entry.hasChildren ? { 'aria-expanded': isOpen } : {}),
      })}
      id={id}
      className={`file-tree-row${isActive ? ' file-tree-row-active' : ''}`}
      style={style}
      data-index={index}
    >
      <div {...gridPart('gridcell')} className="file-tree-name" style={{ paddingLeft: (depth - 1) * 18 }}>
        {entry.hasChildren ? (
          <span className="file-tree-toggle" data-toggle="">
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
          </span>
        ) : (
          <span className="file-tree-toggle" />
        )}
        {check === null ? null : <Check {...check} />}
        <Icon name={iconOf(entry)} />
        <FilePath
          path={showsPath ? entry.path : entry.name}
          tooltip={entry.path === '' ? entry.name : entry.path}
        />
      </div>
      {columns.map(({ header, className, cell }) => (
        <div {...gridPart('gridcell')} key={header} className={className}>
          {cell(entry)}
        </div>
      ))}
    </div>
  );
}

function Check({ checked, label }: CheckState) {
  // Not focusable: the grid keeps the focus.
  const checkbox = { role: 'checkbox', 'aria-checked': checked, 'aria-label': label };
  return (
    <span {...checkbox} className="file-tree-check">
      <span className="choice-box" data-checked={checked}>
        {checked === true ? <Icon name="check" size={12} /> : null}
        {checked === 'mixed' ? <span className="file-tree-mixed" /> : null}
      </span>
    </span>
  );
}

function iconOf(entry: TreeEntry): 'folder' | 'file' {
  return entry.kind === 'file' ? 'file' : 'folder';
}
