import { clockTime, count, durationRange, time, zoneName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { uploadHref } from '../../navigation/routes.ts';
import { currentWait, fileCount, totalToUpload } from '../../state/upload-totals.ts';
import { Bytes } from '../../ui/bytes.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { UploadProgressBar } from '../../ui/upload-progress-bar.tsx';
import { acceptanceStatus, uploadDateText, uploadStatus } from '../../ui/upload-status.ts';
import type { ListRow, UploadRow } from './upload-rows.ts';

/** What is left, in a line that keeps its height. */
export function timeLeft({ progress }: UploadRow): string {
  if (progress === null) return '';
  const waiting = currentWait(progress);
  if (waiting !== null) {
    const at = new Date(waiting.retryAtMs);
    return words.uploads.nextTry(`${clockTime(at, undefined, 'seconds')} ${zoneName(at)}`);
  }
  return progress.secondsLeft === null ? '' : words.uploads.left(durationRange(progress.secondsLeft));
}

const t = words.uploads;

const uploadCell =
  (cell: (row: UploadRow) => ReturnType<GridColumn<ListRow>['cell']>) =>
  (row: ListRow): ReturnType<GridColumn<ListRow>['cell']> =>
    row.kind === 'upload' ? cell(row) : null;

const baseColumns: readonly GridColumn<ListRow>[] = [
  {
    id: 'name',
    header: t.name,
    width: 'minmax(170px, 3fr)',
    sortable: true,
    cell: uploadCell(({ upload }) => (
      <a
        className="upload-name"
        href={uploadHref(upload)}
        tabIndex={-1}
        title={`${upload.name}\n${uploadDateText(upload)}`}
        draggable={false}
      >
        {upload.isSandbox ? (
          <span className="upload-practice" title={t.practice}>
            <Icon name="practice" size={14} />
            <span className="visually-hidden">{t.practice}: </span>
          </span>
        ) : null}
        {upload.name}
      </a>
    )),
  },
  {
    id: 'database',
    header: t.database,
    width: 'minmax(110px, 2fr)',
    sortable: true,
    cell: uploadCell(({ upload }) => <span title={upload.databaseName}>{upload.databaseName}</span>),
  },
  {
    id: 'files',
    header: t.files,
    width: '84px',
    align: 'end',
    sortable: true,
    cell: uploadCell(({ upload }) => count(fileCount(upload))),
  },
  {
    id: 'size',
    header: t.size,
    width: '72px',
    align: 'end',
    sortable: true,
    cell: uploadCell(({ upload }) => <Bytes value={totalToUpload(upload)} />),
  },
  {
    id: 'sent',
    header: t.sent,
    width: '150px',
    cell: uploadCell((row) => {
      const { state } = row.upload;
      if (state === 'ready') return <span className="faint">{t.continueDraft}</span>;
      const left = timeLeft(row);
      return (
        <span className="upload-sent">
          <UploadProgressBar upload={row.upload} />
          {state === 'uploading' ? <span className="upload-left">{left}</span> : null}
        </span>
      );
    }),
  },
  {
    id: 'transfer',
    header: t.transfer,
    width: '172px',
    sortable: true,
    cell: uploadCell(({ upload, progress }) => {
      const { tone, icon, label, reason } = uploadStatus(upload, progress);
      return (
        <span className="upload-state">
          <StatusPill tone={tone} icon={icon}>
            {label}
          </StatusPill>
          {reason === null ? null : (
            <span className="upload-why" title={reason}>
              {reason}
            </span>
          )}
        </span>
      );
    }),
  },
  {
    id: 'platform',
    header: t.platform,
    width: '148px',
    cell: uploadCell(({ upload }) => {
      const accepted = acceptanceStatus(upload);
      if (accepted === null) return <span className="faint">{words.status.noneAccepted}</span>;
      return (
        <StatusPill tone={accepted.tone} icon={accepted.icon}>
          {accepted.label}
        </StatusPill>
      );
    }),
  },
];

const timeColumns: readonly GridColumn<ListRow>[] = [
  {
    id: 'created',
    header: t.created,
    width: '164px',
    sortable: true,
    cell: uploadCell(({ upload }) => <time dateTime={upload.createdAt}>{time(upload.createdAt)}</time>),
  },
  {
    id: 'ended',
    header: t.ended,
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
];

/** Where there is room, an upload's times stand beside it; elsewhere they are on its name and on its card. */
export const columns = { narrow: baseColumns, wide: [...baseColumns, ...timeColumns] } as const;
export const wideQuery = '(min-width: 1560px)';
