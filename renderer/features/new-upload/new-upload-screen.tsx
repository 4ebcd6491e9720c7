import { useEffect } from 'react';
import { isDraft } from '../../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { type DraftStep, navigate, routeHref } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { lastStep } from '../../state/draft-steps.ts';
import { leaveForm, useNewUploadDraft } from '../../state/new-upload-draft.ts';
import { useProgress, useUpload } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { CustodiansStep } from './custodians/custodians-step.tsx';
import { UndecidedCustodians, useUndecidedCustodians } from './custodians/undecided-custodians.tsx';
import { PasswordsStep } from './passwords/passwords-step.tsx';
import { isEveryFileChecked } from './preflight/finding-groups.ts';
import { PreflightStep } from './preflight/preflight-step.tsx';
import { ProcessingSettingsStep } from './processing-settings/processing-settings-step.tsx';
import { ReviewStep } from './review/review-step.tsx';
import { ScanInterrupted, ScanProgress } from './source/scan-progress.tsx';
import { ScannedSourceStep } from './source/scanned-source-step.tsx';
import { SourceStep } from './source/source-step.tsx';
import { SkippedSteps, UntriedFiles } from './wizard/steps.ts';

const wizardWords = words.newUpload;

/** Before the scan there is only the source form. After it the draft is an upload, and the URL contains its ID. */
export function NewUploadScreen({
  uploadId,
  step,
}: {
  readonly uploadId: number | null;
  /** It is null for the one at which the draft was left. */
  readonly step: DraftStep | null;
}) {
  const upload = useUpload(uploadId);
  const scan = useNewUploadDraft((draft) => draft.scan);
  const isForm = uploadId === null;
  useEffect(() => (isForm ? leaveForm : undefined), [isForm]);
  if (uploadId === null) return scan.kind === 'scanning' ? <ScanProgress /> : <SourceStep />;
  if (upload === null) return <DraftNotFound />;
  return (
    <Draft key={upload.id} upload={upload} step={step ?? lastStep(upload.id)} isStepOpen={step !== null} />
  );
}

function Draft({
  upload,
  step,
  isStepOpen,
}: {
  readonly upload: UploadView;
  readonly step: DraftStep;
  /** The URL names the step. */
  readonly isStepOpen: boolean;
}) {
  const progress = useProgress(upload.id);
  const scan = useNewUploadDraft((draft) => draft.scan);
  // For all steps, so that the name of the next one doesn't change while a person reads it, unless files are skipped: what
  // is skipped needs no password.
  const { state, totals } = upload;
  const version = `${state}/${totals.queued.items}/${totals.skipped.items}`;
  const locked = useQuery('passwords.summary', { argument: { uploadId: upload.id } }, `${version}/${step}`);
  const found = useQuery('preflight.summary', { argument: { uploadId: upload.id } }, version);
  const hasNothingLocked =
    locked.kind === 'loaded' &&
    locked.value.files === 0 &&
    found.kind === 'loaded' &&
    isEveryFileChecked(found.value);
  // Kept here: while it runs, the scan's progress is shown.
  const continued = useCommand('drafts.continueScan');
  const undecided = useUndecidedCustodians(upload, step);
  const isStarted = !isDraft(upload);
  useEffect(() => {
    if (isStarted) navigate({ kind: 'upload', uploadId: upload.id, tab: 'files' }, 'replace');
  }, [isStarted, upload.id]);
  useEffect(() => {
    // Back leads to where the draft was continued from.
    if (!isStarted && !isStepOpen) navigate({ kind: 'new-upload', uploadId: upload.id, step }, 'replace');
  }, [isStarted, isStepOpen, upload.id, step]);

  if (isStarted) return null;
  if (upload.state === 'scanning') {
    // A scan that this window didn't start and that reports no progress was interrupted when Lading ended.
    const isOurs = scan.kind === 'scanning' && upload.id > scan.newerThanId;
    const isInterrupted = !isOurs && !continued.busy && progress === null;
    return isInterrupted ? (
      <ScanInterrupted upload={upload} continued={continued} />
    ) : (
      <ScanProgress uploadId={upload.id} />
    );
  }
  return (
    <SkippedSteps value={hasNothingLocked ? passwordsStep : noSteps}>
      <UndecidedCustodians value={undecided}>
        <UntriedFiles value={locked.kind === 'loaded' ? locked.value.byStatus['not-tried'] : 0}>
          <DraftStepScreen upload={upload} step={step} />
        </UntriedFiles>
      </UndecidedCustodians>
    </SkippedSteps>
  );
}

const noSteps: readonly DraftStep[] = [];
const passwordsStep: readonly DraftStep[] = ['passwords'];

function DraftStepScreen({ upload, step }: { readonly upload: UploadView; readonly step: DraftStep }) {
  switch (step) {
    case 'source':
      return <ScannedSourceStep upload={upload} />;
    case 'preflight':
      return <PreflightStep upload={upload} />;
    case 'custodians':
      return <CustodiansStep upload={upload} />;
    case 'passwords':
      return <PasswordsStep upload={upload} />;
    case 'settings':
      return <ProcessingSettingsStep upload={upload} />;
    case 'review':
      return <ReviewStep upload={upload} />;
  }
}

function DraftNotFound() {
  return (
    <Page title={wizardWords.title}>
      <EmptyState
        icon="upload"
        title={wizardWords.notFoundTitle}
        actions={
          <>
            <Link to={routeHref({ kind: 'new-upload', uploadId: null })} look="primary">
              {wizardWords.startNew}
            </Link>
            <Link to={routeHref({ kind: 'uploads' })} look="default">
              {words.shell.toUploads}
            </Link>
          </>
        }
      >
        {wizardWords.notFoundDescription}
      </EmptyState>
    </Page>
  );
}
