import { printable } from '../../../preload/contract/printable.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import type { RecordColumn } from '../../ui/record-rows.ts';
import type { DatabaseRow } from './database-rows.ts';
import './databases.css';
import type { UploadPermission } from './use-upload-permissions.ts';

const databaseWords = words.databases;

export interface ListedDatabase extends DatabaseRow {
  /** Null until it is known. */
  readonly upload: UploadPermission | null;
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
  { id: 'id', header: databaseWords.id, width: '84px', align: 'end', minListPx: 620, value: ({ id }) => id },
  {
    id: 'organization',
    header: databaseWords.organization,
    width: 'minmax(120px, 2fr)',
    minListPx: 700,
    value: ({ organization }) => organization,
    cell: ({ organization }) =>
      organization === null ? (
        <span className="faint">{databaseWords.notReported}</span>
      ) : (
        <span title={printable(organization)}>{printable(organization)}</span>
      ),
  },
  {
    id: 'access',
    header: databaseWords.role,
    width: '112px',
    value: ({ access }) => databaseWords.roles[access],
  },
  {
    id: 'orgAdminAccess',
    header: databaseWords.orgAdminAccess,
    width: '128px',
    minListPx: 860,
    value: ({ orgAdminAccess }) =>
      databaseWords.orgAdminAccessValues[orgAdminAccess === null ? 'unknown' : orgAdminAccess ? 'on' : 'off'],
  },
  {
    id: 'upload',
    header: databaseWords.upload,
    width: '112px',
    value: ({ upload }) => (upload === null ? null : databaseWords.uploadValues[upload]),
    cell: ({ upload }) => (
      <span
        className={upload === 'granted' ? '' : 'muted'}
        {...(upload === 'unknown' ? { title: databaseWords.uploadUnknownHint } : {})}
      >
        {databaseWords.uploadValues[upload ?? 'checking']}
      </span>
    ),
  },
];
