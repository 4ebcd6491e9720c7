import { useState } from 'react';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { forgetForm } from '../../../state/new-upload-draft.ts';
import { useCommand } from '../../../state/use-command.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';

const wizardWords = words.newUpload;

/** The button that discards a draft after a confirmation. */
export function DiscardDraft({ upload }: { readonly upload: UploadView }) {
  const [isConfirming, setConfirming] = useState(false);
  const discard = useCommand('drafts.discard');

  async function discardDraft() {
    const discarded = await discard.run({ uploadId: upload.id });
    if (!discarded.ok) return;
    forgetForm(upload.id);
    navigate({ kind: 'uploads' }, 'replace');
  }

  return (
    <>
      <Button variant="quiet" onPress={() => setConfirming(true)}>
        {wizardWords.discard}
      </Button>
      <AlertDialog
        title={wizardWords.discardTitle}
        open={isConfirming}
        safe={wizardWords.discardKeep}
        destructive={wizardWords.discard}
        onSafe={() => setConfirming(false)}
        busy={discard.busy}
        failure={discard.failure}
        onDestructive={() => void discardDraft()}
      >
        <p>{wizardWords.discardDescription(upload.datasetName)}</p>
      </AlertDialog>
    </>
  );
}
