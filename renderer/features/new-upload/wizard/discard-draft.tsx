import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { forgetForm } from '../../../state/new-upload-draft.ts';
import { useCommand } from '../../../state/use-command.ts';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';

const wizardWords = words.newUpload;

/** The button that discards a draft after a confirmation. */
export function DiscardDraft({ upload }: { readonly upload: UploadView }) {
  const discard = useCommand('drafts.discard');

  async function discardDraft() {
    const discarded = await discard.run({ uploadId: upload.id });
    if (discarded.ok) {
      forgetForm(upload.id);
      navigate({ kind: 'uploads' }, 'replace');
    }
    return discarded;
  }

  return (
    <ConfirmButton
      variant="quiet"
      command={discard}
      onConfirm={discardDraft}
      title={wizardWords.discardTitle}
      safe={wizardWords.discardKeep}
      destructive={wizardWords.discard}
      question={<p>{wizardWords.discardDescription(upload.datasetName)}</p>}
    >
      {wizardWords.discard}
    </ConfirmButton>
  );
}
