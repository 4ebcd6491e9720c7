import type { UploadView } from '../../../preload/contract/views.ts';
import { hrefOf } from '../../app/route.ts';
import { clockTime, count, durationRange, time, zoneName } from '../../i18n/format.ts';
import { bytesToSend, filesOf, uploadAccepted, uploadTransfer, waitingFor } from '../../i18n/transfer.ts';
import { words } from '../../i18n/words.ts';
import { Bytes } from '../../ui/bytes.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { UploadBar } from './upload-bar.tsx';
import type { ListRow, UploadRow } from './upload-rows.ts';

/** A draft goes on where it is made; everything else has its own screen. */
export function hrefOfUpload(upload: UploadView): string {
  return upload.state === 'ready' || upload.state === 'scanning'
    ? hrefOf({ kind: 'new-upload', uploadId: upload.id })
    : hrefOf({ kind: 'upload', uploadId: upload.id, tab: 'files' });
}

/** What is left, in a line that keeps its height. */
export function timeLeft({ progress }: UploadRow): string {
  if (progress === null) return '';
  const waiting = waitingFor(progress);
  if (waiting !== null) {
    const at = new Date(waiting.retryAtMs);
    return words.uploads.nextTry(`${clockTime(at, undefined, 'seconds')} ${zoneName(at)}`);
  }
  return progress.secondsLeft === null ? '' : words.uploads.left(durationRange(progress.secondsLeft));
}

const t = words.uploads;

const of =
  (cell: (row: UploadRow) => ReturnType<GridColumn<ListRow>['cell']>) =>
  (row: ListRow): ReturnType<GridColumn<ListRow>['cell']> =>
    row.kind === 'upload' ? cell(row) : null;

/** When it ended, or else when it was made. */
export function whenOf({ createdAt, finishedAt }: UploadView): string {
  return finishedAt === null ? t.createdAt(time(createdAt)) : t.endedAt(time(finishedAt));
}

const plainColumns: readonly GridColumn<ListRow>[] = [
  {
    id: 'name',
    header: t.name,
    width: 'minmax(170px, 3fr)',
    sortable: true,
    cell: of(({ upload }) => (
      <a
        className="upload-name"
        href={hrefOfUpload(upload)}
        tabIndex={-1}
        title={`${upload.name}\n${whenOf(upload)}`}
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
    cell: of(({ upload }) => <span title={upload.databaseName}>{upload.databaseName}</span>),
  },
  {
    id: 'files',
    header: t.files,
    width: '84px',
    align: 'end',
    sortable: true,
    cell: of(({ upload }) => count(filesOf(upload))),
  },
  {
    id: 'size',
    header: t.size,
    width: '72px',
    align: 'end',
    sortable: true,
    cell: of(({ upload }) => <Bytes value={bytesToSend(upload)} />),
  },
  {
    id: 'sent',
    header: t.sent,
    width: '150px',
    cell: of((row) => {
      const { state } = row.upload;
      if (state === 'ready') return <span className="faint">{t.continueDraft}</span>;
      const left = timeLeft(row);
      return (
        <span className="upload-sent">
          <UploadBar upload={row.upload} />
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
    cell: of(({ upload, progress }) => {
      const { tone, icon, word, why } = uploadTransfer(upload, progress);
      return (
        <span className="upload-state">
          <StatusPill tone={tone} icon={icon}>
            {word}
          </StatusPill>
          {why === null ? null : (
            <span className="upload-why" title={why}>
              {why}
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
    cell: of(({ upload }) => {
      const accepted = uploadAccepted(upload);
      if (accepted === null) return <span className="faint">{words.transfer.noneAccepted}</span>;
      return (
        <StatusPill tone={accepted.tone} icon={accepted.icon}>
          {accepted.word}
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
    cell: of(({ upload }) => <time dateTime={upload.createdAt}>{time(upload.createdAt)}</time>),
  },
  {
    id: 'ended',
    header: t.ended,
    width: '164px',
    sortable: true,
    cell: of(({ upload: { finishedAt } }) =>
      finishedAt === null ? (
        <span className="faint">–</span>
      ) : (
        <time dateTime={finishedAt}>{time(finishedAt)}</time>
      ),
    ),
  },
];

/** Where there is room, an upload's times stand beside it; elsewhere they are on its name and on its card. */
export const columns = { narrow: plainColumns, wide: [...plainColumns, ...timeColumns] } as const;
export const wideQuery = '(min-width: 1560px)';
