import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { restoreForm } from '../../../state/new-upload-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { WizardPage } from '../wizard/wizard-page.tsx';

const sourceWords = words.newUploadSource;

/** The first step after the scan: shows what was scanned. Other sources are chosen in the form, whose scan replaces the draft. */
export function ScannedSourceStep({ upload }: { readonly upload: UploadView }) {
  const changeSources = () => {
    restoreForm(upload);
    navigate({ kind: 'new-upload', uploadId: null });
  };
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
            <Button onPress={changeSources}>{sourceWords.changeSources}</Button>
          </div>
        </div>
      </Card>
    </WizardPage>
  );
}
