import { useState } from 'react';
import type { FailureOf } from '../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { keptPartsText } from '../../../preload/contract/texts/kept-parts-text.ts';
import { csvUnsignedText, keepSeparatelyText } from '../../../preload/contract/texts/signing-key-text.ts';
import { timestampProblemText, timestampProofText } from '../../../preload/contract/texts/timestamp-text.ts';
import { profileChangeText, verifyProblemText } from '../../../preload/contract/texts/verify-text.ts';
import { hasReceipt } from '../../../preload/contract/views/upload-stage.ts';
import type { ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { shownState } from '../../shared/upload-status.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useCommand } from '../../state/use-command.ts';
import { useSaveCommand } from '../../state/use-save-command.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ConfirmDatabaseDialog } from './confirm-database-dialog.tsx';
import type { NotifyProps } from './notify-props.ts';
import { PauseButton } from './pause-button.tsx';
import { RetryFailedButton } from './retry-failed-button.tsx';

interface Props extends NotifyProps {
  readonly upload: UploadView;
  readonly progress: ProgressView | null;
}

export function UploadActions({ upload, progress, ...notify }: Props) {
  const { totals } = upload;
  const state = shownState(upload, progress);
  return (
    <>
      {state === 'uploading' || state === 'paused' ? <CancelButton upload={upload} /> : null}
      {hasReceipt(upload) ? <ReceiptMenu upload={upload} {...notify} /> : null}
      {totals.failed.items > 0 && (state === 'finished' || state === 'paused') ? (
        <RetryFailedButton upload={upload} {...notify} />
      ) : null}
      <PauseResumeButton upload={upload} progress={progress} {...notify} />
    </>
  );
}

function PauseResumeButton({ upload, progress, onFailure }: Props) {
  const { id: uploadId } = upload;
  const state = shownState(upload, progress);
  const start = useCommand('uploads.start');
  const [asked, setAsked] = useState<FailureOf<'database-unconfirmed'> | null>(null);

  async function resume(confirmDatabase: string | null) {
    onFailure(null);
    setAsked(null);
    const answer = await start.run({ uploadId, links: [], held: 'ask', confirmDatabase });
    if (answer.ok) return;
    if (answer.failure.code === 'database-unconfirmed') setAsked(answer.failure);
    else onFailure(answer.failure);
  }

  const resumeNow = () => void resume(null);
  useMenuItem('resume', state === 'paused' && !start.busy ? resumeNow : null);
  if (state === 'uploading') return <PauseButton upload={upload} />;
  if (state === 'paused') {
    return (
      <>
        <Button icon="play" variant="primary" busy={start.busy} onPress={resumeNow}>
          {words.upload.resume}
        </Button>
        {asked === null ? null : (
          <ConfirmDatabaseDialog
            asked={asked}
            onConfirm={(typedName) => void resume(typedName)}
            onClose={() => setAsked(null)}
          />
        )}
      </>
    );
  }
  return null;
}

function ReceiptMenu({ upload, onFailure, onSuccess }: { readonly upload: UploadView } & NotifyProps) {
  const { id: uploadId, name } = upload;
  const receipt = useSaveCommand('save-receipt', 'uploads.saveReceipt');

  async function save(format: 'json' | 'csv') {
    onFailure(null);
    const suggested = { name: words.fileNames.receipt(name), extension: format };
    const answer = await receipt.run(suggested, (path) => ({ uploadId, format, path }));
    if (!answer.ok) return onFailure(answer.failure);
    if (answer.value === null) return;
    const { path, answer: issued } = answer.value;
    const { head, signedWith, timestamp, problems, profileChange } = issued;
    const profileNotice = profileChange === null ? [] : [profileChangeText(profileChange)];
    if (format === 'csv') {
      // A table has no signature: its log head and key are those of the complete receipt.
      onSuccess({
        title: problems.length > 0 ? words.upload.receiptSavedEdited : words.upload.receiptCsvSaved,
        text: [
          ...(problems.length > 0 ? [words.upload.storeEdited, ...problems.map(verifyProblemText)] : []),
          words.common.savedTo(path),
          ...profileNotice,
          csvUnsignedText,
        ].join('\n'),
      });
      return;
    }
    onSuccess({
      title:
        problems.length > 0
          ? words.upload.receiptSavedEdited
          : !signedWith.ok
            ? words.upload.receiptSavedUnsigned
            : timestamp?.ok === false
              ? words.upload.receiptSavedUnstamped
              : words.upload.receiptSaved,
      text: [
        ...(problems.length > 0 ? [words.upload.storeEdited, ...problems.map(verifyProblemText)] : []),
        words.common.savedTo(path),
        ...profileNotice,
        words.upload.receiptHead(head),
        signedWith.ok
          ? words.upload.receiptKey(signedWith.value)
          : words.upload.receiptUnsigned(failureText(signedWith.failure)),
        keepSeparatelyText(signedWith.ok),
        ...(timestamp === null
          ? []
          : [timestamp.ok ? timestampProofText(timestamp.proof) : timestampProblemText(timestamp.problem)]),
      ].join('\n'),
      receipt: { head, fingerprint: signedWith.ok ? signedWith.value.fingerprint : null },
    });
  }

  useMenuItem('save-receipt', receipt.busy ? null : () => void save('json'));
  return (
    <Menu
      label={words.upload.receipt}
      entries={[
        {
          id: 'json',
          label: words.upload.receiptJson,
          description: words.upload.receiptJsonAbout,
          icon: 'receipt',
          onAction: () => void save('json'),
        },
        {
          id: 'csv',
          label: words.upload.receiptCsv,
          description: words.upload.receiptCsvAbout,
          icon: 'grid',
          onAction: () => void save('csv'),
        },
        {
          id: 'verify',
          label: words.verify.open,
          description: words.upload.receiptVerifyAbout,
          icon: 'check',
          onAction: () => navigate({ kind: 'verify' }),
        },
      ]}
    >
      <Button icon="receipt" busy={receipt.busy}>
        {words.upload.receipt}
      </Button>
    </Menu>
  );
}

function CancelButton({ upload }: { readonly upload: UploadView }) {
  const cancel = useCommand('uploads.cancel');
  const { isSandbox, acknowledgedBytes, totals } = upload;
  const keptParts = keptPartsText(isSandbox, acknowledgedBytes - totals.accepted.bytes);
  return (
    <ConfirmButton
      variant="quiet"
      command={cancel}
      onConfirm={() => cancel.run({ uploadId: upload.id })}
      title={words.upload.cancelTitle(upload.name)}
      safe={words.upload.cancelKeep}
      destructive={words.upload.cancelConfirm}
      question={
        <>
          <p>{words.upload.cancelText}</p>
          {keptParts === null ? null : <p>{keptParts}</p>}
        </>
      }
    >
      {words.upload.cancel}
    </ConfirmButton>
  );
}
