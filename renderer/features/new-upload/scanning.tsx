import type { UploadView } from '../../../preload/contract/views.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { navigate } from '../../navigation/routes.ts';
import { useAllProgress, useUploads } from '../../state/selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Bytes } from '../../ui/bytes.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { stopInventory, useDrafting } from './drafting.ts';
import { Figure, Figures } from './figures.tsx';
import { Discard, WizardPage } from './wizard-page.tsx';

const say = words.newUploadSource;

/** The inventory while it is taken; without an id, of the draft that the form is becoming. */
export function Scanning({ uploadId }: { readonly uploadId?: number }) {
  const making = useDrafting((drafting) => drafting.making);
  const uploads = useUploads();
  const progress = useAllProgress();
  const above = making.kind === 'scanning' ? making.above : Number.POSITIVE_INFINITY;
  const upload = uploads.find((each) =>
    uploadId === undefined ? each.id > above && each.state === 'scanning' : each.id === uploadId,
  );
  const totals = (upload === undefined ? undefined : progress.get(upload.id)?.totals) ?? upload?.totals;
  const stop = async (id: number) => {
    await stopInventory(id);
    if (uploadId !== undefined) navigate({ kind: 'uploads' }, 'replace');
  };
  const stopping = making.kind === 'scanning' && making.stopping;
  return (
    <WizardPage step="source" upload={null} heading={say.scanning} meaning={say.scanningMeaning} next={null}>
      <Card>
        <div className="stack">
          <ProgressBar
            label={say.scanning}
            valueText={words.common.files(totals?.queued.items ?? 0)}
            total={null}
            segments={[]}
            large
          />
          <Figures>
            <Figure name={say.scanningSoFar}>{count(totals?.queued.items ?? 0)}</Figure>
            <Figure name={say.scanningBytes}>
              <Bytes value={totals?.queued.bytes ?? 0} />
            </Figure>
            <Figure name={say.scanningSkipped}>{count(totals?.['skipped'].items ?? 0)}</Figure>
          </Figures>
          <div className="row">
            <Button
              busy={stopping}
              disabled={upload === undefined}
              onPress={() => {
                if (upload !== undefined) void stop(upload.id);
              }}
            >
              {stopping ? say.scanningStopping : say.scanningStop}
            </Button>
          </div>
        </div>
      </Card>
    </WizardPage>
  );
}

export function Interrupted({ upload }: { readonly upload: UploadView }) {
  return (
    <WizardPage step="source" upload={null} heading={say.scanning} meaning={say.scanningMeaning} next={null}>
      <Notice tone="warn" title={say.interrupted} action={<Discard upload={upload} />}>
        {say.interruptedMeaning}
      </Notice>
    </WizardPage>
  );
}
