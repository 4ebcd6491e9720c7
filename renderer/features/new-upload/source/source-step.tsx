import { useEffect, useRef, useState } from 'react';
import { words } from '../../../i18n/words.ts';
import { navigate, parseRoute } from '../../../navigation/routes.ts';
import { dismissScanFailure, startScan, useNewUploadDraft } from '../../../state/new-upload-draft.ts';
import { useConnections, useUploads } from '../../../state/selectors.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { DestinationCard } from './destination-card.tsx';
import { checkSourceForm, type SourceProblems } from './source-form.ts';
import './source.css';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { SourcesCard } from './sources-card.tsx';

const sourceWords = words.newUploadSource;

/** What is sent and where it goes. Nothing exists yet but the form. */
export function SourceStep() {
  const connections = useConnections();
  const uploads = useUploads();
  const form = useNewUploadDraft((drafting) => drafting.form);
  const making = useNewUploadDraft((drafting) => drafting.scan);
  const [tried, setTried] = useState(0);
  const fields = useRef<HTMLDivElement>(null);

  // Only where there is no choice is it made for the person: a wrong platform is a wrong matter.
  const [only] = connections.length === 1 ? connections : [];
  const known = connections.some((each) => each.id === form.connectionId);
  const asked = { ...form, connectionId: known ? form.connectionId : (only?.id ?? null) };
  const { problems, draft } = checkSourceForm(asked, new Date());
  const shown: SourceProblems = tried > 0 ? problems : onlyLinks(problems);
  const toMend = tried > 0 ? Object.keys(problems).length : 0;
  const practises = connections.some((each) => each.id === asked.connectionId && each.isSandbox);

  useEffect(() => {
    if (tried === 0) return;
    fields.current
      ?.querySelector<HTMLElement>('.field[data-invalid] :is(input, textarea, button), [data-problem]')
      ?.focus();
  }, [tried]);

  async function take() {
    if (draft === null) return setTried(tried + 1);
    const made = await startScan(draft, Math.max(0, ...uploads.map((each) => each.id)));
    const route = parseRoute(window.location.hash);
    const isHere = route.kind === 'new-upload' && route.uploadId === null;
    if (made !== null && isHere) {
      navigate({ kind: 'new-upload', uploadId: made.id, step: 'preflight' }, 'replace');
    }
  }

  if (connections.length === 0) return <NoConnections />;
  return (
    <WizardPage
      step="source"
      upload={null}
      heading={sourceWords.heading}
      meaning={sourceWords.description}
      note={
        <span role="status" className={toMend > 0 ? 'wizard-mend' : ''}>
          {toMend > 0 ? sourceWords.fieldsToFix(toMend) : ''}
        </span>
      }
      next={
        <Button variant="primary" onPress={() => void take()}>
          {sourceWords.scanFiles}
        </Button>
      }
    >
      {making.kind === 'failed' ? (
        <FailureNotice failure={making.failure} onDismiss={dismissScanFailure} />
      ) : null}
      <div className="source-columns" ref={fields}>
        <SourcesCard form={asked} problems={shown} practises={practises} />
        <DestinationCard form={asked} problems={shown} />
      </div>
    </WizardPage>
  );
}

/** What is typed wrongly is said at once; what is missing, when it is missed. */
function onlyLinks({ links }: SourceProblems): SourceProblems {
  return links === undefined ? {} : { links };
}

function NoConnections() {
  return (
    <WizardPage
      step="source"
      upload={null}
      heading={sourceWords.heading}
      meaning={sourceWords.description}
      next={null}
    >
      <EmptyState
        icon="link"
        title={sourceWords.noConnections}
        actions={
          <>
            <Link to="#/settings" look="primary">
              {sourceWords.openSettings}
            </Link>
            <Link to="#/sandbox" look="default">
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
