import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UploadView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { type DraftStep, draftSteps, navigate } from '../../../navigation/routes.ts';
import { useCommand } from '../../../state/use-command.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Steps } from '../../../ui/steps.tsx';
import './wizard.css';
import { clearForm, recordStep, useNewUploadDraft } from '../../../state/new-upload-draft.ts';
import { stepAfter, stepBefore, stepLabel } from './steps.ts';

const wizardWords = words.newUpload;

/** One step of the wizard: the way to the others above it, what it says of itself, and back and on at the foot. */
export function WizardPage({
  step,
  upload,
  heading,
  meaning,
  children,
  note,
  next,
  fill = false,
}: {
  readonly step: DraftStep;
  readonly upload: UploadView | null;
  readonly heading: string;
  readonly meaning: string;
  readonly children: ReactNode;
  /** What the foot says at the left. */
  readonly note?: ReactNode;
  /** In place of the plain way on; null for none. */
  readonly next?: ReactNode;
  /** The step takes the height that is there, and scrolls inside. */
  readonly fill?: boolean;
}) {
  const uploadId = upload?.id ?? null;
  const seen = useNewUploadDraft((drafting) =>
    uploadId === null ? undefined : drafting.furthestSteps.get(uploadId),
  );
  useEffect(() => {
    if (uploadId !== null) recordStep(uploadId, step);
  }, [uploadId, step]);

  const furthest = draftSteps.indexOf(seen ?? step);
  const to = (other: DraftStep) => navigate({ kind: 'new-upload', uploadId, step: other });
  const back = uploadId === null ? null : stepBefore(step);
  const on = stepAfter(step);

  return (
    <>
      <Page
        title={wizardWords.title}
        about={upload === null ? wizardWords.nothingSentYet : aboutDraft(upload)}
        actions={upload === null ? null : <Discard upload={upload} />}
        scroll={!fill}
      >
        <Steps
          label={wizardWords.steps}
          steps={draftSteps.map((each, index) => ({
            id: each,
            label: stepLabel(each),
            done: uploadId !== null && index <= furthest,
          }))}
          current={step}
          onGo={to}
        />
        <div className={`wizard-step${fill ? ' wizard-fill' : ''}`}>
          <StepHeading key={step} heading={heading} meaning={meaning} />
          {children}
        </div>
      </Page>
      {upload === null && next === null ? null : (
        <footer className="wizard-foot">
          <div className="wizard-note">{note ?? (upload === null ? null : wizardWords.draftSaved)}</div>
          {back === null ? null : (
            <Button icon="back" onPress={() => to(back)} label={wizardWords.backTo(stepLabel(back))}>
              {words.common.back}
            </Button>
          )}
          {next === undefined && on !== null ? (
            <Button variant="primary" onPress={() => to(on)}>
              {wizardWords.nextStep(stepLabel(on))}
            </Button>
          ) : (
            next
          )}
        </footer>
      )}
    </>
  );
}

function aboutDraft(upload: UploadView): string {
  const { queued } = upload.totals;
  return wizardWords.draftSummary(upload.datasetName, queued.items, queued.bytes);
}

/** Takes the focus when the step comes into view, so that it is read out and Tab goes on from it. */
export function StepHeading({ heading, meaning }: { readonly heading: string; readonly meaning: string }) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div className="wizard-heading">
      <h2 ref={element} tabIndex={-1}>
        {heading}
      </h2>
      <p className="muted">{meaning}</p>
    </div>
  );
}

export function Discard({ upload }: { readonly upload: UploadView }) {
  const [asks, setAsks] = useState(false);
  const discard = useCommand('drafts.discard');
  return (
    <>
      <Button variant="quiet" onPress={() => setAsks(true)}>
        {wizardWords.discard}
      </Button>
      <AlertDialog
        title={wizardWords.discardTitle}
        open={asks}
        safe={wizardWords.discardKeep}
        destructive={wizardWords.discard}
        onSafe={() => setAsks(false)}
        busy={discard.busy}
        failure={discard.failure}
        onDestructive={async () => {
          const discarded = await discard.run({ uploadId: upload.id });
          if (!discarded.ok) return;
          clearForm(upload.id);
          navigate({ kind: 'uploads' }, 'replace');
        }}
      >
        <p>{wizardWords.discardDescription(upload.datasetName)}</p>
      </AlertDialog>
    </>
  );
}
