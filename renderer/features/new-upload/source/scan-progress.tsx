import { useState } from 'react';
import { unavailableReasonText } from '../../../../preload/contract/texts/unavailable-source-text.ts';
import type { ProgressView, UploadView } from '../../../../preload/contract/views/views.ts';
import { capitalize, count, time } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { cancelScan, useNewUploadDraft } from '../../../state/new-upload-draft.ts';
import { useAllProgress, useUploads } from '../../../state/selectors.ts';
import { type Command, useCommand } from '../../../state/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Stat, Stats } from '../../../ui/stats.tsx';
import { DiscardDraft } from '../wizard/discard-draft.tsx';
import { WizardPage } from '../wizard/wizard-page.tsx';

const sourceWords = words.newUploadSource;

/** A running scan: of the given draft, or of the one that is being created from the form. */
export function ScanProgress({ uploadId }: { readonly uploadId?: number }) {
  const scan = useNewUploadDraft((draft) => draft.scan);
  const uploads = useUploads();
  const progress = useAllProgress();
  const newerThanId = scan.kind === 'scanning' ? scan.newerThanId : Number.POSITIVE_INFINITY;
  const upload = uploads.find((each) =>
    uploadId === undefined ? each.id > newerThanId && each.state === 'scanning' : each.id === uploadId,
  );
  const live = upload === undefined ? undefined : progress.get(upload.id);
  const totals = live?.totals ?? upload?.totals;
  const cancel = async (id: number) => {
    await cancelScan(id);
    if (uploadId !== undefined) navigate({ kind: 'uploads' }, 'replace');
  };
  const inspection = live?.inspection ?? null;
  const isCancelling = scan.kind === 'scanning' && scan.isCancelling;
  return (
    <WizardPage
      step="source"
      upload={null}
      heading={inspection === null ? sourceWords.scanning : words.findings.scanHeading}
      description={inspection === null ? sourceWords.scanningDescription : words.findings.scanDescription}
      nextButton={null}
    >
      <Card>
        <div className="stack">
          {inspection === null ? (
            <ProgressBar
              label={sourceWords.scanning}
              valueText={words.common.files(totals?.queued.items ?? 0)}
              total={null}
              segments={[]}
              large
            />
          ) : (
            <InspectionBar inspection={inspection} />
          )}
          <Stats>
            {inspection === null ? null : (
              <Stat label={words.findings.checkedSoFar}>{count(inspection.checked)}</Stat>
            )}
            <Stat label={sourceWords.scanningFiles}>{count(totals?.queued.items ?? 0)}</Stat>
            <Stat label={sourceWords.scanningBytes}>
              <Bytes value={totals?.queued.bytes ?? 0} />
            </Stat>
            <Stat label={sourceWords.scanningSkipped}>{count(totals?.skipped.items ?? 0)}</Stat>
          </Stats>
          <WaitingNotice sources={live?.unavailableSources ?? []} />
          <div className="row">
            <Button
              busy={isCancelling}
              disabled={upload === undefined}
              onPress={() => {
                if (upload !== undefined) void cancel(upload.id);
              }}
            >
              {isCancelling ? sourceWords.scanningStopping : sourceWords.scanningStop}
            </Button>
            {inspection === null || upload === undefined ? null : <SkipChecks uploadId={upload.id} />}
          </div>
        </div>
      </Card>
    </WizardPage>
  );
}

function InspectionBar({ inspection }: { readonly inspection: NonNullable<ProgressView['inspection']> }) {
  const { checked, files } = inspection;
  return (
    <ProgressBar
      label={words.findings.scanHeading}
      valueText={words.findings.progress(checked, files)}
      total={files}
      segments={[{ tone: 'accent', value: checked }]}
      large
    />
  );
}

function SkipChecks({ uploadId }: { readonly uploadId: number }) {
  const [isSkipping, setSkipping] = useState(false);
  const skip = useCommand('preflight.skipChecks');
  return (
    <Button
      variant="quiet"
      busy={isSkipping}
      onPress={() => {
        setSkipping(true);
        void skip.run({ uploadId });
      }}
    >
      {isSkipping ? words.findings.skipping : words.findings.skipChecks}
    </Button>
  );
}

function WaitingNotice({ sources }: { readonly sources: ProgressView['unavailableSources'] }) {
  if (sources.length === 0) return null;
  return (
    <Notice tone="warn" title={words.unavailableSources.title(sources.map(({ path }) => path))}>
      {sources.map(({ path, reason, since }) => (
        <div key={path}>
          {sources.length === 1
            ? words.unavailableSources.only(capitalize(unavailableReasonText(reason)), time(since))
            : words.unavailableSources.source(path, unavailableReasonText(reason), time(since))}
        </div>
      ))}
      {words.unavailableSources.scanText}
    </Notice>
  );
}

export function ScanInterrupted({
  upload,
  continued,
}: {
  readonly upload: UploadView;
  readonly continued: Command<'drafts.continueScan'>;
}) {
  return (
    <WizardPage
      step="source"
      upload={null}
      heading={sourceWords.interrupted}
      description={sourceWords.interruptedDescription}
      nextButton={null}
    >
      <FailureNotice failure={continued.failure} onDismiss={continued.dismiss} />
      <div className="row">
        <Button variant="primary" onPress={() => void continued.run({ uploadId: upload.id })}>
          {sourceWords.continueScan}
        </Button>
        <DiscardDraft upload={upload} />
      </div>
    </WizardPage>
  );
}
