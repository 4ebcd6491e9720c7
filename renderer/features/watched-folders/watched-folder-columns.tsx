import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { count, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import type { RecordColumn } from '../../shared/record-rows.ts';
import { FilePath } from '../../ui/file-path.tsx';
import { Link } from '../../ui/link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { datasetText } from './dataset-text.ts';
import { statusText, watchStatus } from './watch-status.ts';
import './watched-folders.css';

const listWords = words.watchedFolders;

export type FolderRow = WatchedFolderView;

export function databaseNameOf({
  databaseName,
  rule,
}: Pick<WatchedFolderView, 'databaseName' | 'rule'>): string {
  return databaseName ?? listWords.databaseNumber(rule.database);
}

/** Leads to the files that need review: in the first upload that has one, or for copies in the file history. */
export function DecideLink({ folder: { id, counts, reviewUpload } }: { readonly folder: FolderRow }) {
  if (counts.held === 0) return null;
  const to =
    reviewUpload === null
      ? ({ kind: 'watched-folder', ruleId: id, tab: 'files' } as const)
      : ({ kind: 'upload', uploadId: reviewUpload, tab: 'exceptions' } as const);
  return <Link to={routeHref(to)}>{listWords.decide}</Link>;
}

function number(value: number, tone: 'plain' | 'bad' = 'plain') {
  if (value === 0) return <span className="faint">0</span>;
  return <span className={tone === 'plain' ? '' : `watched-${tone}`}>{count(value)}</span>;
}

function numberColumn(
  id: string,
  header: string,
  width: string,
  value: (folder: FolderRow) => number,
  { tone = 'plain', ...options }: { readonly minListPx?: number; readonly tone?: 'plain' | 'bad' },
): RecordColumn<FolderRow> {
  const cell = (folder: FolderRow) => number(value(folder), tone);
  return { id, header, width, align: 'end', ...options, value, cell };
}

export const folderColumns: readonly RecordColumn<FolderRow>[] = [
  {
    id: 'name',
    header: listWords.name,
    width: 'minmax(140px, 2fr)',
    value: ({ rule }) => rule.name,
    cell: ({ id, rule }) => (
      <span className="watched-name">
        <Link to={routeHref({ kind: 'watched-folder', ruleId: id, tab: 'overview' })}>
          {printable(rule.name)}
        </Link>
        <span className="small muted watched-path">
          <FilePath path={rule.path} />
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    header: listWords.status,
    width: 'minmax(160px, 3.6fr)',
    value: (folder) => watchStatus(folder).label,
    cell: (folder) => {
      const status = watchStatus(folder);
      const { tone, icon, label } = status;
      const text = statusText(status);
      return (
        <span className="watched-status" title={text === null ? label : `${label}: ${text}`}>
          <span className="row">
            <StatusPill tone={tone} icon={icon} label={label} />
            <DecideLink folder={folder} />
          </span>
          {text === null ? null : <span className="small muted watched-why">{text}</span>}
        </span>
      );
    },
  },
  {
    id: 'dataset',
    header: listWords.destination,
    width: 'minmax(110px, 1.3fr)',
    minListPx: 720,
    value: ({ rule }) => datasetText(rule),
    cell: (folder) => (
      <span className="watched-name">
        <span className="truncate" title={printable(datasetText(folder.rule))}>
          {printable(datasetText(folder.rule))}
        </span>
        <span className="small muted truncate">{printable(databaseNameOf(folder))}</span>
      </span>
    ),
  },
  {
    id: 'lastTaken',
    header: listWords.lastTaken,
    width: '112px',
    minListPx: 980,
    value: ({ lastTakenAt }) => lastTakenAt,
    cell: ({ lastTakenAt }) =>
      lastTakenAt === null ? (
        <span className="faint">{listWords.never}</span>
      ) : (
        <span className="small watched-time">{time(lastTakenAt)}</span>
      ),
  },
  numberColumn('settling', listWords.settling, '60px', ({ counts }) => counts.settling, { minListPx: 720 }),
  {
    id: 'pending',
    header: listWords.pending,
    width: '72px',
    align: 'end',
    value: ({ counts }) => counts.settled + counts.sending,
    cell: ({ counts, pendingBytes }) => (
      <span title={listWords.pendingHint(formatBytes(pendingBytes))}>
        {number(counts.settled + counts.sending)}
      </span>
    ),
  },
  numberColumn('sent', listWords.sent, '76px', ({ counts }) => counts.sent, { minListPx: 560 }),
  numberColumn('skipped', listWords.skipped, '62px', ({ counts }) => counts.skipped, { minListPx: 980 }),
  numberColumn('failed', listWords.failed, '50px', ({ counts }) => counts.failed, { tone: 'bad' }),
];

const extra = (
  id: string,
  header: string,
  value: RecordColumn<FolderRow>['value'],
): RecordColumn<FolderRow> => ({ id, header, width: '1fr', value });

/** What search finds and the CSV has: more than the list has room for. */
export const csvColumns: readonly RecordColumn<FolderRow>[] = [
  ...folderColumns,
  extra('why', listWords.why, (folder) => statusText(watchStatus(folder))),
  extra('path', listWords.folder, ({ rule }) => rule.path),
  extra('database', listWords.database, (folder) => databaseNameOf(folder)),
  extra('held', listWords.review, ({ counts }) => counts.held),
  extra('found', listWords.found, ({ found }) => found),
];
