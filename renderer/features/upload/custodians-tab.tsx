import type { CustodianView, UploadView } from '../../../preload/contract/views.ts';
import { count, exactBytes } from '../../i18n/format.ts';
import { printable } from '../../i18n/printable.ts';
import { words } from '../../i18n/words.ts';
import { useNow } from '../../state/use-now.ts';
import { useLocalRows } from '../../state/use-paged-list.ts';
import { useQuery } from '../../state/use-query.ts';
import { Bytes } from '../../ui/bytes.tsx';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';

const t = words.uploadCustodians;

const columns: readonly GridColumn<CustodianView>[] = [
  {
    id: 'custodian',
    header: t.custodian,
    width: 'minmax(140px, 1fr)',
    cell: ({ custodian }) =>
      custodian === null ? (
        <span className="faint">{t.nobody}</span>
      ) : (
        <strong>{printable(custodian)}</strong>
      ),
  },
  {
    id: 'folders',
    header: t.folders,
    width: 'minmax(200px, 3fr)',
    cell: ({ folders }) => (
      <span className="muted" title={folders.join('\n')}>
        {folders.join(' · ')}
      </span>
    ),
  },
  { id: 'files', header: t.files, width: '100px', align: 'end', cell: ({ items }) => count(items) },
  { id: 'size', header: t.size, width: '88px', align: 'end', cell: ({ bytes }) => <Bytes value={bytes} /> },
  {
    id: 'sent',
    header: t.arrived,
    width: '132px',
    cell: ({ items, sent }) =>
      sent.items === items ? (
        <StatusPill tone="ok" icon="check">
          {t.allArrived}
        </StatusPill>
      ) : (
        <span title={exactBytes(sent.bytes)}>{t.arrivedOf(sent.items, items)}</span>
      ),
  },
];

export function CustodiansTab({ upload }: { readonly upload: UploadView }) {
  const nowMs = useNow(5_000);
  // Every few seconds while it is sent: the whole inventory is counted for it.
  const version = upload.state === 'uploading' ? Math.floor(nowMs / 5_000) : upload.state;
  const asked = useQuery('drafts.custodians', { argument: { uploadId: upload.id } }, version);
  const rows = useLocalRows(asked.kind === 'loaded' ? asked.value : none);
  if (asked.kind === 'failed') {
    return (
      <div className="tab-notice">
        <FailureNotice failure={asked.failure} onRetry={asked.refetch} />
      </div>
    );
  }
  if (asked.kind === 'loaded' && !asked.value.some((each) => each.custodian !== null)) {
    return (
      <EmptyState icon="person" title={t.empty}>
        {t.emptyMeaning}
      </EmptyState>
    );
  }
  return <DataGrid label={words.upload.custodians} columns={columns} rows={rows} rowText={nameOf} />;
}

const none: readonly CustodianView[] = [];

function nameOf({ custodian }: CustodianView): string {
  return custodian ?? t.nobody;
}
