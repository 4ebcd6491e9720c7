import { useState } from 'react';
import type { ProgressView, UploadView } from '../../../preload/contract/views.ts';
import { clockTime, duration, rate, zoneName } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { limitAt } from '../../state/bandwidth.ts';
import { useApp } from '../../state/selectors.ts';
import { type SpeedSample, useSpeedHistory } from '../../state/speed-history.ts';
import { useNow } from '../../state/use-now.ts';
import { SpeedChart } from '../../ui/speed-chart.tsx';
import { chartSpanMs, isLimitShown, peakSpeed } from '../../ui/speed-chart-scale.ts';

const t = words.upload;

/** The speed right now, and what limits it. */
export function CurrentSpeed({ progress }: { readonly progress: ProgressView | null }) {
  const { preferences } = useApp();
  const limit = limitAt(preferences, new Date(useNow(20_000)));
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

/** The speed over time; it stays after a pause or the end, for as long as the window knows it. */
export function SpeedHistory({ upload }: { readonly upload: UploadView }) {
  const sending = upload.state === 'uploading';
  const { preferences } = useApp();
  const nowMs = useNow(20_000);
  const points = useSpeedHistory(upload.id, sending);
  const [over, setOver] = useState<SpeedSample | null>(null);
  if (!sending && points.length < 2) return null;

  const lastMs = points.at(-1)?.atMs ?? nowMs;
  const firstMs = points[0]?.atMs ?? lastMs;
  // What is over fills the chart; what goes on has room that only grows in steps.
  const spanMs = sending ? chartSpanMs(firstMs, lastMs) : Math.max(10_000, lastMs - firstMs);
  const told = duration(spanMs / 1000);
  const limit = sending ? limitAt(preferences, new Date(nowMs)).bytesPerSecond : null;
  const zone = zoneName(new Date(lastMs));
  return (
    <div className="summary-history">
      <div className="summary-legend">
        <h2 className="summary-heading">{sending ? t.speedOver(told) : t.speedWas(told)}</h2>
        <span className="spacer" />
        {over === null ? null : (
          <strong>
            {t.speedAt(
              `${clockTime(new Date(over.atMs), undefined, 'seconds')} ${zone}`,
              rate(over.bytesPerSecond ?? 0),
            )}
          </strong>
        )}
        {isLimitShown(peakSpeed(points, lastMs - spanMs), limit) ? (
          <span className="summary-limit">{t.speedLimit(rate(limit))}</span>
        ) : null}
        <span>{t.speedZone(zone)}</span>
      </div>
      <SpeedChart points={points} fromMs={lastMs - spanMs} toMs={lastMs} limit={limit} onPoint={setOver} />
    </div>
  );
}
