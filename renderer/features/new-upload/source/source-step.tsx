import { useEffect, useRef, useState } from 'react';
import { databaseUsedBefore, earlierUploads } from '../../../../preload/contract/views/earlier-uploads.ts';
import { words } from '../../../i18n/words.ts';
import { navigate, parseRoute, routeHref } from '../../../navigation/routes.ts';
import {
  dismissScanFailure,
  hasSources,
  startScan,
  useNewUploadDraft,
} from '../../../state/new-upload-draft.ts';
import { useApp, useConnections, useUploads } from '../../../state/selectors.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { fieldsToFixIn, focusField } from '../../../ui/fields-to-fix.ts';
import { Link } from '../../../ui/link.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { ContinueDraft, ContinueForm, ReplacedDraft } from './continue-question.tsx';
import { DestinationCard } from './destination-card.tsx';
import { SentBefore } from './sent-before.tsx';
import { SharedSources } from './shared-sources.tsx';
import { checkSourceForm, datasetName, type SourceProblems } from './source-form.ts';
import './source.css';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { SourcesCard } from './sources-card.tsx';

const sourceWords = words.newUploadSource;

/** The form for source and destination. No draft exists yet. */
export function SourceStep() {
  const connections = useConnections();
  const uploads = useUploads();
  const saved = useNewUploadDraft((draft) => draft.form);
  const isLeft = useNewUploadDraft((draft) => draft.isLeft);
  const scan = useNewUploadDraft((draft) => draft.scan);
  const [attempts, setAttempts] = useState(0);
  // The suggested name doesn't change below a person's eyes.
  const [openedAt] = useState(() => new Date());
  const fields = useRef<HTMLDivElement>(null);

  // Preselected only if it is the only one: the wrong platform means the wrong matter.
  const [onlyConnection] = connections.length === 1 ? connections : [];
  const exists = connections.some(({ id }) => id === saved.connectionId);
  const connectionId = exists ? saved.connectionId : (onlyConnection?.id ?? null);
  const connection = connections.find(({ id }) => id === connectionId);
  const isSandbox = connection?.isSandbox === true;
  const paths = saved.sources.map(({ path }) => path);
  const target = { serverUrl: connection?.serverUrl ?? null, isSandbox };
  const { platform } = useApp();
  const earlier = earlierUploads(paths, target, uploads, platform);
  // Otherwise the person chooses: the wrong database means the wrong matter.
  const usedBefore =
    saved.databaseId === null && !saved.isOtherDatabase && connection !== undefined
      ? databaseUsedBefore(paths, { ...target, serverUrl: connection.serverUrl }, uploads, platform)
      : null;
  const form = { ...saved, connectionId, databaseId: saved.databaseId ?? usedBefore?.databaseId ?? null };
  const others = uploads.filter(({ id }) => id !== saved.replacesId);
  const naming = { now: openedAt, taken: new Set(others.map(({ datasetName: name }) => name)) };
  const { problems, draft } = checkSourceForm(form, naming);
  const name = datasetName(form, naming);
  const shownProblems: SourceProblems = attempts > 0 ? problems : linkProblems(problems);
  const fieldsToFix = attempts > 0 ? Object.keys(problems).length : 0;

  useEffect(() => {
    if (attempts === 0) return;
    const [first] = fieldsToFixIn(fields.current);
    if (first !== undefined) focusField(first);
  }, [attempts]);

  async function scanFiles() {
    if (draft === null) return setAttempts(attempts + 1);
    const created = await startScan(draft, Math.max(0, ...uploads.map(({ id }) => id)));
    const route = parseRoute(window.location.hash);
    const isStillShown = route.kind === 'new-upload' && route.uploadId === null;
    if (created !== null && isStillShown) {
      navigate({ kind: 'new-upload', uploadId: created.id, step: 'preflight' }, 'replace');
    }
  }

  if (connections.length === 0) return <NoConnections />;
  if (isLeft)
    return (
      <WizardPage
        step="source"
        upload={null}
        heading={sourceWords.heading}
        description={sourceWords.description}
        nextButton={null}
      >
        <ContinueForm form={form} name={name} />
      </WizardPage>
    );
  return (
    <WizardPage
      step="source"
      upload={null}
      heading={sourceWords.heading}
      description={sourceWords.description}
      footerNote={
        <span role="status" className={fieldsToFix > 0 ? 'wizard-error' : ''}>
          {fieldsToFix > 0 ? words.newUpload.fieldsToFix(fieldsToFix) : ''}
        </span>
      }
      nextButton={
        <Button variant="primary" onPress={() => void scanFiles()}>
          {sourceWords.scanFiles}
        </Button>
      }
    >
      {scan.kind === 'failed' ? (
        <FailureNotice failure={scan.failure} onDismiss={dismissScanFailure} />
      ) : null}
      {form.replacesId === null ? null : <ReplacedDraft id={form.replacesId} />}
      {hasSources(form) || form.replacesId !== null ? null : <ContinueDraft />}
      <SharedSources
        uploadId={form.replacesId}
        sourceIds={form.sources.map(({ sourceId }) => sourceId)}
        target={target}
      />
      <SentBefore earlier={earlier} />
      <div className="source-columns" ref={fields}>
        <SourcesCard form={form} problems={shownProblems} isSandbox={isSandbox} />
        <DestinationCard form={form} problems={shownProblems} usedBefore={usedBefore} name={name} />
      </div>
    </WizardPage>
  );
}

/** A malformed link is reported right away; a missing value only after the first attempt. */
function linkProblems({ links }: SourceProblems): SourceProblems {
  return links === undefined ? {} : { links };
}

function NoConnections() {
  return (
    <WizardPage
      step="source"
      upload={null}
      heading={sourceWords.heading}
      description={sourceWords.description}
      nextButton={null}
    >
      <EmptyState
        icon="link"
        title={sourceWords.noConnections}
        actions={
          <>
            <Link to={routeHref({ kind: 'settings' })} look="primary">
              {sourceWords.openSettings}
            </Link>
            <Link to={routeHref({ kind: 'sandbox' })} look="default">
              {sourceWords.openSandbox}
            </Link>
          </>
        }
      >
        {sourceWords.noConnectionsDescription}
      </EmptyState>
    </WizardPage>
  );
}
