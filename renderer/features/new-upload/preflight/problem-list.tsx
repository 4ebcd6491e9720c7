import { useCallback, useState } from 'react';
import type { ItemQuery, ItemView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { itemReasonText } from '../../../shared/upload-status.ts';
import { call } from '../../../state/bridge.ts';
import { usePagedList } from '../../../state/use-paged-list.ts';
import { DataGrid, type GridColumn, type GridSort } from '../../../ui/data-grid.tsx';
import { FilePath } from '../../../ui/file-path.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { sizeColumn } from './size-column.tsx';

const preflightWords = words.newUploadPreflight;
/** Two lines, because a reason also says what to do. */
const rowPx = 48;

const columns: readonly GridColumn<ItemView>[] = [
  {
    id: 'path',
    header: preflightWords.path,
    width: 'minmax(150px, 1fr)',
    sortable: true,
    cell: ({ path }) => <FilePath path={path} />,
  },
  {
    id: 'state',
    header: preflightWords.status,
    width: '136px',
    sortable: true,
    cell: ({ state }) =>
      state === 'failed' ? (
        <StatusPill tone="bad" icon="alert">
          {preflightWords.failed}
        </StatusPill>
      ) : (
        <StatusPill tone="warn" icon="skip">
          {preflightWords.skipped}
        </StatusPill>
      ),
  },
  {
    id: 'reason',
    header: preflightWords.reason,
    width: 'minmax(180px, 2fr)',
    cell: (item) => (
      <span className="problem-list-reason" title={itemReasonText(item) ?? ''}>
        {itemReasonText(item)}
      </span>
    ),
  },
  sizeColumn(preflightWords.size),
];

function toItemSort(sort: GridSort | null): ItemQuery['sort'] {
  if (sort === null) return null;
  const { column, descending } = sort;
  return column === 'path' || column === 'state' || column === 'size' ? { column, descending } : null;
}

/** The files that won't be sent, each with its reason. */
export function ProblemList({
  uploadId,
  version,
}: {
  readonly uploadId: number;
  /** Changes with the files that aren't sent. */
  readonly version: string;
}) {
  // Worst first: what failed, then what was skipped.
  const [sort, setSort] = useState<GridSort | null>({ column: 'state', descending: false });
  const fetchPage = useCallback(
    async (offset: number, limit: number) => {
      const page = await call('uploads.items', {
        uploadId,
        offset,
        limit,
        sort: toItemSort(sort),
        states: ['skipped', 'failed'],
        search: '',
      });
      return page.ok
        ? ({ ok: true, value: { total: page.value.total, rows: page.value.items } } as const)
        : page;
    },
    [uploadId, sort],
  );
  const pages = usePagedList(fetchPage, version);
  return (
    <>
      <p className="problem-list-about">{preflightWords.notSentDescription}</p>
      {pages.failure === null ? null : <FailureNotice failure={pages.failure} onRetry={pages.refresh} />}
      <DataGrid
        label={preflightWords.notSent}
        columns={columns}
        rows={pages}
        rowPx={rowPx}
        sort={sort}
        onSort={setSort}
        rowText={(item) => item.path}
        listKey={JSON.stringify(sort)}
      />
    </>
  );
}
