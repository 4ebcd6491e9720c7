import { useState } from 'react';
import { isPauseCostly } from '../../../preload/contract/views/pause-cost.ts';
import type { PartsUnderWayView, UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useProgress } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

/** Asks what happens to the parts under way, where that is worth a question. While they finish, pauses at once. */
export function PauseButton({ upload }: { readonly upload: UploadView }) {
  const { id: uploadId } = upload;
  const progress = useProgress(uploadId);
  const pause = useCommand('uploads.pause');
  const [isAsking, setIsAsking] = useState(false);
  const parts = progress?.partsUnderWay ?? { sentBytes: 0, secondsLeft: 0, isFinishing: false };
  const isCostly = isPauseCostly(parts.sentBytes, progress?.bytesPerSecond ?? 0);

  async function stop(finishParts: boolean) {
    const answer = await pause.run({ uploadId, finishParts });
    if (answer.ok) setIsAsking(false);
  }

  const press = () => {
    if (isCostly && !parts.isFinishing) setIsAsking(true);
    else void stop(false);
  };
  const keepUploading = () => {
    setIsAsking(false);
    pause.dismiss();
  };
  useMenuItem('pause', pause.busy || isAsking ? null : press);
  return (
    <>
      {parts.isFinishing ? (
        <span className="visually-hidden" role="status">
          {words.upload.finishingParts(null)}
        </span>
      ) : null}
      <Button icon="pause" busy={pause.busy} onPress={press}>
        {parts.isFinishing ? words.upload.pauseNow : words.upload.pause}
      </Button>
      <Dialog
        title={words.upload.pauseTitle}
        open={isAsking}
        onClose={keepUploading}
        buttons={
          <>
            <Button onPress={keepUploading}>{words.upload.keepUploading}</Button>
            <Button busy={pause.busy} onPress={() => void stop(false)}>
              {words.upload.pauseNow}
            </Button>
            <Button autoFocus variant="primary" busy={pause.busy} onPress={() => void stop(true)}>
              {words.upload.finishParts}
            </Button>
          </>
        }
      >
        <PauseCost parts={parts} />
        <FailureNotice failure={pause.failure} />
      </Dialog>
    </>
  );
}

function PauseCost({ parts: { sentBytes, secondsLeft } }: { readonly parts: PartsUnderWayView }) {
  return (
    <>
      <p>{words.upload.finishPartsAbout(secondsLeft)}</p>
      <p>{words.upload.pauseNowAbout(sentBytes)}</p>
    </>
  );
}
