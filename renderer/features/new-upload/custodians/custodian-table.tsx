import { useMemo, useState } from 'react';
import type { CustodianView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { bytesColumn } from '../../../shared/columns.tsx';
import { folderNames } from '../../../shared/folder-names.ts';
import { useLocalRows } from '../../../state/use-paged-list.ts';
import { DataGrid, type GridColumn } from '../../../ui/data-grid.tsx';
import type { GridSort } from '../../../ui/grid-header.tsx';
import { CustodianFiles, CustodianLabel } from './custodian-label.tsx';
import { sortCustodians } from './custodian-summary.ts';

const custodianWords = words.newUploadCustodians;

const columns: readonly GridColumn<CustodianView>[] = [
  {
    id: 'custodian',
    sortable: true,
    header: custodianWords.custodian,
    width: 'minmax(110px, 1fr)',
    cell: ({ custodian }) => <CustodianLabel custodian={custodian} />,
  },
  {
    id: 'folders',
    header: custodianWords.folders,
    width: 'minmax(110px, 1.4fr)',
    cell: (row) => <span className="faint">{folderNames(row)}</span>,
  },
  {
    id: 'files',
    sortable: true,
    header: custodianWords.files,
    width: '72px',
    align: 'end',
    cell: CustodianFiles,
  },
  bytesColumn(custodianWords.size, '96px', ({ bytes }) => bytes, { sortable: true, minListPx: 500 }),
];

export function CustodianTable({ custodians }: { readonly custodians: readonly CustodianView[] }) {
  const [sort, setSort] = useState<GridSort | null>(null);
  const rows = useLocalRows(useMemo(() => sortCustodians(custodians, sort), [custodians, sort]));
  return (
    <DataGrid
      label={custodianWords.summary}
      columns={columns}
      rows={rows}
      sort={sort}
      onSort={setSort}
      listKey={JSON.stringify(sort)}
      rowText={({ custodian }) => custodian ?? words.common.noCustodian}
    />
  );
}
