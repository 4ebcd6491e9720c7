import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { restoreForm } from '../../../state/new-upload-draft.ts';
import { useCommand } from '../../../state/use-command.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { WizardPage } from '../wizard/wizard-page.tsx';

const sourceWords = words.newUploadSource;

/** The first step after the scan: shows what was scanned. Choosing other sources discards the draft. */
export function ScannedSourceStep({ upload }: { readonly upload: UploadView }) {
  const discard = useCommand('drafts.discard');

  async function changeSources() {
    const discarded = await discard.run({ uploadId: upload.id });
    if (discarded.ok) {
      restoreForm(upload);
      navigate({ kind: 'new-upload', uploadId: null }, 'replace');
    }
    return discarded;
  }

  return (
    <WizardPage
      step="source"
      upload={upload}
      heading={sourceWords.scannedHeading}
      description={sourceWords.scannedDescription}
    >
      <Card>
        <div className="stack">
          <DescriptionList
            items={[
              [sourceWords.server, upload.serverUrl],
              [sourceWords.database, upload.databaseName],
              [sourceWords.dataset, upload.datasetName],
              [
                sourceWords.sources,
                <ul key="sources">
                  {upload.sources.map((source) => (
                    <li key={source}>{source}</li>
                  ))}
                </ul>,
              ],
            ]}
          />
          <div className="row">
            <ConfirmButton
              command={discard}
              onConfirm={changeSources}
              title={sourceWords.changeTitle}
              safe={sourceWords.changeKeep}
              destructive={sourceWords.changeConfirm}
              question={<p>{sourceWords.changeDescription}</p>}
            >
              {sourceWords.changeSources}
            </ConfirmButton>
          </div>
        </div>
      </Card>
    </WizardPage>
  );
}
