import { useState } from 'react';
import type { UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { useConnection, useEngine } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { closeForm, fullLinksOf } from './drafting.ts';
import './review.css';
import { ReviewHow, ReviewWhat, ReviewWho } from './review-parts.tsx';
import { whyNotStart } from './start.ts';
import { WizardPage } from './wizard-page.tsx';

const say = words.newUploadReview;

/** Everything on one page, and the one button that sends evidence. */
export function ReviewStep({ upload }: { readonly upload: UploadView }) {
  const guard = useQuery('drafts.databaseCheck', { argument: { uploadId: upload.id } });
  const connection = useConnection(upload.connectionId);
  const engine = useEngine();
  const start = useCommand('uploads.start');
  const [typed, setTyped] = useState('');

  const asked = guard.kind === 'loaded' ? guard.value : null;
  const why = whyNotStart({
    upload,
    guard: guard.kind === 'failed' ? 'failed' : asked,
    typed,
    connection,
    engine,
  });

  async function begin() {
    const started = await start.run({
      uploadId: upload.id,
      links: fullLinksOf(upload.id),
      held: 'ask',
    });
    if (!started.ok) return;
    closeForm(upload.id);
    navigate({ kind: 'upload', uploadId: upload.id, tab: 'files' }, 'replace');
  }

  const { queued } = upload.totals;
  return (
    <WizardPage
      step="review"
      upload={upload}
      heading={say.heading}
      meaning={say.meaning}
      note={
        <span id="why-not-start" role="status">
          {why === null ? say.ready(queued.items, queued.bytes) : say.wait[why]}
        </span>
      }
      next={
        <Button
          variant="primary"
          icon="upload"
          disabled={why !== null}
          busy={start.busy}
          aria-describedby="why-not-start"
          onPress={() => void begin()}
        >
          {say.start}
        </Button>
      }
    >
      {start.failure === null ? null : (
        <FailureNotice failure={start.failure} onRetry={() => void begin()} onDismiss={start.dismiss} />
      )}
      <Destination upload={upload} />
      {guard.kind === 'failed' ? <FailureNotice failure={guard.failure} onRetry={guard.refetch} /> : null}
      {asked?.mustTypeName === true ? (
        <Card label={say.guardTitle}>
          <div className="stack guard">
            <Notice tone="warn" title={say.guardTitle}>
              {say.guardUsed(asked.usedBefore)}
            </Notice>
            <Field
              label={say.guardLabel(asked.databaseName)}
              value={typed}
              onChange={setTyped}
              error={typed !== '' && !asked.databaseName.startsWith(typed) ? say.guardWrong : null}
            />
          </div>
        </Card>
      ) : null}
      <div className="review-columns">
        <ReviewWhat upload={upload} />
        <ReviewHow upload={upload} />
      </div>
      <ReviewWho upload={upload} />
    </WizardPage>
  );
}

/** Where it goes, in letters that cannot be overlooked. */
function Destination({ upload }: { readonly upload: UploadView }) {
  return (
    <Card label={say.goesTo}>
      <dl className="destination">
        <div>
          <dt>{say.server}</dt>
          <dd title={upload.serverUrl}>{upload.isSandbox ? say.practice : hostOf(upload.serverUrl)}</dd>
          <dd className="small muted">{upload.serverUrl}</dd>
        </div>
        <div>
          <dt>{say.database}</dt>
          <dd>{upload.databaseName}</dd>
          <dd className="small muted">id {upload.databaseId}</dd>
        </div>
        <div>
          <dt>{say.dataset}</dt>
          <dd>{upload.datasetName}</dd>
          <dd className="small muted">
            {upload.datasetId === null ? say.newDataset : say.oldDataset(upload.datasetId)}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function hostOf(serverUrl: string): string {
  return URL.parse(serverUrl)?.host ?? serverUrl;
}
