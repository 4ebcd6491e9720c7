import type { UploadView } from '../../../../preload/contract/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { cancelScan, useNewUploadDraft } from '../../../state/new-upload-draft.ts';
import { useAllProgress, useUploads } from '../../../state/selectors.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Stat, Stats } from '../../../ui/stats.tsx';
import { Discard, WizardPage } from '../wizard/wizard-page.tsx';

const sourceWords = words.newUploadSource;

/** The inventory while it is taken; without an id, of the draft that the form is becoming. */
export function ScanProgress({ uploadId }: { readonly uploadId?: number }) {
  const making = useNewUploadDraft((drafting) => drafting.scan);
  const uploads = useUploads();
  const progress = useAllProgress();
  const above = making.kind === 'scanning' ? making.newerThanId : Number.POSITIVE_INFINITY;
  const upload = uploads.find((each) =>
    uploadId === undefined ? each.id > above && each.state === 'scanning' : each.id === uploadId,
  );
  const totals = (upload === undefined ? undefined : progress.get(upload.id)?.totals) ?? upload?.totals;
  const stop = async (id: number) => {
    await cancelScan(id);
    if (uploadId !== undefined) navigate({ kind: 'uploads' }, 'replace');
  };
  const stopping = making.kind === 'scanning' && making.isCancelling;
  return (
    <WizardPage
      step="source"
      upload={null}
      heading={sourceWords.scanning}
      meaning={sourceWords.scanningDescription}
      next={null}
    >
      <Card>
        <div className="stack">
          <ProgressBar
            label={sourceWords.scanning}
            valueText={words.common.files(totals?.queued.items ?? 0)}
            total={null}
            segments={[]}
            large
          />
          <Stats>
            <Stat name={sourceWords.scanningFiles}>{count(totals?.queued.items ?? 0)}</Stat>
            <Stat name={sourceWords.scanningBytes}>
              <Bytes value={totals?.queued.bytes ?? 0} />
            </Stat>
            <Stat name={sourceWords.scanningSkipped}>{count(totals?.['skipped'].items ?? 0)}</Stat>
          </Stats>
          <div className="row">
            <Button
              busy={stopping}
              disabled={upload === undefined}
              onPress={() => {
                if (upload !== undefined) void stop(upload.id);
              }}
            >
              {stopping ? sourceWords.scanningStopping : sourceWords.scanningStop}
            </Button>
          </div>
        </div>
      </Card>
    </WizardPage>
  );
}

export function ScanInterrupted({ upload }: { readonly upload: UploadView }) {
  return (
    <WizardPage
      step="source"
      upload={null}
      heading={sourceWords.scanning}
      meaning={sourceWords.scanningDescription}
      next={null}
    >
      <Notice tone="warn" title={sourceWords.interrupted} action={<Discard upload={upload} />}>
        {sourceWords.interruptedDescription}
      </Notice>
    </WizardPage>
  );
}
