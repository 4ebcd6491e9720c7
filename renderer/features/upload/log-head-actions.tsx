import { useState } from 'react';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { writeClipboard } from '../../ui/write-clipboard.ts';
import type { NotifyProps } from './notify-props.ts';

/** Copies the log head of a receipt, or saves it in a file of its own. */
export function LogHeadActions({
  uploadId,
  head,
  onFailure,
  onSuccess,
}: { readonly uploadId: number; readonly head: string } & NotifyProps) {
  const saving = useCommand('uploads.saveLogHead');
  const [isCopied, setCopied] = useState(false);
  async function save() {
    onFailure(null);
    const answer = await saving.run({ uploadId, head });
    if (!answer.ok) onFailure(answer.failure);
    else if (answer.value !== null)
      onSuccess({ title: words.upload.logHeadSaved, text: words.common.savedTo(answer.value.path) });
  }
  return (
    <>
      <Button small icon={isCopied ? 'check' : 'copy'} onPress={() => setCopied(writeClipboard(head))}>
        {isCopied ? words.upload.logHeadCopied : words.upload.copyLogHead}
      </Button>
      <Button small busy={saving.busy} onPress={() => void save()}>
        {words.upload.saveLogHead}
      </Button>
    </>
  );
}
