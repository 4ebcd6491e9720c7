import type { UploadView } from '../../../preload/contract/views.ts';
import { percent } from '../../i18n/format.ts';
import { bytesToSend } from '../../i18n/transfer.ts';
import { words } from '../../i18n/words.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';

/** How much of an upload is acknowledged, and how much has failed. */
export function UploadBar({
  upload,
  large = false,
}: {
  readonly upload: UploadView;
  readonly large?: boolean;
}) {
  const total = bytesToSend(upload);
  const { uploaded, failed } = upload.totals;
  const under = Math.max(0, upload.acknowledgedBytes - uploaded.bytes);
  // Files without bytes are done when they are accepted: then the files are counted.
  const byFiles = total === 0 && uploaded.items > 0;
  const over = upload.state === 'finished' && failed.items === 0 && upload.totals.held.items === 0;
  return (
    <ProgressBar
      label={words.uploads.sentOf(upload.name)}
      valueText={percent(upload.acknowledgedBytes, total)}
      total={upload.state === 'scanning' ? null : byFiles || over ? 1 : total}
      large={large}
      segments={
        byFiles || over
          ? [{ tone: 'ok', value: 1 }]
          : [
              { tone: upload.state === 'cancelled' ? 'plain' : 'ok', value: uploaded.bytes },
              { tone: 'accent', value: under },
              { tone: 'bad', value: failed.bytes },
            ]
      }
    />
  );
}
