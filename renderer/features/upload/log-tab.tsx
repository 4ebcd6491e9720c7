import { useCallback } from 'react';
import type { EventView, UploadView } from '../../../preload/contract/views.ts';
import { count, exactTime } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { call } from '../../state/bridge.ts';
import { usePages } from '../../state/use-pages.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

const t = words.uploadLog;

const columns: readonly GridColumn<EventView>[] = [
  {
    id: 'seq',
    header: t.number,
    width: '64px',
    align: 'end',
    cell: ({ seq }) => <span className="faint">{count(seq)}</span>,
  },
  { id: 'at', header: t.time, width: '212px', cell: ({ at }) => <time dateTime={at}>{exactTime(at)}</time> },
  {
    id: 'type',
    header: t.event,
    width: '190px',
    cell: ({ type }) => <strong>{words.logEvents[type] ?? type}</strong>,
  },
  {
    id: 'data',
    header: t.details,
    width: 'minmax(240px, 1fr)',
    cell: ({ data }) => (
      <span className="mono muted" title={JSON.stringify(data, null, 1)}>
        {detailsOf(data)}
      </span>
    ),
  },
];

/** The upload's chained log, oldest first. */
export function LogTab({ upload }: { readonly upload: UploadView }) {
  const uploadId = upload.id;
  const ask = useCallback(
    async (offset: number, limit: number) => {
      const answer = await call('uploads.log', { uploadId, offset, limit });
      return answer.ok
        ? { ok: true as const, value: { total: answer.value.total, rows: answer.value.events } }
        : answer;
    },
    [uploadId],
  );
  const events = usePages(
    ask,
    `${upload.state} ${upload.totals.uploaded.items} ${upload.totals.failed.items}`,
  );
  if (events.failure !== null) {
    return (
      <div className="tab-notice">
        <FailureNotice failure={events.failure} onRetry={events.refresh} />
      </div>
    );
  }
  if (events.here && events.count === 0) return <EmptyState icon="list" title={t.empty} />;
  return <DataGrid label={words.upload.log} columns={columns} rows={events} rowPx={32} textOf={textOf} />;
}

function detailsOf(data: EventView['data']): string {
  return Object.entries(data)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}

function textOf({ at, type, data }: EventView): string {
  return `${words.logEvents[type] ?? type}\t${at}\t${JSON.stringify(data)}`;
}
