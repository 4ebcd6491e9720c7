import { useEffect } from 'react';
import type { UploadView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { type DraftStep, navigate, routeHref } from '../../navigation/routes.ts';
import { useProgress, useUpload } from '../../state/selectors.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { CustodiansStep } from './custodians-step.tsx';
import { useDrafting } from './drafting.ts';
import { KeptSourceStep } from './kept-source-step.tsx';
import { PreflightStep } from './preflight-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { Interrupted, Scanning } from './scanning.tsx';
import { SettingsStep } from './settings-step.tsx';
import { SourceStep } from './source-step.tsx';

const say = words.newUpload;

/** Without an upload there is only the source; from its inventory on, the draft is an upload and the address names it. */
export function NewUploadScreen({
  uploadId,
  step,
}: {
  readonly uploadId: number | null;
  readonly step: DraftStep;
}) {
  const upload = useUpload(uploadId);
  const making = useDrafting((drafting) => drafting.making);
  if (uploadId === null) return making.kind === 'scanning' ? <Scanning /> : <SourceStep />;
  if (upload === null) return <Gone />;
  return <Draft key={upload.id} upload={upload} step={step} />;
}

function Draft({ upload, step }: { readonly upload: UploadView; readonly step: DraftStep }) {
  const progress = useProgress(upload.id);
  const making = useDrafting((drafting) => drafting.making);
  const begun = upload.state !== 'scanning' && upload.state !== 'ready';
  useEffect(() => {
    if (begun) navigate({ kind: 'upload', uploadId: upload.id, tab: 'files' }, 'replace');
  }, [begun, upload.id]);

  if (begun) return null;
  if (upload.state === 'scanning') {
    // An inventory that nobody takes and that does not move was cut off by the end of Lading.
    const isTaken = making.kind === 'scanning' && upload.id > making.above;
    const cutOff = !isTaken && progress === null;
    return cutOff ? <Interrupted upload={upload} /> : <Scanning uploadId={upload.id} />;
  }
  switch (step) {
    case 'source':
      return <KeptSourceStep upload={upload} />;
    case 'preflight':
      return <PreflightStep upload={upload} />;
    case 'custodians':
      return <CustodiansStep upload={upload} />;
    case 'settings':
      return <SettingsStep upload={upload} />;
    case 'review':
      return <ReviewStep upload={upload} />;
  }
}

function Gone() {
  return (
    <Page title={say.title}>
      <EmptyState
        icon="upload"
        title={say.goneTitle}
        actions={
          <>
            <Link to={routeHref({ kind: 'new-upload', uploadId: null })} look="primary">
              {say.begin}
            </Link>
            <Link to={routeHref({ kind: 'uploads' })} look="default">
              {words.shell.toUploads}
            </Link>
          </>
        }
      >
        {say.goneMeaning}
      </EmptyState>
    </Page>
  );
}
