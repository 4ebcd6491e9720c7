import { useState } from 'react';
import type { UploadView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { clearForm, fullLinks } from '../../../state/new-upload-draft.ts';
import { useConnection, useEngine } from '../../../state/selectors.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import './review.css';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { CustodianReview, ProcessingReview, SourceReview } from './review-cards.tsx';
import { startBlocker } from './start-blockers.ts';

const reviewWords = words.newUploadReview;

/** Everything on one page, and the one button that sends evidence. */
export function ReviewStep({ upload }: { readonly upload: UploadView }) {
  const guard = useQuery('drafts.databaseCheck', { argument: { uploadId: upload.id } });
  const connection = useConnection(upload.connectionId);
  const engine = useEngine();
  const start = useCommand('uploads.start');
  const [typed, setTyped] = useState('');

  const asked = guard.kind === 'loaded' ? guard.value : null;
  const why = startBlocker({
    upload,
    databaseCheck: guard.kind === 'failed' ? 'failed' : asked,
    typedName: typed,
    connection,
    engine,
  });

  async function begin() {
    const started = await start.run({
      uploadId: upload.id,
      links: fullLinks(upload.id),
      held: 'ask',
    });
    if (!started.ok) return;
    clearForm(upload.id);
    navigate({ kind: 'upload', uploadId: upload.id, tab: 'files' }, 'replace');
  }

  const { queued } = upload.totals;
  return (
    <WizardPage
      step="review"
      upload={upload}
      heading={reviewWords.heading}
      description={reviewWords.description}
      footerNote={
        <span id="why-not-start" role="status">
          {why === null ? reviewWords.ready(queued.items, queued.bytes) : reviewWords.blockers[why]}
        </span>
      }
      nextButton={
        <Button
          variant="primary"
          icon="upload"
          disabled={why !== null}
          busy={start.busy}
          aria-describedby="why-not-start"
          onPress={() => void begin()}
        >
          {reviewWords.start}
        </Button>
      }
    >
      {start.failure === null ? null : (
        <FailureNotice failure={start.failure} onRetry={() => void begin()} onDismiss={start.dismiss} />
      )}
      <Destination upload={upload} />
      {guard.kind === 'failed' ? <FailureNotice failure={guard.failure} onRetry={guard.refetch} /> : null}
      {asked?.mustTypeName === true ? (
        <Card label={reviewWords.databaseCheck}>
          <div className="stack guard">
            <Notice tone="warn" title={reviewWords.databaseCheck}>
              {reviewWords.databaseCheckDescription(asked.usedBefore)}
            </Notice>
            <Field
              label={reviewWords.databaseCheckName(asked.databaseName)}
              value={typed}
              onChange={setTyped}
              error={
                typed !== '' && !asked.databaseName.startsWith(typed)
                  ? reviewWords.databaseCheckMismatch
                  : null
              }
            />
          </div>
        </Card>
      ) : null}
      <div className="review-columns">
        <SourceReview upload={upload} />
        <ProcessingReview upload={upload} />
      </div>
      <CustodianReview upload={upload} />
    </WizardPage>
  );
}

/** Where it goes, in letters that cannot be overlooked. */
function Destination({ upload }: { readonly upload: UploadView }) {
  return (
    <Card label={reviewWords.destination}>
      <dl className="destination">
        <div>
          <dt>{reviewWords.server}</dt>
          <dd title={upload.serverUrl}>
            {upload.isSandbox ? reviewWords.sandbox : hostOf(upload.serverUrl)}
          </dd>
          <dd className="small muted">{upload.serverUrl}</dd>
        </div>
        <div>
          <dt>{reviewWords.database}</dt>
          <dd>{upload.databaseName}</dd>
          <dd className="small muted">id {upload.databaseId}</dd>
        </div>
        <div>
          <dt>{reviewWords.dataset}</dt>
          <dd>{upload.datasetName}</dd>
          <dd className="small muted">
            {upload.datasetId === null
              ? reviewWords.newDataset
              : reviewWords.existingDataset(upload.datasetId)}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function hostOf(serverUrl: string): string {
  return URL.parse(serverUrl)?.host ?? serverUrl;
}
