import type { UploadView } from '../../preload/contract/views.ts';
import { percent } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { totalToUpload } from '../state/upload-totals.ts';
import { ProgressBar } from './progress-bar.tsx';

/** How much of an upload is acknowledged, and how much has failed. */
export function UploadProgressBar({
  upload,
  large = false,
}: {
  readonly upload: UploadView;
  readonly large?: boolean;
}) {
  const { state, totals, acknowledgedBytes } = upload;
  // Files without bytes are done when they are accepted: where there are no others, the files are counted.
  const unit = totalToUpload(upload) === 0 ? 'items' : 'bytes';
  const { queued, uploading, accepted, failed, held } = totals;
  const total = [queued, uploading, accepted, failed, held].reduce((sum, tally) => sum + tally[unit], 0);
  const under = unit === 'items' ? 0 : Math.max(0, acknowledgedBytes - accepted.bytes);
  return (
    <ProgressBar
      label={words.uploads.sentOf(upload.name)}
      valueText={percent(unit === 'items' ? accepted.items : acknowledgedBytes, total)}
      total={state === 'scanning' ? null : total}
      large={large}
      segments={[
        { tone: state === 'cancelled' ? 'plain' : 'ok', value: accepted[unit] },
        { tone: 'accent', value: under },
        ...(failed.items > 0 ? [{ tone: 'bad', value: failed[unit], visible: true } as const] : []),
      ]}
    />
  );
}
