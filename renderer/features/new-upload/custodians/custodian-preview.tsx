import { useMemo } from 'react';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type { CustodianPreview } from '../../../../preload/contract/views/custodian-preview.ts';
import { words } from '../../../i18n/words.ts';
import { bytesColumn, countColumn } from '../../../shared/columns.tsx';
import { useLocalRows } from '../../../state/use-paged-list.ts';
import { DataGrid, type GridColumn } from '../../../ui/data-grid.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CustodianLabel } from './custodian-label.tsx';

const custodianWords = words.newUploadCustodians;
type Row = CustodianPreview['custodians'][number];

const columns: readonly GridColumn<Row>[] = [
  {
    id: 'custodian',
    header: custodianWords.custodian,
    width: 'minmax(110px, 1fr)',
    cell: ({ custodian }) => <CustodianLabel custodian={custodian} />,
  },
  {
    id: 'from',
    header: custodianWords.assignedBy,
    width: '104px',
    minListPx: 560,
    cell: ({ from }) => <span className="faint">{custodianWords.origins[from]}</span>,
  },
  {
    id: 'samples',
    header: custodianWords.examples,
    width: 'minmax(110px, 1.4fr)',
    cell: ({ samples }) => <span className="faint">{samples.map(printable).join(' · ')}</span>,
  },
  countColumn('files', custodianWords.files, '72px', ({ items }) => items),
  bytesColumn(custodianWords.size, '96px', ({ bytes }) => bytes, { minListPx: 500 }),
];

/** Who would get what by rules that don't apply yet. */
export function PreviewTable({
  preview,
  isCurrent,
}: {
  readonly preview: CustodianPreview;
  /** Not while what was typed last is worked out. */
  readonly isCurrent: boolean;
}) {
  const rows = useLocalRows(useMemo(() => preview.custodians, [preview]));
  return (
    <>
      <div className="custodians-notice" role="status">
        <Notice
          tone="info"
          title={isCurrent ? custodianWords.previewTitle(preview.changed.items) : words.common.loading}
        >
          {preview.moreCustodians > 0
            ? custodianWords.moreCustodians(preview.moreCustodians)
            : custodianWords.previewDescription}
        </Notice>
      </div>
      <DataGrid
        label={custodianWords.previewLabel}
        columns={columns}
        rows={rows}
        rowText={({ custodian }) => custodian ?? words.common.noCustodian}
      />
    </>
  );
}
