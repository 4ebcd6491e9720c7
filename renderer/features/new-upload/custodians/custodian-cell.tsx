import { useRef, useState } from 'react';
import type { TreeEntry } from '../../../../preload/contract/calls/tree-calls.ts';
import { maxCustodianChars } from '../../../../preload/contract/views/custodian-rule.ts';
import { words } from '../../../i18n/words.ts';
import { CustodianLabel, NoCustodian } from './custodian-label.tsx';

const custodianWords = words.newUploadCustodians;

export function CustodianCell({ entry }: { readonly entry: TreeEntry }) {
  const coverage = custodianCoverage(entry);
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

export function NameInput({
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
      className="custodian-tree-input"
      aria-label={label}
      value={text}
      placeholder={placeholder}
      list={namesId}
      maxLength={maxCustodianChars}
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

/** How the files in a folder are assigned. A folder can have no custodian while all its subfolders do. */
type CustodianCoverage =
  | { readonly kind: 'named'; readonly custodian: string }
  /** Nothing in it will be sent. */
  | { readonly kind: 'empty' }
  /** Every file gets a custodian from a subfolder. */
  | { readonly kind: 'below' }
  | { readonly kind: 'none' }
  | { readonly kind: 'partly'; readonly without: number };

export function custodianCoverage(entry: TreeEntry): CustodianCoverage {
  if (entry.custodian !== null) return { kind: 'named', custodian: entry.custodian };
  if (entry.kind === 'file') return { kind: 'none' };
  if (entry.kind === 'inner-folder') return { kind: entry.varies ? 'below' : 'none' };
  const { items, unreadFolders, itemsWithoutCustodian: without } = entry;
  if (items === 0) return unreadFolders === 0 ? { kind: 'empty' } : { kind: 'none' };
  if (without === 0) return { kind: 'below' };
  return without === items ? { kind: 'none' } : { kind: 'partly', without };
}
