import { useCallback, useMemo, useState } from 'react';
import { maxPageRows } from '../../../preload/contract/bounds.ts';
import { type Failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { Argument } from '../../../preload/contract/index.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { batchSortColumns } from '../../../preload/contract/views/states.ts';
import type { ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import type { WatchBatchView } from '../../../preload/contract/watch/watch-batch.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../i18n/words.ts';
import { navigate, routeHref } from '../../navigation/routes.ts';
import { bytesColumn, countColumn, timeColumn } from '../../shared/columns.tsx';
import { batchStatus } from '../../shared/upload-status.ts';
import { call } from '../../state/bridge.ts';
import { useMenuItem } from '../../state/menu.ts';
import { type FetchPage, pageRows } from '../../state/paged-list.ts';
import { useAppState } from '../../state/store.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { Button } from '../../ui/button.tsx';
import { DataGrid, type GridColumn, type GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useSaveFile } from '../../ui/use-save-file.tsx';

const batchWords = words.watchBatches;

/** The uploads that the folder became, newest first. Each has its receipt on its own screen. */
export function BatchesTab({ folder }: { readonly folder: WatchedFolderView }) {
  const ruleId = folder.id;
  const uploads = useAppState((state) => state.uploads);
  const progress = useAppState((state) => state.progress);
  const [sort, setSort] = useState<GridSort | null>(null);
  const fetchPage = useCallback(
    async (offset: number, limit: number) => {
      return pageRows(
        await call('watch.batches', { ruleId, sort: batchSort(sort), offset, limit }),
        'batches',
      );
    },
    [ruleId, sort],
  );
  const { sending, sent, failed } = folder.counts;
  const batches = usePagedList(fetchPage, `${folder.uploadId} ${sending} ${sent} ${failed}`);
  const columns = useMemo(() => batchColumns(uploads, progress), [uploads, progress]);
  const csv = useBatchesExport(folder, uploads, progress, batches.count === 0 ? null : fetchPage);
  if (batches.failure !== null && batches.count === 0)
    return (
      <div className="watched-notice">
        <FailureNotice failure={batches.failure} onRetry={batches.refresh} />
      </div>
    );
  if (batches.isLoaded && batches.count === 0)
    return (
      <EmptyState icon="upload" title={batchWords.emptyTitle}>
        {batchWords.empty}
      </EmptyState>
    );
  return (
    <>
      <div className="watched-bar">
        <span className="muted" role="status">
          {batches.isLoaded ? batchWords.listed(batches.count) : words.common.loading}
        </span>
        <div className="watched-bar-actions">{csv.button}</div>
      </div>
      {csv.notice}
      <DataGrid
        label={words.watchedFolder.batches}
        columns={columns}
        rows={batches}
        rowText={({ datasetName }) => datasetName}
        sort={sort}
        onSort={setSort}
        listKey={JSON.stringify(sort)}
        onOpen={({ uploadId }) => navigate({ kind: 'upload', uploadId, tab: 'files' })}
      />
    </>
  );
}

type FetchBatches = FetchPage<WatchBatchView>;

/** Exports every upload in the order of the list, of which only a part is loaded. `fetchPage`: null for nothing. */
function useBatchesExport(
  { rule }: WatchedFolderView,
  uploads: ReadonlyMap<number, UploadView>,
  progress: ReadonlyMap<number, ProgressView>,
  fetchPage: FetchBatches | null,
) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { save, busy, notice } = useSaveFile('save-table', 'exports.table');
  async function exportAll() {
    setFailure(null);
    if (fetchPage === null) return;
    const all = await fetchAll(fetchPage);
    if (!all.ok) return setFailure(all.failure);
    const rows = all.value.map(({ uploadId, datasetName, closedAt, files, bytes }) => {
      const upload = uploads.get(uploadId);
      const status = upload === undefined ? null : batchStatus(upload, progress.get(uploadId) ?? null).label;
      return [uploadId, datasetName, closedAt, files, acceptedFiles(upload), bytes, status];
    });
    save({ name: batchWords.csvName(rule.name) }, (path) => ({ path, columns: [...csvHeaders], rows }));
  }
  useMenuItem('export-csv', busy || fetchPage === null ? null : () => void exportAll());
  return {
    button: (
      <Button icon="download" busy={busy} onPress={() => void exportAll()}>
        {words.common.exportCsv}
      </Button>
    ),
    notice: (
      <div className="watched-notice">
        <FailureNotice failure={failure} onDismiss={() => setFailure(null)} />
        {notice}
      </div>
    ),
  };
}

const csvHeaders = [
  batchWords.uploadId,
  batchWords.dataset,
  batchWords.closed,
  batchWords.files,
  batchWords.accepted,
  batchWords.size,
  batchWords.status,
];

async function fetchAll(fetchPage: FetchBatches): Promise<Result<readonly WatchBatchView[]>> {
  const rows: WatchBatchView[] = [];
  for (;;) {
    const page = await fetchPage(rows.length, maxPageRows);
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    if (page.value.rows.length === 0 || rows.length >= page.value.total) return success(rows);
  }
}

/** Counts the files that the platform accepted: fewer than were taken where some failed, need review, or were skipped. */
function acceptedFiles(upload: UploadView | undefined): number | null {
  return upload === undefined ? null : upload.totals.accepted.items;
}

function batchSort(sort: GridSort | null): Argument<'watch.batches'>['sort'] {
  const column = batchSortColumns.find((each) => each === sort?.column);
  return sort === null || column === undefined ? null : { column, descending: sort.descending };
}

function batchColumns(
  uploads: ReadonlyMap<number, UploadView>,
  progress: ReadonlyMap<number, ProgressView>,
): readonly GridColumn<WatchBatchView>[] {
  return [
    {
      id: 'dataset',
      sortable: true,
      header: batchWords.dataset,
      width: 'minmax(130px, 3fr)',
      cell: ({ datasetName, uploadId }) => (
        <Link to={routeHref({ kind: 'upload', uploadId, tab: 'files' })}>
          <span title={printable(datasetName)}>{printable(datasetName)}</span>
        </Link>
      ),
    },
    {
      ...timeColumn('closed', batchWords.closed, ({ closedAt }) => closedAt, {
        sortable: true,
        minListPx: 560,
      }),
      width: '160px',
    },
    countColumn('files', batchWords.files, '68px', ({ files }) => files, { sortable: true }),
    countColumn('accepted', batchWords.accepted, '84px', ({ uploadId }) =>
      acceptedFiles(uploads.get(uploadId)),
    ),
    bytesColumn(batchWords.size, '76px', ({ bytes }) => bytes, { sortable: true, minListPx: 780 }),
    {
      id: 'status',
      sortable: true,
      header: batchWords.status,
      width: 'minmax(168px, 1.5fr)',
      cell: ({ uploadId }) => {
        const upload = uploads.get(uploadId);
        if (upload === undefined) return null;
        const { tone, icon, label } = batchStatus(upload, progress.get(uploadId) ?? null);
        return <StatusPill tone={tone} icon={icon} label={label} />;
      },
    },
  ];
}
