import type { ReactNode } from 'react';
import { printable } from '../../../../preload/contract/printable.ts';
import { words } from '../../../i18n/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import './custodian-label.css';

/** A custodian's name, or a warning that there is none. */
export function CustodianLabel({ custodian }: { readonly custodian: string | null }) {
  if (custodian === null) return <NoCustodian />;
  const shown = printable(custodian);
  return (
    <span className="custodian-label truncate" title={shown}>
      {shown}
    </span>
  );
}

export function NoCustodian({
  children = words.newUploadCustodians.noCustodian,
}: {
  readonly children?: ReactNode;
}) {
  return (
    <span className="custodian-label custodian-label-none">
      <Icon name="alert" size={14} />
      <span className="truncate">{children}</span>
    </span>
  );
}
