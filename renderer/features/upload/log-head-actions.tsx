import type { UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useSaveCommand } from '../../state/use-save-command.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { NotifyProps, SuccessMessage } from './notify-props.ts';

/** Copies the log head or the key's fingerprint of a receipt, or saves both in a file of their own. */
export function LogHeadActions({
  upload,
  head,
  fingerprint,
  onFailure,
  onSuccess,
}: { readonly upload: UploadView } & NonNullable<SuccessMessage['receipt']> & NotifyProps) {
  const saving = useSaveCommand('save-log-head', 'uploads.saveLogHead');
  async function save() {
    onFailure(null);
    const suggested = { name: words.fileNames.logHead(upload.name), extension: 'txt' } as const;
    const answer = await saving.run(suggested, (path) => ({ uploadId: upload.id, path }));
    if (!answer.ok) onFailure(answer.failure);
    else if (answer.value?.answer === true)
      onSuccess({ title: words.upload.logHeadSaved, text: words.common.savedTo(answer.value.path) });
  }
  return (
    <>
      <CopyButton text={head}>{words.upload.copyLogHead}</CopyButton>
      {fingerprint === null ? null : (
        <CopyButton text={fingerprint}>{words.upload.copyFingerprint}</CopyButton>
      )}
      <Button small busy={saving.busy} onPress={() => void save()}>
        {words.upload.saveLogHead}
      </Button>
    </>
  );
}
