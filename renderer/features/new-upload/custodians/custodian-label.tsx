import type { ReactNode } from 'react';
import { printable } from '../../../i18n/printable.ts';
import { words } from '../../../i18n/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import './custodian-label.css';

/** A custodian's name, or that there is none. */
export function CustodianLabel({ custodian }: { readonly custodian: string | null }) {
  if (custodian === null) return <NoCustodian />;
  const shown = printable(custodian);
  return (
    <span className="who truncate" title={shown}>
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
    <span className="who who-nobody">
      <Icon name="alert" size={14} />
      <span className="truncate">{children}</span>
    </span>
  );
}
