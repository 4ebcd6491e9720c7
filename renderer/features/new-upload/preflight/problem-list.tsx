import { useCallback, useState } from 'react';
import type { ItemQuery, ItemView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { bytesColumn, pathColumn, pillColumn } from '../../../shared/columns.tsx';
import { itemReasonText } from '../../../shared/upload-status.ts';
import { call } from '../../../state/bridge.ts';
import { pageRows } from '../../../state/paged-list.ts';
import { usePagedList } from '../../../state/use-paged-list.ts';
import { DataGrid, type GridColumn, type GridSort } from '../../../ui/data-grid.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';

const preflightWords = words.newUploadPreflight;
/** Two lines, because a reason also says what to do. */
const rowPx = 48;

const looks = {
  failed: { tone: 'bad', icon: 'alert', label: preflightWords.failed },
  skipped: { tone: 'warn', icon: 'skip', label: preflightWords.skipped },
} as const;

const columns: readonly GridColumn<ItemView>[] = [
  pathColumn(preflightWords.path, 'minmax(150px, 1fr)', ({ path }) => path, { sortable: true }),
  pillColumn(
    'state',
    preflightWords.status,
    '136px',
    ({ state }) => looks[state === 'failed' ? 'failed' : 'skipped'],
    {
      sortable: true,
    },
  ),
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
  bytesColumn(preflightWords.size, '96px', ({ sizeBytes }) => sizeBytes, { sortable: true, minListPx: 660 }),
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
      return pageRows(
        await call('uploads.items', {
          uploadId,
          offset,
          limit,
          sort: toItemSort(sort),
          states: ['skipped', 'failed'],
          search: '',
        }),
        'items',
      );
    },
    [uploadId, sort],
  );
  const pages = usePagedList(fetchPage, version);
  return (
    <>
      <p className="problem-list-about">{preflightWords.notSentDescription}</p>
      <FailureNotice failure={pages.failure} onRetry={pages.refresh} />
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
