import type { UploadView } from '../../preload/contract/views.ts';
import { percent } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { totalToUpload } from '../state/upload-totals.ts';
import { ProgressBar } from './progress-bar.tsx';

/** How much of an upload is acknowledged, and how much failed. */
export function UploadProgressBar({
  upload,
  large = false,
}: {
  readonly upload: UploadView;
  readonly large?: boolean;
}) {
  const { state, totals, acknowledgedBytes } = upload;
  const { accepted, failed } = totals;
  // If every file is empty, files are counted instead of bytes.
  const unit = totalToUpload(upload) === 0 ? 'items' : 'bytes';
  const total = totalToUpload(upload, unit);
  const inProgress = unit === 'items' ? 0 : Math.max(0, acknowledgedBytes - accepted.bytes);
  return (
    <ProgressBar
      label={words.uploads.progressOf(upload.name)}
      valueText={percent(unit === 'items' ? accepted.items : acknowledgedBytes, total)}
      total={state === 'scanning' ? null : total}
      large={large}
      segments={[
        { tone: state === 'cancelled' ? 'plain' : 'ok', value: accepted[unit] },
        { tone: 'accent', value: inProgress },
        ...(failed.items > 0 ? [{ tone: 'bad', value: failed[unit], alwaysVisible: true } as const] : []),
      ]}
    />
  );
}
