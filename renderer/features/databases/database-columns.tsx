import { valueText } from '../../../preload/contract/platform/value-text.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { DatabaseStatus } from '../../../preload/contract/views/database-status.ts';
import { formatGb } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { textColumn } from '../../shared/columns.tsx';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { StatePill } from '../../shared/state-pill.tsx';
import type { DatabaseRow } from './database-rows.ts';
import './databases.css';

const databaseWords = words.databases;

export interface ListedDatabase extends DatabaseRow {
  /** It is null until it is known. */
  readonly status: DatabaseStatus | null;
}

export const databaseColumns: readonly RecordColumn<ListedDatabase>[] = [
  {
    id: 'name',
    header: databaseWords.name,
    width: 'minmax(160px, 3fr)',
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <a
        className="database-name"
        href={routeHref({ kind: 'database', databaseId: id, tab: 'overview' })}
        tabIndex={-1}
        title={printable(name)}
        draggable={false}
      >
        {printable(name)}
      </a>
    ),
  },
  { id: 'id', header: databaseWords.id, width: '84px', align: 'end', minListPx: 1080, value: ({ id }) => id },
  textColumn(
    'organization',
    databaseWords.organization,
    'minmax(120px, 2fr)',
    ({ organization }) => organization,
    { minListPx: 840, missing: databaseWords.notReported },
  ),
  textColumn('access', databaseWords.role, '112px', ({ access }) => databaseWords.roles[access], {
    minListPx: 700,
  }),
  textColumn(
    'orgAdminAccess',
    databaseWords.orgAdminAccess,
    '128px',
    ({ orgAdminAccess }) =>
      databaseWords.orgAdminAccessValues[orgAdminAccess === null ? 'unknown' : orgAdminAccess ? 'on' : 'off'],
    { minListPx: 980 },
  ),
  {
    id: 'state',
    header: databaseWords.state,
    width: '116px',
    value: ({ status }) => (status?.state == null ? null : valueText(status.state)),
    cell: ({ status }) =>
      status?.state == null ? (
        <span className="faint">{status === null ? databaseWords.checking : databaseWords.notReported}</span>
      ) : (
        <StatePill state={status.state} />
      ),
  },
  {
    id: 'size',
    header: databaseWords.billedSize,
    width: '96px',
    align: 'end',
    value: ({ status }) => status?.billableGb ?? null,
    cell: ({ status }) =>
      status?.billableGb == null ? (
        <span className="faint">{databaseWords.notReported}</span>
      ) : (
        formatGb(status.billableGb)
      ),
  },
  {
    id: 'upload',
    header: databaseWords.upload,
    width: '112px',
    value: ({ status }) => (status === null ? null : databaseWords.uploadValues[status.upload]),
    cell: ({ status }) => (
      <span
        className={status?.upload === 'granted' ? '' : 'muted'}
        {...(status === null ? {} : { title: databaseWords.uploadHints[status.upload] })}
      >
        {status === null ? databaseWords.checking : databaseWords.uploadValues[status.upload]}
      </span>
    ),
  },
];
