import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { NotifyProps, SuccessMessage } from './notify-props.ts';

/** Copies the log head or the key's fingerprint of a receipt, or saves both in a file of their own. */
export function LogHeadActions({
  uploadId,
  head,
  fingerprint,
  onFailure,
  onSuccess,
}: { readonly uploadId: number } & NonNullable<SuccessMessage['receipt']> & NotifyProps) {
  const saving = useCommand('uploads.saveLogHead');
  async function save() {
    onFailure(null);
    const answer = await saving.run({ uploadId });
    if (!answer.ok) onFailure(answer.failure);
    else if (answer.value !== null)
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
