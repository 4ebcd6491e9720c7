import { memo, useMemo } from 'react';
import { fileCount, totalToUpload, uploadProgress } from '../../../preload/contract/views/upload-progress.ts';
import { percent } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { uploadHref } from '../../navigation/routes.ts';
import { UploadProgressBar } from '../../shared/upload-progress-bar.tsx';
import { acceptanceStatus, notesText, notesTitle, uploadStatus } from '../../shared/upload-status.ts';
import { uploadDateText } from '../../shared/upload-times.ts';
import { Bytes } from '../../ui/bytes.tsx';
import { Icon } from '../../ui/icon.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import './upload-cards.css';
import { timeLeft } from './upload-columns.tsx';
import { groupByMonth, type UploadRow } from './upload-rows.ts';

/** Cards grouped by month. The browser skips layout and paint of those out of view (content-visibility). */
export function UploadCards({
  rows,
  label,
}: {
  readonly rows: readonly UploadRow[];
  readonly label: string;
}) {
  const months = useMemo(() => groupByMonth(rows), [rows]);
  return (
    <section aria-label={label}>
      {months.map(([month, group]) => (
        <div key={month}>
          <h2 className="upload-cards-month">{words.uploads.inMonth(month, group.length)}</h2>
          <div className="upload-cards-row">
            {group.map((row) => (
              <UploadCard key={row.upload.id} row={row} />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

/** Memoized: an upload that makes progress renders its own card only. */
const UploadCard = memo(function UploadCard({ row }: { readonly row: UploadRow }) {
  const { upload, progress } = row;
  const { share, shareOf } = uploadProgress(upload);
  const status = uploadStatus(upload, progress);
  const accepted = acceptanceStatus(upload);
  const note = status.reason ?? notesText(upload);
  const showsPercent = upload.state === 'uploading' || upload.state === 'paused';
  return (
    <a className="upload-card card" href={uploadHref(upload)} draggable={false}>
      <span className="upload-card-head">
        <span className="upload-card-name" title={upload.name}>
          {upload.isSandbox ? <Icon name="sandbox" size={14} /> : null}
          {upload.name}
        </span>
        <StatusPill tone={status.tone} icon={status.icon} label={status.label} />
      </span>
      <span className="upload-card-database">
        <span className="truncate" title={upload.databaseName}>
          {upload.databaseName}
        </span>
        <span className="upload-card-note" title={status.reason ?? notesTitle(upload)}>
          {note}
        </span>
      </span>
      <span className="upload-card-progress">
        {upload.state === 'ready' ? null : <UploadProgressBar upload={upload} progress={progress} />}
      </span>
      <span className="upload-card-line">
        <span className="truncate">
          {words.common.files(fileCount(upload))} · <Bytes value={totalToUpload(upload).bytes} />
        </span>
        <span>{timeLeft(row)}</span>
      </span>
      <span className="upload-card-line">
        <span className="truncate">{accepted === null ? '' : words.upload.platform(accepted.label)}</span>
        <span>{showsPercent ? words.uploads.shareOf[shareOf](percent(share, 1)) : ''}</span>
      </span>
      <span className="upload-card-line faint">
        <span>{uploadDateText(upload)}</span>
      </span>
    </a>
  );
});
