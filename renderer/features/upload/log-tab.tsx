import { useCallback } from 'react';
import type { EventView, UploadView } from '../../../preload/contract/views.ts';
import { count, exactTime } from '../../i18n/format.ts';
import { logDetails, logLine } from '../../i18n/log.ts';
import { words } from '../../i18n/words.ts';
import { call } from '../../state/bridge.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { FilePath } from './file-path.tsx';

const t = words.uploadLog;

const columns: readonly GridColumn<EventView>[] = [
  {
    id: 'seq',
    header: t.number,
    width: '84px',
    cell: ({ seq }) => <span className="faint">{count(seq)}</span>,
  },
  { id: 'at', header: t.time, width: '212px', cell: ({ at }) => <time dateTime={at}>{exactTime(at)}</time> },
  {
    id: 'type',
    header: t.event,
    width: '176px',
    cell: ({ type }) => <strong>{eventName(type)}</strong>,
  },
  {
    id: 'data',
    header: t.details,
    width: 'minmax(240px, 1fr)',
    cell: ({ data }) => {
      const details = logDetails(data);
      const more = logLine(details);
      return (
        <span className="log-details" title={[details.subject, more].join('\n').trim()}>
          {details.subject === '' ? null : <FilePath path={details.subject} />}
          <span className="log-more">{more}</span>
        </span>
      );
    },
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
  const events = usePagedList(
    ask,
    `${upload.state} ${upload.totals.accepted.items} ${upload.totals.failed.items}`,
  );
  if (events.failure !== null) {
    return (
      <div className="tab-notice">
        <FailureNotice failure={events.failure} onRetry={events.refresh} />
      </div>
    );
  }
  if (events.isLoaded && events.count === 0) return <EmptyState icon="list" title={t.empty} />;
  return (
    <DataGrid
      label={words.upload.log}
      columns={columns}
      rows={events}
      rowPx={32}
      renderDetail={EventDetail}
      detailPx={detailPxOf}
      rowText={textOf}
    />
  );
}

/** The whole event, field by field, as the chain has it. */
function EventDetail({ type, data }: EventView) {
  return (
    <dl className="event-detail selectable">
      {[['event', type] as const, ...fieldsOf(data)].map(([field, value]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd className="mono">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function fieldsOf(data: EventView['data']): readonly (readonly [field: string, value: string])[] {
  return Object.entries(data).map(([field, value]) => [
    field,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

const linePx = 19;
const mostLines = 12;

function detailPxOf({ data }: EventView): number {
  return 21 + linePx * Math.min(mostLines, 1 + Object.keys(data).length);
}

function eventName(type: string): string {
  return words.logEvents[type] ?? type;
}

function textOf({ at, type, data }: EventView): string {
  const details = logDetails(data);
  return [eventName(type), exactTime(at), details.subject, logLine(details)].join('\t');
}
