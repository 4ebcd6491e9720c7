import type { ProgressView, UploadView } from '../../../preload/contract/views.ts';
import {
  bytesOf,
  clockTime,
  count,
  duration,
  etaRange,
  exactBytes,
  percent,
  rate,
  time,
  zoneName,
} from '../../i18n/format.ts';
import { bytesToSend, filesOf, uploadAccepted, uploadTransfer } from '../../i18n/transfer.ts';
import { words } from '../../i18n/words.ts';
import { useQuery } from '../../state/asking.ts';
import { limitAt } from '../../state/bandwidth.ts';
import { useApp } from '../../state/hooks.ts';
import { useClock } from '../../state/use-clock.ts';
import { Card } from '../../ui/card.tsx';
import { SpeedChart } from '../../ui/chart.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { UploadBar } from '../uploads/upload-bar.tsx';

const t = words.upload;

export function Summary({
  upload,
  progress,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}) {
  const total = bytesToSend(upload);
  const { totals } = upload;
  const status = uploadTransfer(upload, progress);
  const accepted = uploadAccepted(upload);
  const files = filesOf(upload) - totals['left-out'].items;
  const done = upload.state === 'finished' && totals.failed.items + totals.held.items === 0;
  const counts = [
    t.counts(count(totals.uploaded.items), files),
    ...(totals['left-out'].items > 0 ? [t.leftOut(totals['left-out'].items)] : []),
    ...(totals.failed.items > 0 ? [t.failed(totals.failed.items)] : []),
    ...(totals.held.items > 0 ? [t.held(totals.held.items)] : []),
  ];
  return (
    <Card label={t.progress}>
      <div className="summary">
        <div className="summary-share">
          <div className="summary-percent">{done ? '100 %' : percent(upload.acknowledgedBytes, total)}</div>
          <div className="muted" title={`${exactBytes(upload.acknowledgedBytes)} / ${exactBytes(total)}`}>
            {t.acknowledged(bytesOf(upload.acknowledgedBytes, total))}
          </div>
        </div>
        <div className="summary-middle">
          <div className="summary-status">
            <StatusPill tone={status.tone} icon={status.icon}>
              {status.word}
            </StatusPill>
            {accepted === null ? null : (
              <span className="muted">
                {words.uploads.platform}: {accepted.word}
              </span>
            )}
          </div>
          <UploadBar upload={upload} large />
          <div className="summary-line">
            <span>{counts.join(' · ')}</span>
            <Ready upload={upload} progress={progress} />
          </div>
        </div>
        {upload.state === 'sending' ? <Speed progress={progress} /> : null}
      </div>
      {upload.state === 'sending' ? <History uploadId={upload.id} /> : null}
    </Card>
  );
}

/** When it will be done, or when and how it ended; one line that keeps its place. */
function Ready({
  upload,
  progress,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}) {
  const nowMs = useClock(5_000);
  if (upload.finishedAt !== null) {
    const seconds = (Date.parse(upload.finishedAt) - Date.parse(upload.createdAt)) / 1000;
    return <span title={t.took(duration(seconds))}>{t.finishedAt(time(upload.finishedAt))}</span>;
  }
  if (progress === null) return <span />;
  if (progress.waiting !== null) {
    const at = new Date(progress.waiting.retryAtMs);
    const clock = clockTime(at, undefined, 'seconds');
    return (
      <span className="truncate" title={progress.waiting.reason}>
        {t.waiting(progress.waiting.reason, `${clock} ${zoneName(at)}`)}
      </span>
    );
  }
  return (
    <span>
      {progress.secondsLeft === null ? t.estimating : t.ready(etaRange(progress.secondsLeft, { nowMs }))}
    </span>
  );
}

function Speed({ progress }: { readonly progress: ProgressView | null }) {
  const { preferences } = useApp();
  const limit = limitAt(preferences, new Date(useClock(20_000)));
  const limited = limit.bytesPerSecond === null ? t.noLimit : rate(limit.bytesPerSecond);
  return (
    <div className="summary-speed">
      <div className="summary-rate">{rate(progress?.bytesPerSecond ?? 0)}</div>
      <div className="muted">
        {limit.bytesPerSecond === null
          ? t.noLimit
          : limit.until === null
            ? t.limit(limited)
            : t.limitUntil(limited, limit.until)}
      </div>
    </div>
  );
}

function History({ uploadId }: { readonly uploadId: number }) {
  const { preferences } = useApp();
  const nowMs = useClock(5_000);
  const history = useQuery('uploads.speed', { argument: { uploadId } }, Math.floor(nowMs / 5_000));
  const series = history.kind === 'here' ? history.value : { everyMs: 1, endMs: nowMs, bytesPerSecond: [] };
  const seconds = (series.bytesPerSecond.length * series.everyMs) / 1000;
  return (
    <div className="summary-history">
      <h2 className="summary-heading">{seconds < 1 ? t.speed : t.speedOver(duration(seconds))}</h2>
      {history.kind === 'failed' ? (
        <p className="muted">{history.failure.message}</p>
      ) : (
        <SpeedChart series={series} limit={limitAt(preferences, new Date(nowMs)).bytesPerSecond} />
      )}
    </div>
  );
}
