import { useCallback } from 'react';
import { logEventText } from '../../../preload/contract/texts/log-event-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { EventView, UploadView } from '../../../preload/contract/views/views.ts';
import { count, exactTime } from '../../i18n/format.ts';
import { eventDetails, eventDetailsText, eventFields, eventSummary } from '../../i18n/log.ts';
import { words } from '../../i18n/words.ts';
import { call } from '../../state/bridge.ts';
import { pageRows } from '../../state/paged-list.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilePath } from '../../ui/file-path.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import './upload-tabs.css';

const columns: readonly GridColumn<EventView>[] = [
  {
    id: 'seq',
    header: words.uploadLog.number,
    width: '84px',
    minListPx: 820,
    cell: ({ seq }) => <span className="faint">{count(seq)}</span>,
  },
  {
    id: 'at',
    header: words.uploadLog.time,
    width: '212px',
    cell: ({ at }) => <time dateTime={at}>{exactTime(at)}</time>,
  },
  {
    id: 'type',
    header: words.uploadLog.event,
    width: 'minmax(120px, 176px)',
    cell: ({ type }) => <strong title={logEventText(type)}>{logEventText(type)}</strong>,
  },
  {
    id: 'data',
    header: words.uploadLog.details,
    width: 'minmax(120px, 1fr)',
    cell: ({ data }) => {
      const details = eventDetails(data);
      const text = printable(eventSummary(details));
      return (
        <span className="log-summary" title={[printable(details.subject), text].join('\n').trim()}>
          {details.subject === '' ? null : <FilePath path={details.subject} />}
          <span className="log-summary-text">{text}</span>
        </span>
      );
    },
  },
];

/** The upload's hash-chained log, oldest event first. */
export function LogTab({ upload }: { readonly upload: UploadView }) {
  const uploadId = upload.id;
  const fetchPage = useCallback(
    async (offset: number, limit: number) => {
      return pageRows(await call('uploads.log', { uploadId, offset, limit }), 'events');
    },
    [uploadId],
  );
  const { state, totals } = upload;
  const events = usePagedList(
    fetchPage,
    `${state} ${totals.accepted.items} ${totals.handedOver.items} ${totals.failed.items}`,
  );
  if (events.failure !== null) {
    return (
      <div className="upload-tabs-notice">
        <FailureNotice failure={events.failure} onRetry={events.refresh} />
      </div>
    );
  }
  if (events.isLoaded && events.count === 0) return <EmptyState icon="list" title={words.uploadLog.empty} />;
  return (
    <DataGrid
      label={words.upload.log}
      columns={columns}
      rows={events}
      rowPx={32}
      renderDetail={EventDetail}
      detailPx={detailHeightPx}
      rowText={eventText}
    />
  );
}

/** The complete event, field by field, and as it is in the hash chain. */
function EventDetail(event: EventView) {
  const { type, data } = event;
  return (
    <dl className="log-event selectable">
      <div>
        <dt title="type">{words.uploadLog.event}</dt>
        <dd title={type}>{logEventText(type)}</dd>
      </div>
      {eventFields(data).map(({ name, label, value }) => (
        <div key={name}>
          <dt title={name}>{label === '' ? name : label}</dt>
          <dd>{printable(value)}</dd>
        </div>
      ))}
      <div>
        <dt>{words.uploadLog.recorded}</dt>
        <dd className="mono">{printable(JSON.stringify(event))}</dd>
      </div>
    </dl>
  );
}

const linePx = 19;
const maxLines = 12;
/** What the recorded event takes at the usual width. */
const recordedLines = 3;

function detailHeightPx({ data }: EventView): number {
  return 21 + linePx * Math.min(maxLines, 1 + eventFields(data).length + recordedLines);
}

function eventText({ at, type, data }: EventView): string {
  const details = eventDetails(data);
  return [logEventText(type), exactTime(at), details.subject, eventDetailsText(details)].join('\t');
}
