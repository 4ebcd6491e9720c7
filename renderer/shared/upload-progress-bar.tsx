import { uploadProgress } from '../../preload/contract/views/upload-progress.ts';
import type { ProgressView, UploadView } from '../../preload/contract/views/views.ts';
import { percent } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { shownState } from './upload-status.ts';

/** How far an upload is: accepted, in progress or handed over, and failed. */
export function UploadProgressBar({
  upload,
  progress,
  large = false,
}: {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
  readonly large?: boolean;
}) {
  const { state, totals } = upload;
  const { accepted, handedOver, failed } = totals;
  const { share, shareOf, items } = uploadProgress(upload);
  const handedOverShare = items.total === 0 ? 0 : handedOver.items / items.total;
  const ofAccepted = uploadProgress({ ...upload, acknowledgedBytes: accepted.bytes });
  const acceptedShare = Math.max(0, ofAccepted.share - handedOverShare);
  return (
    <ProgressBar
      label={words.uploads.progressOf(upload.name)}
      valueText={words.uploads.shareOf[shareOf](percent(share, 1))}
      total={shownState(upload, progress) === 'scanning' ? null : 1}
      large={large}
      segments={[
        { tone: state === 'cancelled' ? 'plain' : 'ok', value: acceptedShare },
        { tone: 'accent', value: Math.max(0, share - acceptedShare) },
        ...(failed.items > 0
          ? [{ tone: 'bad', value: failed.items / items.total, alwaysVisible: true } as const]
          : []),
      ]}
    />
  );
}
