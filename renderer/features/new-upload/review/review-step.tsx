import { useContext, useRef, useState } from 'react';
import type { Failure } from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import {
  databaseCheckText,
  wrongDatabaseText,
} from '../../../../preload/contract/texts/database-check-text.ts';
import { normalName } from '../../../../preload/contract/texts/same-name.ts';
import { isConfirmedBy } from '../../../../preload/contract/views/database-check.ts';
import { earlierUploads } from '../../../../preload/contract/views/earlier-uploads.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { InactiveQuestion } from '../../../shared/database-status-notice.tsx';
import { SandboxSpaceNotice } from '../../../shared/sandbox-space.tsx';
import { forgetForm, fullLinks, useInvalidSettings } from '../../../state/new-upload-draft.ts';
import { useApp, useConnection, useEngine, useUploads } from '../../../state/selectors.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import {
  MapNotice,
  UndecidedCustodians,
  UndecidedCustodiansNotice,
} from '../custodians/undecided-custodians.tsx';
import { groupsLeftToDo } from '../preflight/finding-groups.ts';
import { SettingDifferences } from '../processing-settings/setting-differences.tsx';
import './review.css';
import { SentBefore } from '../source/sent-before.tsx';
import { SharedSources } from '../source/shared-sources.tsx';
import { AlreadySentNotice } from '../wizard/already-sent.tsx';
import { draftAmount } from '../wizard/draft-amount.ts';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { DestinationReview } from './destination-review.tsx';
import { ErrorFindings, errorsText } from './error-findings.tsx';
import { PackingReview } from './packing-review.tsx';
import { CustodianReview, PasswordsReview, ProcessingReview, SourceReview } from './review-cards.tsx';
import { startBlocker } from './start-blockers.ts';

const reviewWords = words.newUploadReview;

/** The whole draft on one page, with the button that starts the upload. */
export function ReviewStep({ upload }: { readonly upload: UploadView }) {
  const connection = useConnection(upload.connectionId);
  const engine = useEngine();
  const start = useCommand('uploads.start');
  const [typedName, setTypedName] = useState('');
  // Another choice changes the estimate.
  const [changes, setChanges] = useState(0);
  const pendingSave = useRef<Promise<unknown>>(Promise.resolve());
  const uploads = useUploads();
  const { platform } = useApp();
  const accept = useCommand('drafts.acceptInactive');
  const undecided = useContext(UndecidedCustodians);
  const found = useQuery('preflight.summary', { argument: { uploadId: upload.id } });
  const plan = useQuery(
    'drafts.preflight',
    connection?.isSandbox === true ? { argument: { uploadId: upload.id } } : null,
  );
  const errors = found.kind === 'loaded' ? groupsLeftToDo(found.value, 'error') : [];

  const { queued } = upload.totals;
  const startCheck = useQuery(
    'drafts.startCheck',
    { argument: { uploadId: upload.id } },
    `${queued.items}/${engine.kind}/${connection?.state.kind}`,
  );
  const check = startCheck.kind === 'loaded' ? startCheck.value.databaseCheck : null;
  const refused = startCheck.kind === 'loaded' ? startCheck.value.refusal : null;
  const isConfirmed = refused?.code === 'database-unconfirmed' && isConfirmedBy(typedName, refused);
  const refusal = isConfirmed ? null : refused;
  const blocker = startBlocker({
    startCheck: startCheck.kind,
    connection,
    engine,
    invalidSettings: Object.keys(useInvalidSettings(upload.id)).length,
  });

  async function startUpload() {
    const started = await start.run({
      uploadId: upload.id,
      links: fullLinks(upload.id),
      held: 'ask',
      confirmDatabase: typedName === '' ? null : typedName,
    });
    if (!started.ok) {
      // It may have been renamed, or another upload may have started since.
      if (started.failure.code === 'database-unconfirmed') startCheck.refetch();
      return;
    }
    forgetForm(upload.id);
    navigate({ kind: 'upload', uploadId: upload.id, tab: 'files' }, 'replace');
  }

  /** The engine asks where nobody did when the database was chosen, or it was active then. */
  const inactive = start.failure?.code === 'database-inactive' ? start.failure : null;
  async function startAnyway() {
    const accepted = await accept.run({ uploadId: upload.id });
    if (accepted.ok) await startUpload();
  }

  const toKnow = [errorsText(upload, errors), ...undecided].filter((text) => text !== null);
  return (
    <WizardPage
      step="review"
      upload={upload}
      pendingSave={pendingSave}
      heading={reviewWords.heading}
      description={reviewWords.description}
      footerNote={
        <span id="start-blocker" role="status">
          {blocker !== null
            ? reviewWords.blockers[blocker]
            : refusal !== null
              ? refusalWords(refusal)
              : [
                  reviewWords.ready(draftAmount(upload), queued.bytes),
                  ...toKnow.map((text) => `${text}.`),
                ].join(' ')}
        </span>
      }
      nextButton={
        <Button
          variant="primary"
          icon="upload"
          disabled={blocker !== null || refusal !== null}
          busy={start.busy}
          aria-describedby="start-blocker"
          onPress={() => void startUpload()}
        >
          {reviewWords.start}
        </Button>
      }
    >
      {start.failure === null || inactive !== null ? null : (
        <FailureNotice failure={start.failure} onRetry={() => void startUpload()} onDismiss={start.dismiss} />
      )}
      <InactiveQuestion
        databaseName={upload.databaseName}
        state={inactive?.state ?? null}
        safe={reviewWords.notYet}
        onSafe={start.dismiss}
        onAccept={() => void startAnyway()}
        busy={accept.busy || start.busy}
        failure={accept.failure}
      />
      <DestinationReview upload={upload} isSimilarAsked={check?.reason === 'similar-name'} />
      {startCheck.kind === 'failed' ? (
        <FailureNotice failure={startCheck.failure} onRetry={startCheck.refetch} />
      ) : null}
      {check?.reason != null ? (
        <Card label={reviewWords.databaseCheck}>
          <div className="stack review-database-check">
            <Notice tone="warn" title={reviewWords.databaseCheck}>
              {databaseCheckText({ ...check, reason: check.reason })} {wrongDatabaseText}
            </Notice>
            <Field
              label={reviewWords.databaseCheckName(check.databaseName)}
              value={typedName}
              onChange={setTypedName}
              onEnter={() => {
                if (blocker === null && refusal === null && !start.busy) void startUpload();
              }}
              error={
                typedName !== '' && !normalName(check.databaseName).startsWith(normalName(typedName))
                  ? reviewWords.databaseCheckMismatch
                  : null
              }
            />
          </div>
        </Card>
      ) : null}
      <ErrorFindings upload={upload} groups={errors} />
      <PasswordsReview upload={upload} />
      <SandboxSpaceNotice space={plan.kind === 'loaded' ? plan.value.sandboxSpace : null} />
      <UndecidedCustodiansNotice uploadId={upload.id} />
      <MapNotice upload={upload} />
      <SharedSources uploadId={upload.id} sourceIds={null} target={upload} />
      <AlreadySentNotice
        upload={upload}
        pendingSave={pendingSave}
        onChanged={() => setChanges((before) => before + 1)}
        otherwise={<SentBefore earlier={earlierUploads(upload.sources, upload, uploads, platform)} />}
      />
      <SettingDifferences upload={upload} />
      <div className="review-columns">
        <SourceReview key={changes} upload={upload} />
        <ProcessingReview upload={upload} />
      </div>
      <PackingReview upload={upload} onChanged={() => setChanges((before) => before + 1)} />
      <CustodianReview upload={upload} />
    </WizardPage>
  );
}

/** What the engine refuses, in the words of this page. */
function refusalWords(refusal: Failure): string {
  switch (refusal.code) {
    case 'nothing-to-send':
      return reviewWords.nothing;
    case 'database-unconfirmed':
      return reviewWords.typeDatabase;
    default:
      return failureText(refusal);
  }
}
