import { useCallback, useState } from 'react';
import type { ItemQuery, ItemView } from '../../../preload/contract/views.ts';
import { splitPath } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { call } from '../../state/bridge.ts';
import { usePages } from '../../state/use-pages.ts';
import { Bytes } from '../../ui/bytes.tsx';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type GridColumn, type GridSort } from '../../ui/data-grid.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';

const say = words.newUploadPreflight;
const rowPx = 36;
const headPx = 36;

const columns: readonly GridColumn<ItemView>[] = [
  {
    id: 'path',
    header: say.path,
    width: 'minmax(220px, 1.2fr)',
    sortable: true,
    cell: ({ path }) => {
      const { folder, name } = splitPath(path);
      return (
        <span title={path}>
          <span className="faint">{folder}</span>
          {name}
        </span>
      );
    },
  },
  {
    id: 'state',
    header: say.problem,
    width: 'minmax(220px, 1fr)',
    sortable: true,
    cell: ({ state, reason }) => {
      const failed = state === 'failed';
      const word = failed ? say.failed : say.leftOut;
      return (
        <StatusPill tone={failed ? 'bad' : 'warn'} icon={failed ? 'alert' : 'skip'}>
          {reason === null ? word : `${word}: ${reason}`}
        </StatusPill>
      );
    },
  },
  {
    id: 'size',
    header: say.size,
    width: '96px',
    align: 'end',
    sortable: true,
    cell: ({ sizeBytes }) => <Bytes value={sizeBytes} />,
  },
];

function sortOf(sort: GridSort | null): ItemQuery['sort'] {
  if (sort === null) return null;
  const { column, descending } = sort;
  return column === 'path' || column === 'state' || column === 'size' ? { column, descending } : null;
}

/** What is not sent, each with its reason. */
export function Problems({ uploadId }: { readonly uploadId: number }) {
  const [sort, setSort] = useState<GridSort | null>(null);
  const ask = useCallback(
    async (offset: number, limit: number) => {
      const page = await call('uploads.items', {
        uploadId,
        offset,
        limit,
        sort: sortOf(sort),
        states: ['left-out', 'failed'],
        search: '',
      });
      return page.ok
        ? ({ ok: true, value: { total: page.value.total, rows: page.value.items } } as const)
        : page;
    },
    [uploadId, sort],
  );
  const pages = usePages(ask);
  return (
    <Card title={say.problems} bare>
      <p className="card-about">{say.problemsMeaning}</p>
      {pages.failure === null ? null : <FailureNotice failure={pages.failure} onRetry={pages.refresh} />}
      {/* As high as its rows, up to eight: then it scrolls by itself. */}
      <div
        className="problem-list"
        style={{ height: headPx + rowPx * Math.min(8, Math.max(1, pages.count)) }}
      >
        <DataGrid
          label={say.problems}
          columns={columns}
          rows={pages}
          rowPx={rowPx}
          sort={sort}
          onSort={setSort}
          textOf={(item) => item.path}
        />
      </div>
    </Card>
  );
}
