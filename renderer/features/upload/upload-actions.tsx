import { useState } from 'react';
import type { UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { useMenuItem } from '../../state/menu.ts';
import { useCommand } from '../../state/use-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { NotifyProps } from './notify-props.ts';
import { RetryFailedButton } from './retry-failed.tsx';

const t = words.upload;

export function UploadActions({
  upload,
  onFailure,
  onSuccess,
}: { readonly upload: UploadView } & NotifyProps) {
  const uploadId = upload.id;
  const start = useCommand('uploads.start');
  const pause = useCommand('uploads.pause');
  const cancel = useCommand('uploads.cancel');
  const receipt = useCommand('uploads.saveReceipt');
  const [asksCancel, setAsksCancel] = useState(false);

  async function shown(answer: ReturnType<typeof start.run>) {
    onFailure(null);
    const result = await answer;
    if (!result.ok) onFailure(result.failure);
  }

  async function save(format: 'json' | 'csv') {
    onFailure(null);
    const answer = await receipt.run({ uploadId, format });
    if (!answer.ok) return onFailure(answer.failure);
    if (answer.value === null) return;
    const { path, head } = answer.value;
    onSuccess({ title: t.receiptSaved, text: `${t.receiptSavedAt(path)} ${t.receiptHead(head)}` });
  }

  const { state, totals } = upload;
  const canStop = state === 'uploading' || state === 'paused';
  const hasReceipt = state !== 'ready' && state !== 'scanning';
  const pauseNow = () => void shown(pause.run({ uploadId }));
  const resumeNow = () => void shown(start.run({ uploadId, links: [], held: 'ask' }));
  useMenuItem('pause', state === 'uploading' && !pause.busy ? pauseNow : null);
  useMenuItem('resume', state === 'paused' && !start.busy ? resumeNow : null);
  useMenuItem('save-receipt', hasReceipt && !receipt.busy ? () => void save('json') : null);
  return (
    <>
      {canStop ? (
        <Button variant="quiet" onPress={() => setAsksCancel(true)}>
          {t.cancel}
        </Button>
      ) : null}
      {hasReceipt ? (
        <Menu
          label={t.receipt}
          entries={[
            {
              id: 'json',
              label: t.receiptJson,
              description: t.receiptJsonAbout,
              icon: 'receipt',
              onAction: () => void save('json'),
            },
            {
              id: 'csv',
              label: t.receiptCsv,
              description: t.receiptCsvAbout,
              icon: 'grid',
              onAction: () => void save('csv'),
            },
          ]}
        >
          <Button icon="receipt" busy={receipt.busy}>
            {t.receipt}
          </Button>
        </Menu>
      ) : null}
      {totals.failed.items > 0 && (state === 'finished' || state === 'paused') ? (
        <RetryFailedButton upload={upload} onFailure={onFailure} onSuccess={onSuccess} />
      ) : null}
      {state === 'uploading' ? (
        <Button icon="pause" busy={pause.busy} onPress={pauseNow}>
          {t.pause}
        </Button>
      ) : null}
      {state === 'paused' ? (
        <Button icon="play" variant="primary" busy={start.busy} onPress={resumeNow}>
          {t.resume}
        </Button>
      ) : null}
      <AlertDialog
        title={t.cancelTitle(upload.name)}
        open={asksCancel}
        safe={t.cancelKeep}
        destructive={t.cancelDo}
        busy={cancel.busy}
        failure={cancel.failure}
        onSafe={() => {
          setAsksCancel(false);
          cancel.dismiss();
        }}
        onDestructive={async () => {
          const answer = await cancel.run({ uploadId });
          if (answer.ok) setAsksCancel(false);
        }}
      >
        <p>{t.cancelMeaning}</p>
      </AlertDialog>
    </>
  );
}
