import { unavailableReasonText } from '../../../preload/contract/texts/unavailable-source-text.ts';
import type { ProgressView } from '../../../preload/contract/views/views.ts';
import { capitalize, time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The sources that the upload waits for. A person can end the waiting for all of them. */
export function UnavailableSourcesNotice({
  uploadId,
  progress,
}: {
  readonly uploadId: number;
  readonly progress: ProgressView | null;
}) {
  const sources = progress?.unavailableSources ?? [];
  if (sources.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={words.unavailableSources.title(sources.map(({ path }) => path))}
      action={<StopWaitingButton uploadId={uploadId} />}
    >
      {sources.map(({ path, reason, since }) => (
        <div key={path}>
          {sources.length === 1
            ? words.unavailableSources.only(capitalize(unavailableReasonText(reason)), time(since))
            : words.unavailableSources.source(path, unavailableReasonText(reason), time(since))}
        </div>
      ))}
      {words.unavailableSources.text}
    </Notice>
  );
}

function StopWaitingButton({ uploadId }: { readonly uploadId: number }) {
  const stopWaiting = useCommand('uploads.failUnavailableSources');
  return (
    <ConfirmButton
      small
      command={stopWaiting}
      onConfirm={() => stopWaiting.run({ uploadId })}
      title={words.unavailableSources.stopTitle}
      safe={words.unavailableSources.keepWaiting}
      destructive={words.unavailableSources.stopConfirm}
      question={<p>{words.unavailableSources.stopText}</p>}
    >
      {words.unavailableSources.stop}
    </ConfirmButton>
  );
}
