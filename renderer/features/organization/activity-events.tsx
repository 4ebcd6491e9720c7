import type { OrganizationEventRecord } from '../../../preload/contract/platform/records.ts';
import { valueText } from '../../../preload/contract/platform/value-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { exactTime } from '../../i18n/format.ts';
import { readableData } from '../../i18n/readable-data.ts';
import { words } from '../../i18n/words.ts';
import { textColumn } from '../../shared/columns.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import type { NameOf } from './member-facts.ts';

export function activityColumns(nameOf: NameOf): readonly GridColumn<OrganizationEventRecord>[] {
  return [
    {
      id: 'time',
      header: words.activity.time,
      width: '236px',
      cell: ({ timestamp }) => eventTime(timestamp),
    },
    {
      id: 'type',
      header: words.activity.type,
      width: 'minmax(120px, 1fr)',
      cell: ({ type }) => <strong title={printable(type)}>{valueText(type)}</strong>,
    },
    textColumn('person', words.activity.person, 'minmax(100px, 1fr)', ({ userId }) => nameOf(userId), {
      minListPx: 620,
    }),
    textColumn(
      'description',
      words.activity.description,
      'minmax(120px, 2fr)',
      ({ description }) => description,
    ),
  ];
}

/** The complete event; what the platform doesn't document is shown as it comes. */
export function EventDetail(event: OrganizationEventRecord) {
  return (
    <dl className="activity-event selectable">
      {eventFields(event).map(([field, text]) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd className="mono">{printable(text)}</dd>
        </div>
      ))}
    </dl>
  );
}

function eventFields(event: OrganizationEventRecord): readonly (readonly [string, string])[] {
  const { id, type, userId, organizationId, description, data } = event;
  const optional = (name: string, value: number | string | null | undefined) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)] as const];
  return [
    ...optional(words.activity.description, description),
    ...optional(words.activity.type, type),
    ...readableData(data),
    ...optional(words.activity.userId, userId),
    ...optional(words.activity.eventId, id),
    ...optional(words.activity.organizationId, organizationId),
  ];
}

const linePx = 19;
const maxLines = 12;

export function detailHeightPx(event: OrganizationEventRecord): number {
  return 21 + linePx * Math.min(maxLines, eventFields(event).length);
}

export function eventText({ timestamp, type, description }: OrganizationEventRecord): string {
  return [type, eventTime(timestamp), description ?? ''].map(printable).join('\t');
}

/** A time beyond the calendar stays a number of milliseconds. */
function eventTime(timestampMs: number): string {
  const at = new Date(timestampMs);
  return Number.isNaN(at.getTime()) ? String(timestampMs) : exactTime(at.toISOString());
}
