import { useMemo } from 'react';
import type { CustodianView } from '../../../preload/contract/views.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { Bytes } from '../../ui/bytes.tsx';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { Who } from './who.tsx';

const say = words.newUploadCustodians;

const columns: readonly GridColumn<CustodianView>[] = [
  {
    id: 'custodian',
    header: say.custodian,
    width: 'minmax(140px, 1fr)',
    cell: ({ custodian }) => <Who custodian={custodian} />,
  },
  {
    id: 'folders',
    header: say.folders,
    width: 'minmax(140px, 1.4fr)',
    cell: ({ folders }) => <span className="faint">{foldersInWords(folders)}</span>,
  },
  { id: 'files', header: say.files, width: '96px', align: 'end', cell: ({ items }) => count(items) },
  {
    id: 'size',
    header: say.size,
    width: '96px',
    align: 'end',
    cell: ({ bytes }) => <Bytes value={bytes} />,
  },
];

/** The largest first; nobody's at the end. */
export function inOrder(custodians: readonly CustodianView[]): readonly CustodianView[] {
  return custodians.toSorted(
    (a, b) => Number(a.custodian === null) - Number(b.custodian === null) || b.bytes - a.bytes,
  );
}

export function foldersInWords(folders: readonly string[]): string {
  return folders.map((folder) => (folder === '' ? say.topFolder : folder)).join(' · ');
}

export function CustodianTable({ custodians }: { readonly custodians: readonly CustodianView[] }) {
  const rows = useLocalRows(useMemo(() => inOrder(custodians), [custodians]));
  return (
    <DataGrid
      label={say.summary}
      columns={columns}
      rows={rows}
      rowText={({ custodian }) => custodian ?? say.nobody}
    />
  );
}
