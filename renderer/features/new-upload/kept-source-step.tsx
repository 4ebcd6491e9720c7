import { useState } from 'react';
import type { UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { useCommand } from '../../state/use-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { formFor } from './drafting.ts';
import { WizardPage } from './wizard-page.tsx';

const say = words.newUploadSource;

/** The first step once the inventory is taken: what it was taken from. */
export function KeptSourceStep({ upload }: { readonly upload: UploadView }) {
  const [asks, setAsks] = useState(false);
  const discard = useCommand('drafts.discard');

  async function chooseAgain() {
    const discarded = await discard.run({ uploadId: upload.id });
    if (!discarded.ok) return;
    formFor(upload);
    navigate({ kind: 'new-upload', uploadId: null }, 'replace');
  }

  return (
    <WizardPage step="source" upload={upload} heading={say.keptHeading} meaning={say.keptMeaning}>
      <Card>
        <div className="stack">
          <DescriptionList
            items={[
              [say.server, upload.serverUrl],
              [say.database, upload.databaseName],
              [say.dataset, upload.datasetName],
              [
                say.sources,
                <ul key="sources">
                  {upload.sources.map((source) => (
                    <li key={source}>{source}</li>
                  ))}
                </ul>,
              ],
            ]}
          />
          <div className="row">
            <Button onPress={() => setAsks(true)}>{say.change}</Button>
          </div>
        </div>
      </Card>
      <AlertDialog
        title={say.changeTitle}
        open={asks}
        safe={say.changeKeep}
        destructive={say.changeDo}
        onSafe={() => setAsks(false)}
        busy={discard.busy}
        failure={discard.failure}
        onDestructive={() => void chooseAgain()}
      >
        <p>{say.changeMeaning}</p>
      </AlertDialog>
    </WizardPage>
  );
}
