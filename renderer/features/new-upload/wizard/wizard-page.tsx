import { type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { type DraftStep, draftSteps, navigate } from '../../../navigation/routes.ts';
import { Page } from '../../../shared/page.tsx';
import { recordStep, useDraftSteps, visitedSteps } from '../../../state/draft-steps.ts';
import { Button } from '../../../ui/button.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { useFieldsToFix } from '../../../ui/use-fields-to-fix.ts';
import { StepHeading, WizardFooter } from '../../../ui/wizard.tsx';
import { UndecidedCustodians } from '../custodians/undecided-custodians.tsx';
import { DiscardDraft } from './discard-draft.tsx';
import { draftAmount } from './draft-amount.ts';
import { SkippedSteps, stepAfter, stepBefore, stepLabel, UntriedFiles } from './steps.ts';

const wizardWords = words.newUpload;

/** One step of the wizard, with links to the other steps above and the Back and Next buttons below. */
export function WizardPage({
  step,
  upload,
  heading,
  description,
  children,
  footerNote,
  nextButton,
  pendingSave,
  saveTyped,
  fill = false,
  incidents,
}: {
  readonly step: DraftStep;
  readonly upload: UploadView | null;
  readonly heading: string;
  readonly description: string;
  readonly children: ReactNode;
  readonly footerNote?: ReactNode;
  /** Replaces the plain Next button; null for none. */
  readonly nextButton?: ReactNode;
  /** What the step is still saving. The next step opens once it is saved and no field shows an error. */
  readonly pendingSave?: RefObject<Promise<unknown>>;
  /** Saves what is typed and not saved yet. The step stays open if that fails, and says why. */
  readonly saveTyped?: () => Promise<boolean>;
  /** The step fills the available height and scrolls inside. */
  readonly fill?: boolean;
  /** What went wrong, or needs a decision. */
  readonly incidents?: ReactNode;
}) {
  const uploadId = upload?.id ?? null;
  const places = useDraftSteps((steps) => steps.places);
  const visited = uploadId === null ? [] : visitedSteps(places, uploadId);
  useEffect(() => {
    if (uploadId !== null) recordStep(uploadId, step);
  }, [uploadId, step]);

  const content = useRef<HTMLDivElement>(null);
  const fieldsToFix = useFieldsToFix(content);
  async function openStep(other: DraftStep) {
    if (saveTyped !== undefined && !(await saveTyped())) return;
    await pendingSave?.current;
    if (draftSteps.indexOf(other) > draftSteps.indexOf(step) && !(await fieldsToFix.check())) return;
    navigate({ kind: 'new-upload', uploadId, step: other });
  }
  const skipped = useContext(SkippedSteps);
  const undecided = useContext(UndecidedCustodians);
  const untried = useContext(UntriedFiles);
  const leftToDo: { readonly [Step in DraftStep]?: string } = {
    custodians: undecided.join('. '),
    passwords: untried === 0 ? '' : words.newUploadPasswords.untried(untried),
  };
  const previous = uploadId === null ? null : stepBefore(step, skipped);
  const next = stepAfter(step, skipped);

  return (
    <>
      <Page
        title={wizardWords.title}
        about={upload === null ? wizardWords.nothingSentYet : draftSummary(upload)}
        actions={upload === null ? null : <DiscardDraft upload={upload} />}
        incidents={incidents}
      >
        <Steps
          label={wizardWords.steps}
          steps={draftSteps.map((each) => ({
            id: each,
            label: stepLabel(each),
            reached: visited.includes(each),
            note: skipped.includes(each) ? words.newUploadPasswords.notNeeded : null,
            open: leftToDo[each] || null,
          }))}
          current={step}
          closed={uploadId === null ? wizardWords.scanFirst : null}
          onGo={(other) => void openStep(other)}
        />
        <div className={`wizard-step${fill ? ' wizard-step-fill' : ''}`} ref={content}>
          <StepHeading key={step} heading={heading} description={description} />
          {children}
        </div>
      </Page>
      {upload === null && nextButton === null ? null : (
        <WizardFooter
          error={fieldsToFix.amount > 0 ? wizardWords.fieldsToFix(fieldsToFix.amount) : ''}
          note={footerNote ?? (upload === null ? null : wizardWords.draftSaved)}
        >
          {previous === null ? null : (
            <Button
              icon="back"
              onPress={() => void openStep(previous)}
              label={wizardWords.backTo(stepLabel(previous))}
            >
              {words.common.back}
            </Button>
          )}
          {nextButton === undefined && next !== null ? (
            <Button variant="primary" onPress={() => void openStep(next)}>
              {wizardWords.nextStep(stepLabel(next))}
            </Button>
          ) : (
            nextButton
          )}
        </WizardFooter>
      )}
    </>
  );
}

/** Two matters may be open at once, so each step names where this one goes. */
function draftSummary(upload: UploadView): string {
  const { datasetName, databaseName, totals } = upload;
  return wizardWords.draftSummary(datasetName, databaseName, draftAmount(upload), totals.queued.bytes);
}
