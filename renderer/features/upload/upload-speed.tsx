import { useState } from 'react';
import { formatByteRate } from '../../../preload/contract/texts/format-bytes.ts';
import { formatDuration } from '../../../preload/contract/texts/format-duration.ts';
import type { ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import { clockTime, zoneName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { type SpeedSample, useFilesPerSecond, useSpeedHistory } from '../../state/speed-history.ts';
import { useBandwidthLimit } from '../../state/use-bandwidth-limit.ts';
import { useNow } from '../../state/use-now.ts';
import { SpeedChart } from './speed-chart.tsx';
import { chartSpanMs, hasLine, isLimitShown, peakSpeed } from './speed-chart-scale.ts';
import './upload-speed.css';

/** The current speed, in bytes and in files, and the bandwidth limit. */
export function CurrentSpeed({
  upload,
  progress,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}) {
  const { bytesPerSecond, until } = useBandwidthLimit(upload.limits);
  const lately = useFilesPerSecond(upload.id);
  // While nothing is sent, what was accepted before isn't a speed.
  const files = progress === null || progress.bytesPerSecond === 0 ? null : lately;
  return (
    <div className="upload-speed">
      <div className="upload-speed-rate">{formatByteRate(progress?.bytesPerSecond ?? 0)}</div>
      <div className="muted">{files === null ? '' : words.upload.filesPerSecond(files)}</div>
      <div className="muted">
        {bytesPerSecond === null ? words.upload.noLimit : words.common.bandwidthLimit(bytesPerSecond, until)}
      </div>
    </div>
  );
}

/** The speed over time. After a pause or the end it stays for as long as the window has the samples. */
export function SpeedHistory({ upload }: { readonly upload: UploadView }) {
  const isUploading = upload.state === 'uploading';
  const { bytesPerSecond } = useBandwidthLimit(upload.limits);
  const nowMs = useNow(20_000);
  const samples = useSpeedHistory(upload.id, isUploading);
  const [hovered, setHovered] = useState<SpeedSample | null>(null);
  if (!isUploading && !hasLine(samples, upload.finishedAt !== null)) return null;

  const lastMs = samples.at(-1)?.atMs ?? nowMs;
  const firstMs = samples[0]?.atMs ?? lastMs;
  // A finished line fills the chart; a growing one has room that only grows in steps.
  const spanMs = isUploading ? chartSpanMs(firstMs, lastMs) : Math.max(10_000, lastMs - firstMs);
  const spanText = formatDuration(spanMs / 1000);
  const limit = isUploading && bytesPerSecond !== 0 ? bytesPerSecond : null;
  const zone = zoneName(new Date(lastMs));
  return (
    <div className="upload-speed-history">
      <div className="upload-speed-legend">
        <h2 className="upload-speed-heading">
          {isUploading ? words.upload.speedLast(spanText) : words.upload.speedFinal(spanText)}
        </h2>
        <span className="spacer" />
        {hovered === null ? null : (
          <strong>
            {words.upload.speedAt(
              `${clockTime(new Date(hovered.atMs), undefined, 'seconds')} ${zone}`,
              formatByteRate(hovered.bytesPerSecond ?? 0),
            )}
          </strong>
        )}
        {isLimitShown(peakSpeed(samples, lastMs - spanMs), limit) ? (
          <span className="upload-speed-limit">{words.common.bandwidthLimit(limit, null)}</span>
        ) : null}
        <span>{words.upload.timesIn(zone)}</span>
      </div>
      <SpeedChart
        samples={samples}
        fromMs={lastMs - spanMs}
        toMs={lastMs}
        limit={limit}
        onHover={setHovered}
      />
    </div>
  );
}
