import type { ReactNode } from 'react';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type { CustodianView } from '../../../../preload/contract/views/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import './custodians.css';

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

/** How many files a custodian has. What an unreadable folder holds is unknown. */
export function CustodianFiles({ items, notRead }: Pick<CustodianView, 'items' | 'notRead'>) {
  return (
    <span title={notRead.folders > 0 ? words.status.notRead(notRead.folders) : undefined}>
      {count(items)}
      {notRead.folders > 0 ? ' + ?' : ''}
    </span>
  );
}

export function NoCustodian({ children = words.common.noCustodian }: { readonly children?: ReactNode }) {
  return (
    <span className="custodian-label custodian-label-none">
      <Icon name="alert" size={14} />
      <span className="truncate">{children}</span>
    </span>
  );
}
