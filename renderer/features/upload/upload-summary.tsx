import type { ProgressView, UploadView } from '../../../preload/contract/views.ts';
import {
  bytesOf,
  clockTime,
  count,
  duration,
  etaRange,
  exactBytes,
  percent,
  time,
  zoneName,
} from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { currentWait, fileCount, totalToUpload } from '../../state/upload-totals.ts';
import { useNow } from '../../state/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { UploadProgressBar } from '../../ui/upload-progress-bar.tsx';
import { acceptanceStatus, deliveryResult, uploadStatus } from '../../ui/upload-status.ts';
import { CurrentSpeed, SpeedHistory } from './upload-speed.tsx';

const t = words.upload;

export function UploadSummary({
  upload,
  progress,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}) {
  const total = totalToUpload(upload);
  const { totals, acknowledgedBytes } = upload;
  const status = uploadStatus(upload, progress);
  const accepted = acceptanceStatus(upload);
  const ended = deliveryResult(upload);
  const files = fileCount(upload) - totals['skipped'].items;
  const counts = [
    ...(ended === null ? [t.counts(count(totals.accepted.items), files)] : []),
    ...(totals['skipped'].items > 0 ? [t.skipped(totals['skipped'].items)] : []),
    ...(totals.failed.items > 0 ? [t.failed(totals.failed.items)] : []),
    ...(totals.held.items > 0 ? [t.held(totals.held.items)] : []),
  ];
  const amount = bytesOf(acknowledgedBytes, total);
  const beside =
    ended?.text ??
    status.reason ??
    (accepted === null ? null : `${words.uploads.platform}: ${accepted.label}`);
  return (
    <Card label={t.progress}>
      <div
        className={`summary${upload.state === 'uploading' ? ' summary-sending' : ''}${ended === null ? '' : ' summary-ended'}`}
      >
        <div className="summary-share">
          <div className="summary-percent">
            {ended === null
              ? percent(acknowledgedBytes, total)
              : ended.isComplete
                ? '100 %'
                : t.arrivedOf(count(ended.acceptedFiles), ended.totalFiles)}
          </div>
          <div className="muted truncate" title={`${exactBytes(acknowledgedBytes)} / ${exactBytes(total)}`}>
            {ended === null || ended.isComplete ? t.acknowledged(amount) : t.arrived(amount)}
          </div>
        </div>
        <div className="summary-middle">
          <div className="summary-status">
            <StatusPill tone={status.tone} icon={status.icon}>
              {status.label}
            </StatusPill>
            {beside === null ? null : (
              <span className={`truncate ${ended === null ? 'muted' : 'summary-verdict'}`} title={beside}>
                {beside}
              </span>
            )}
          </div>
          <UploadProgressBar upload={upload} large />
          <div className="summary-line">
            <span>{counts.join(' · ')}</span>
            <CompletionTime upload={upload} progress={progress} />
          </div>
        </div>
        {upload.state === 'uploading' ? <CurrentSpeed progress={progress} /> : null}
      </div>
      <SpeedHistory upload={upload} />
    </Card>
  );
}

/** When it will be done, or when and how it ended; one line that keeps its place. */
function CompletionTime({
  upload,
  progress,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}) {
  const nowMs = useNow(5_000);
  if (upload.finishedAt !== null) {
    const seconds = (Date.parse(upload.finishedAt) - Date.parse(upload.createdAt)) / 1000;
    return <span title={t.took(duration(seconds))}>{t.finishedAt(time(upload.finishedAt))}</span>;
  }
  if (progress === null) return <span />;
  const waiting = currentWait(progress);
  if (waiting !== null) {
    const at = new Date(waiting.retryAtMs);
    return <span>{t.waiting(`${clockTime(at, undefined, 'seconds')} ${zoneName(at)}`)}</span>;
  }
  return (
    <span>
      {progress.secondsLeft === null ? t.estimating : t.ready(etaRange(progress.secondsLeft, { nowMs }))}
    </span>
  );
}
