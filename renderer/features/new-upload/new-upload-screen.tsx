import { useEffect } from 'react';
import type { UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { type DraftStep, navigate, routeHref } from '../../navigation/routes.ts';
import { useNewUploadDraft } from '../../state/new-upload-draft.ts';
import { useProgress, useUpload } from '../../state/selectors.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { CustodiansStep } from './custodians/custodians-step.tsx';
import { PreflightStep } from './preflight/preflight-step.tsx';
import { ProcessingSettingsStep } from './processing-settings/processing-settings-step.tsx';
import { ReviewStep } from './review/review-step.tsx';
import { ScanInterrupted, ScanProgress } from './source/scan-progress.tsx';
import { ScannedSourceStep } from './source/scanned-source-step.tsx';
import { SourceStep } from './source/source-step.tsx';

const wizardWords = words.newUpload;

/** Without an upload there is only the source; from its inventory on, the draft is an upload and the address names it. */
export function NewUploadScreen({
  uploadId,
  step,
}: {
  readonly uploadId: number | null;
  readonly step: DraftStep;
}) {
  const upload = useUpload(uploadId);
  const making = useNewUploadDraft((drafting) => drafting.scan);
  if (uploadId === null) return making.kind === 'scanning' ? <ScanProgress /> : <SourceStep />;
  if (upload === null) return <Gone />;
  return <Draft key={upload.id} upload={upload} step={step} />;
}

function Draft({ upload, step }: { readonly upload: UploadView; readonly step: DraftStep }) {
  const progress = useProgress(upload.id);
  const making = useNewUploadDraft((drafting) => drafting.scan);
  const begun = upload.state !== 'scanning' && upload.state !== 'ready';
  useEffect(() => {
    if (begun) navigate({ kind: 'upload', uploadId: upload.id, tab: 'files' }, 'replace');
  }, [begun, upload.id]);

  if (begun) return null;
  if (upload.state === 'scanning') {
    // An inventory that nobody takes and that does not move was cut off by the end of Lading.
    const isTaken = making.kind === 'scanning' && upload.id > making.newerThanId;
    const cutOff = !isTaken && progress === null;
    return cutOff ? <ScanInterrupted upload={upload} /> : <ScanProgress uploadId={upload.id} />;
  }
  switch (step) {
    case 'source':
      return <ScannedSourceStep upload={upload} />;
    case 'preflight':
      return <PreflightStep upload={upload} />;
    case 'custodians':
      return <CustodiansStep upload={upload} />;
    case 'settings':
      return <ProcessingSettingsStep upload={upload} />;
    case 'review':
      return <ReviewStep upload={upload} />;
  }
}

function Gone() {
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
