import { formatDurationRange } from '../../../preload/contract/texts/format-duration.ts';
import { sentAt } from '../../../preload/contract/views/has-sent.ts';
import { fileCount, totalToUpload } from '../../../preload/contract/views/upload-progress.ts';
import { currentWait } from '../../../preload/contract/views/upload-wait.ts';
import { capitalize, count, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { uploadHref } from '../../navigation/routes.ts';
import { UploadProgressBar } from '../../shared/upload-progress-bar.tsx';
import {
  acceptanceStatus,
  exceptionsNote,
  notesText,
  notesTitle,
  retryText,
  type Status,
  shortRetryText,
  uploadStatus,
} from '../../shared/upload-status.ts';
import {
  averageText,
  averageWords,
  durationText,
  lastTimeText,
  uploadTimeTexts,
} from '../../shared/upload-times.ts';
import { Bytes } from '../../ui/bytes.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import type { ListRow, UploadRow } from './upload-rows.ts';

/** The time left or the time of the next retry, briefly; '' if neither applies. */
export function timeLeft({ progress }: UploadRow): string {
  if (progress === null || progress.partsUnderWay.isFinishing) return '';
  const wait = currentWait(progress);
  if (wait !== null) return shortRetryText(wait, Date.now());
  return progress.timeLeft === null
    ? ''
    : capitalize(words.uploads.timeLeft(formatDurationRange(progress.timeLeft)));
}

function TimeLeft({ row }: { readonly row: UploadRow }) {
  const wait = row.progress === null ? null : currentWait(row.progress);
  return (
    <span className="upload-list-time-left" title={wait === null ? undefined : retryText(wait)}>
      {timeLeft(row)}
    </span>
  );
}

type Cell<Row> = GridColumn<Row>['cell'];

/** The cell of an upload's row; month rows have no cells. */
function uploadCell(cell: (row: UploadRow) => ReturnType<Cell<ListRow>>): Cell<ListRow> {
  return (row) => (row.kind === 'upload' ? cell(row) : null);
}

function Pill({ status: { tone, icon, label } }: { readonly status: Status }) {
  return <StatusPill tone={tone} icon={icon} label={label} />;
}

function Name({ upload }: Pick<UploadRow, 'upload'>) {
  return (
    <a
      className="upload-list-name"
      href={uploadHref(upload)}
      tabIndex={-1}
      title={[upload.name, ...uploadTimeTexts(upload)].join('\n')}
      draggable={false}
    >
      {upload.isSandbox ? (
        <span className="upload-list-sandbox" title={words.uploads.sandbox}>
          <Icon name="sandbox" size={14} />
          <span className="visually-hidden">{words.uploads.sandbox}: </span>
        </span>
      ) : null}
      {upload.name}
    </a>
  );
}

const nameColumn = {
  id: 'name',
  header: words.uploads.name,
  width: 'minmax(140px, 3fr)',
  sortable: true,
  cell: uploadCell(({ upload }) => <Name upload={upload} />),
} as const;

/** Uploads of one name differ by when they were last active, which is their order. Without the year it fits at 900 px. */
const nameAndTimeColumn = {
  ...nameColumn,
  cell: uploadCell(({ upload }) => (
    <span className="upload-list-status">
      <span className="upload-list-short">
        <Name upload={upload} />
      </span>
      <time className="upload-list-reason" dateTime={sentAt(upload)}>
        {lastTimeText(upload)}
      </time>
    </span>
  )),
} as const;

const baseColumns: readonly GridColumn<ListRow>[] = [
  {
    id: 'database',
    header: words.uploads.database,
    width: 'minmax(110px, 2fr)',
    sortable: true,
    cell: uploadCell(({ upload }) => <span title={upload.databaseName}>{upload.databaseName}</span>),
  },
  {
    id: 'files',
    header: words.uploads.files,
    width: '84px',
    minListPx: 780,
    align: 'end',
    sortable: true,
    cell: uploadCell(({ upload }) => count(fileCount(upload))),
  },
  {
    id: 'size',
    header: words.uploads.size,
    width: '76px',
    minListPx: 880,
    align: 'end',
    sortable: true,
    cell: uploadCell(({ upload }) => <Bytes value={totalToUpload(upload).bytes} />),
  },
  {
    id: 'progress',
    header: words.uploads.progress,
    width: '150px',
    minListPx: 664,
    cell: uploadCell((row) => {
      const { state } = row.upload;
      if (state === 'ready') return <span className="faint">{words.uploads.continueDraft}</span>;
      return (
        <span className="upload-list-progress">
          <UploadProgressBar upload={row.upload} progress={row.progress} />
          {state === 'uploading' ? <TimeLeft row={row} /> : null}
        </span>
      );
    }),
  },
  {
    id: 'status',
    header: words.uploads.status,
    width: 'minmax(148px, 2fr)',
    sortable: true,
    cell: uploadCell(({ upload, progress }) => {
      const status = uploadStatus(upload, progress);
      const notes = notesText(upload);
      return (
        <span className="upload-list-status">
          <Pill status={status} />
          {status.reason !== null ? (
            <span className="upload-list-reason" title={status.reason}>
              {status.reason}
            </span>
          ) : notes === null ? null : (
            <span
              className={`upload-list-reason${exceptionsNote(upload) === null ? '' : ' upload-list-exceptions'}`}
              title={notesTitle(upload)}
            >
              {notes}
            </span>
          )}
        </span>
      );
    }),
  },
  {
    id: 'platform',
    header: words.uploads.platform,
    width: '148px',
    minListPx: 1050,
    cell: uploadCell(({ upload }) => {
      const status = acceptanceStatus(upload);
      return status === null ? (
        <span className="faint">{words.status.noneAccepted}</span>
      ) : (
        <Pill status={status} />
      );
    }),
  },
];

const timeColumns: readonly GridColumn<ListRow>[] = [
  {
    id: 'created',
    header: words.uploads.created,
    width: '164px',
    sortable: true,
    cell: uploadCell(({ upload }) => <time dateTime={upload.createdAt}>{time(upload.createdAt)}</time>),
  },
  {
    id: 'ended',
    header: words.uploads.ended,
    width: '164px',
    sortable: true,
    cell: uploadCell(({ upload: { finishedAt } }) =>
      finishedAt === null ? (
        <span className="faint">–</span>
      ) : (
        <time dateTime={finishedAt}>{time(finishedAt)}</time>
      ),
    ),
  },
  {
    id: 'duration',
    header: words.uploads.duration,
    width: '84px',
    minListPx: 1420,
    align: 'end',
    cell: uploadCell(({ upload }) => durationText(upload) ?? <span className="faint">–</span>),
  },
  {
    id: 'average',
    header: words.uploads.average,
    width: '92px',
    minListPx: 1520,
    align: 'end',
    cell: uploadCell(({ upload }) => {
      const average = averageText(upload);
      if (average === null) return <span className="faint">–</span>;
      return <span title={averageWords(upload) ?? average}>{average}</span>;
    }),
  },
];

/** Wide windows have columns for the times; narrow ones show the first below the name, and all in its tooltip. */
export const columns = {
  narrow: [nameAndTimeColumn, ...baseColumns],
  wide: [nameColumn, ...baseColumns, ...timeColumns],
} as const;
export const wideQuery = '(min-width: 1560px)';
