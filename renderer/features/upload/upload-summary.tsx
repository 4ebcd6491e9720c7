import { Fragment } from 'react';
import { type DeliveryResult, deliveryResult } from '../../../preload/contract/texts/delivery-text.ts';
import { foundTexts } from '../../../preload/contract/texts/exception-text.ts';
import { formatBytesOf, formatExactBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { timeLeftText } from '../../../preload/contract/texts/time-forecast-text.ts';
import { fileCount, skippedTally, uploadProgress } from '../../../preload/contract/views/upload-progress.ts';
import { currentWait, isAway } from '../../../preload/contract/views/upload-wait.ts';
import type { ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import { capitalize, count, percent } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { UploadProgressBar } from '../../shared/upload-progress-bar.tsx';
import {
  acceptanceStatus,
  checkedNote,
  packsText,
  uploadStatus,
  waitText,
} from '../../shared/upload-status.ts';
import { uploadTimeTexts } from '../../shared/upload-times.ts';
import { useNow } from '../../state/use-now.ts';
import { Card } from '../../ui/card.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { CurrentSpeed, SpeedHistory } from './upload-speed.tsx';
import './upload-summary.css';

export function UploadSummary({
  upload,
  progress,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}) {
  const status = uploadStatus(upload, progress);
  const result = deliveryResult(upload);
  const isUploading = upload.state === 'uploading';
  const counts = countTexts(upload, result);
  const statusText = result?.text ?? status.reason ?? packsText(progress) ?? acceptanceText(upload);
  return (
    <Card label={words.upload.progress}>
      <div
        className={`upload-summary${isUploading ? ' upload-summary-uploading' : ''}${result === null ? '' : ' upload-summary-ended'}`}
      >
        <Share upload={upload} result={result} />
        <div className="upload-summary-main">
          <div className="upload-summary-status">
            <StatusPill tone={status.tone} icon={status.icon} label={status.label} />
            {statusText === null ? null : (
              <span
                className={`truncate ${result === null ? 'muted' : 'upload-summary-result'}`}
                title={statusText}
              >
                {statusText}
              </span>
            )}
          </div>
          <UploadProgressBar upload={upload} progress={progress} large />
          <div className="upload-summary-line">
            {counts.length === 0 ? null : (
              <span className="upload-summary-counts">
                {counts.map((text, index) => (
                  <Fragment key={text}>
                    {index === 0 ? '' : ' '}
                    <span>
                      {text}
                      {index === counts.length - 1 ? '' : ' ·'}
                    </span>
                  </Fragment>
                ))}
              </span>
            )}
            <CompletionTime upload={upload} progress={progress} />
          </div>
        </div>
        {isUploading ? <CurrentSpeed upload={upload} progress={progress} /> : null}
      </div>
      <SpeedHistory upload={upload} />
    </Card>
  );
}

/** How far it is, of its bytes and of its files; after the end, how many were accepted, with their bytes: links have none here. */
function Share({ upload, result }: { readonly upload: UploadView; readonly result: DeliveryResult | null }) {
  const { share, shareOf, bytes } = uploadProgress(upload);
  const amount = formatBytesOf(bytes.done, bytes.total);
  const isEnded = result !== null && !result.isComplete;
  const isLinksOnly = upload.links > 0 && fileCount(upload) === 0;
  const label = shareLabel();

  function shareLabel(): string | null {
    if (result === null) return words.upload.completeOf[shareOf];
    if (bytes.total > 0)
      return isEnded ? words.upload.acceptedBytes(amount) : words.upload.uploadedBytes(amount);
    if (!isEnded) return null;
    return isLinksOnly ? words.upload.handedOverOnly : words.upload.acceptedOnly;
  }

  return (
    <div className="upload-summary-share">
      <div className="upload-summary-percent">
        {isEnded && isLinksOnly
          ? words.upload.handedOverOf(count(upload.totals.handedOver.items), upload.links)
          : isEnded && result.totalFiles > 0
            ? words.upload.acceptedOf(count(result.acceptedFiles), result.totalFiles)
            : percent(share, 1)}
      </div>
      {label === null ? null : (
        <div
          className="muted truncate"
          title={
            bytes.total === 0
              ? undefined
              : `${formatExactBytes(bytes.done)} / ${formatExactBytes(bytes.total)}`
          }
        >
          {label}
        </div>
      )}
    </div>
  );
}

function acceptanceText(upload: UploadView): string | null {
  const accepted = acceptanceStatus(upload);
  return accepted === null ? null : words.upload.platform(accepted.label);
}

function countTexts(upload: UploadView, result: DeliveryResult | null): readonly string[] {
  const { bytes } = uploadProgress(upload);
  const { accepted, handedOver, failed, held } = upload.totals;
  const skipped = skippedTally(upload);
  const checked = checkedNote(upload);
  return [
    ...(result === null && fileCount(upload) > 0
      ? [words.upload.acceptedOf(count(accepted.items), fileCount(upload))]
      : []),
    ...(result === null && bytes.total > 0
      ? [words.upload.uploadedBytes(formatBytesOf(bytes.done, bytes.total))]
      : []),
    ...(handedOver.items > 0 ? [words.status.handedOverLinks(handedOver.items)] : []),
    ...(skipped.items > 0 ? [words.upload.skippedCount(skipped.items)] : []),
    ...(failed.items > upload.unreadFolders
      ? [words.upload.failedCount(failed.items - upload.unreadFolders)]
      : []),
    ...(upload.unreadFolders > 0 ? [words.status.notRead(upload.unreadFolders)] : []),
    ...(held.items > 0 ? [words.upload.needsReviewCount(held.items)] : []),
    ...foundTexts(upload.exceptions),
    ...(checked === null ? [] : [checked]),
  ];
}

/** When the upload will complete, or when it ended. The line stays in the same position. */
function CompletionTime({
  upload,
  progress,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}) {
  const nowMs = useNow(5_000);
  if (upload.finishedAt !== null) {
    const [started = '', ...ended] = uploadTimeTexts(upload);
    const text = ended.join(' · ');
    return <span title={[started, ...ended].join('\n')}>{text}</span>;
  }
  if (progress === null || progress.partsUnderWay.isFinishing || isAway(progress)) return <span />;
  const wait = currentWait(progress);
  const left = progress.timeLeft;
  const text =
    wait !== null
      ? waitText(wait, left, nowMs)
      : left === null
        ? words.upload.estimating
        : capitalize(timeLeftText(left, { nowMs }));
  return <span title={text}>{text}</span>;
}
