import { type ReactNode, useEffect, useRef, useState } from 'react';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import { type WatchedFolderView, watchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { navigate, type WatchSetupStep, watchSetupSteps } from '../../../navigation/routes.ts';
import { Page } from '../../../shared/page.tsx';
import { type ActionState, together, useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import {
  clearWatchSetup,
  isWatchSetupChanged,
  keepWatchSetup,
  useWatchSetup,
} from '../../../state/watch-setup-form.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { useFieldsToFix } from '../../../ui/use-fields-to-fix.ts';
import { StepHeading, WizardFooter } from '../../../ui/wizard.tsx';
import {
  problemsOf,
  ruleToCheck,
  type SetupProblems,
  type StepOfField,
  setupProblems,
} from './setup-rule.ts';

const setupWords = words.watchSetup;

/** What every step is given. */
export interface SetupStepProps {
  /** It is null until the rule is saved for the first time. */
  readonly folder: WatchedFolderView | null;
  readonly stepOf: StepOfField;
}

interface SetupPageProps extends SetupStepProps {
  readonly step: WatchSetupStep;
  readonly heading: string;
  readonly description: string;
  /** Problems are shown once a person tried to go on. */
  readonly children: (problems: SetupProblems) => ReactNode;
  /** Replaces the Next button. */
  readonly buttons?: ReactNode;
}

/** One step of the wizard. */
export function SetupPage({ step, folder, stepOf, heading, description, children, buttons }: SetupPageProps) {
  const setup = useWatchSetup();
  const { form, furthest, ruleId } = setup;
  const [isChecked, setChecked] = useState(false);
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const fieldsToFix = useFieldsToFix(content);
  const saving = useSaveRule();
  const toCheck = ruleToCheck(form.rule);
  const checked = useQuery('watch.checkRule', toCheck === null ? null : { argument: toCheck });
  const all = setupProblems(form, checked.kind === 'loaded' ? checked.value : []);
  const problems = problemsOf(step, all, stepOf);
  const amount = isChecked ? Math.max(fieldsToFix.amount, Object.keys(problems).length) : 0;
  const index = watchSetupSteps.indexOf(step);
  const previous = watchSetupSteps[index - 1];
  const next = watchSetupSteps[index + 1];

  useEffect(() => {
    if (watchSetupSteps.indexOf(step) > watchSetupSteps.indexOf(furthest))
      useWatchSetup.setState({ furthest: step });
  }, [step, furthest]);

  async function open(other: WatchSetupStep) {
    if (watchSetupSteps.indexOf(other) > index) {
      setChecked(true);
      if (!(await fieldsToFix.check())) return;
    }
    // A later step opens only once every step before it is complete.
    const blocking = watchSetupSteps
      .slice(0, watchSetupSteps.indexOf(other))
      .find((each) => Object.keys(problemsOf(each, all, stepOf)).length > 0);
    if (blocking === step) return;
    if (blocking !== undefined || other !== 'rehearsal')
      return navigate({ kind: 'watch-setup', ruleId, step: blocking ?? other });
    const savedId = await saving.save(folder);
    if (savedId !== null) navigate({ kind: 'watch-setup', ruleId: savedId, step: 'rehearsal' });
  }
  function close() {
    clearWatchSetup();
    navigate(
      folder === null
        ? { kind: 'watched-folders' }
        : { kind: 'watched-folder', ruleId: folder.id, tab: 'overview' },
    );
  }

  return (
    <>
      <Page
        title={
          folder === null || folder.state === 'draft'
            ? setupWords.title
            : setupWords.editTitle(folder.rule.name)
        }
        about={folder === null || folder.state === 'draft' ? setupWords.about : printable(folder.rule.path)}
        actions={
          // The rehearsal is of a rule that is saved.
          step === 'rehearsal' ? null : (
            <Button
              variant="quiet"
              onPress={() => (isWatchSetupChanged(setup) ? setAsksToDiscard(true) : close())}
            >
              {folder === null ? words.common.cancel : setupWords.discard}
            </Button>
          )
        }
      >
        <Steps
          label={setupWords.steps}
          steps={watchSetupSteps.map((each, at) => ({
            id: each,
            label: setupWords.stepNames[each],
            reached: at <= watchSetupSteps.indexOf(furthest),
          }))}
          current={step}
          onGo={(other) => void open(other)}
        />
        <div className="wizard-step" ref={content}>
          <StepHeading key={step} heading={heading} description={description} />
          {folder?.state === 'active' && step !== 'rehearsal' ? (
            <Notice tone="info" title={setupWords.pausesTitle}>
              {setupWords.pauses}
            </Notice>
          ) : null}
          <FailureNotice failure={saving.failure} onDismiss={saving.dismiss} />
          {children(isChecked ? problems : {})}
        </div>
        <AlertDialog
          title={setupWords.discardTitle}
          open={asksToDiscard}
          safe={setupWords.discardKeep}
          destructive={setupWords.discard}
          onSafe={() => setAsksToDiscard(false)}
          onDestructive={close}
        >
          <p>{folder === null ? setupWords.discardNew : setupWords.discardEdit}</p>
        </AlertDialog>
      </Page>
      <WizardFooter error={amount > 0 ? words.newUpload.fieldsToFix(amount) : ''} note={null}>
        {previous === undefined ? null : (
          <Button
            icon="back"
            onPress={() => void open(previous)}
            label={words.newUpload.backTo(setupWords.stepNames[previous])}
          >
            {words.common.back}
          </Button>
        )}
        {next === undefined ? (
          buttons
        ) : (
          <Button variant="primary" busy={saving.busy} onPress={() => void open(next)}>
            {setupWords.next(setupWords.stepNames[next])}
          </Button>
        )}
      </WizardFooter>
    </>
  );
}

/**
 * Stores the form's rule. An active one is paused first: nothing is uploaded under a rule that nobody has seen rehearsed.
 * `save` resolves with the rule's ID, or with null after a failure.
 */
function useSaveRule(): ActionState & {
  readonly save: (folder: WatchedFolderView | null) => Promise<number | null>;
} {
  const pause = useCommand('watch.pause');
  const save = useCommand('watch.save');
  return {
    async save(folder) {
      const { form, ruleId } = useWatchSetup.getState();
      const { connectionId, chosen } = form;
      const rule = watchRule.safeParse(form.rule);
      if (!rule.success || connectionId === null) return null;
      if (folder?.state === 'active' && !(await pause.run({ ruleId: folder.id })).ok) return null;
      const saved = await save.run({ ruleId, connectionId, rule: rule.data, chosen });
      if (!saved.ok) return null;
      keepWatchSetup(saved.value);
      return saved.value.id;
    },
    ...together(pause, save),
  };
}
