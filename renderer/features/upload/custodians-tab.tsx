import { formatExactBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { CustodianView, UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { bytesColumn, countColumn } from '../../shared/columns.tsx';
import { folderNames } from '../../shared/folder-names.ts';
import { useNow } from '../../state/use-now.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { useQuery } from '../../state/use-query.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';

const columns: readonly GridColumn<CustodianView>[] = [
  {
    id: 'custodian',
    header: words.uploadCustodians.custodian,
    width: 'minmax(140px, 1fr)',
    cell: ({ custodian }) =>
      custodian === null ? (
        <span className="faint">{words.common.noCustodian}</span>
      ) : (
        <strong>{printable(custodian)}</strong>
      ),
  },
  {
    id: 'folders',
    header: words.uploadCustodians.folders,
    width: 'minmax(120px, 3fr)',
    cell: (row) => (
      <span className="muted" title={folderNames(row, '\n')}>
        {folderNames(row)}
      </span>
    ),
  },
  countColumn('files', words.uploadCustodians.files, '100px', ({ items }) => items, { minListPx: 640 }),
  bytesColumn(words.uploadCustodians.size, '88px', ({ bytes }) => bytes, { minListPx: 740 }),
  {
    id: 'accepted',
    header: words.uploadCustodians.accepted,
    width: '220px',
    cell: ({ items, sent, handedOver, notRead }) =>
      sent.items === items && notRead.folders + notRead.files === 0 ? (
        <StatusPill tone="ok" icon="check" label={words.uploadCustodians.all} />
      ) : (
        <span title={formatExactBytes(sent.bytes)}>
          {[
            ...(items === 0 ? [] : [words.uploadCustodians.acceptedOf(sent.items, items)]),
            ...(notRead.folders + notRead.files === 0
              ? []
              : [words.status.notRead(notRead.folders, notRead.files)]),
            ...(handedOver === 0 ? [] : [words.status.handedOverLinks(handedOver)]),
          ].join(' · ')}
        </span>
      ),
  },
];

/** Counting covers the whole inventory, so it is repeated only every few seconds during an upload. */
const refreshMs = 5_000;

export function CustodiansTab({ upload }: { readonly upload: UploadView }) {
  const nowMs = useNow(refreshMs);
  const version = upload.state === 'uploading' ? Math.floor(nowMs / refreshMs) : upload.state;
  const custodians = useQuery('drafts.custodians', { argument: { uploadId: upload.id } }, version);
  const rows = useLocalRows(custodians.kind === 'loaded' ? custodians.value.custodians : noCustodians);
  if (custodians.kind === 'failed') {
    return (
      <div className="upload-tabs-notice">
        <FailureNotice failure={custodians.failure} onRetry={custodians.refetch} />
      </div>
    );
  }
  if (
    custodians.kind === 'loaded' &&
    custodians.value.custodians.every(({ custodian }) => custodian === null)
  ) {
    return (
      <EmptyState icon="person" title={words.uploadCustodians.empty}>
        {words.uploadCustodians.emptyText}
      </EmptyState>
    );
  }
  const more = custodians.kind === 'loaded' ? custodians.value.more : 0;
  return (
    <>
      {more === 0 ? null : (
        <div className="upload-tabs-notice">
          <Notice tone="info" title={words.common.moreCustodians(more)} />
        </div>
      )}
      <DataGrid label={words.upload.custodians} columns={columns} rows={rows} rowText={custodianName} />
    </>
  );
}

const noCustodians: readonly CustodianView[] = [];

function custodianName({ custodian }: CustodianView): string {
  return custodian ?? words.common.noCustodian;
}
