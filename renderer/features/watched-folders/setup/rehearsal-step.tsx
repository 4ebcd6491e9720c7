import { useEffect, useRef, useState } from 'react';
import {
  databaseCheckText,
  wrongDatabaseText,
} from '../../../../preload/contract/texts/database-check-text.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import { isConfirmedBy } from '../../../../preload/contract/views/database-check.ts';
import { watchHoursText } from '../../../../preload/contract/watch/watch-text.ts';
import type { WatchedFolderView } from '../../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { call } from '../../../state/bridge.ts';
import { useApp } from '../../../state/selectors.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { clearWatchSetup } from '../../../state/watch-setup-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { WatchedFolderNotFound } from '../not-found.tsx';
import { RefusalNotice } from '../refusal-notice.tsx';
import { isShown } from '../watch-actions.tsx';
import { databaseNameOf } from '../watched-folder-columns.tsx';
import { RehearsalResult, rehearsalSummary } from './rehearsal-result.tsx';
import { SetupPage, type SetupStepProps } from './setup-page.tsx';
import type { StepOfField } from './setup-rule.ts';
import './rehearsal.css';

const setupWords = words.watchSetup;

/** What the stored rule would do, and its activation. */
export function RehearsalStep({ folder, stepOf }: SetupStepProps) {
  return folder === null ? <WatchedFolderNotFound /> : <Rehearsal folder={folder} stepOf={stepOf} />;
}

function Rehearsal({ folder, stepOf }: { readonly folder: WatchedFolderView; readonly stepOf: StepOfField }) {
  const ruleId = folder.id;
  const { preferences } = useApp();
  const rehearsal = useRehearsal(ruleId);
  const check = useQuery('watch.databaseCheck', { argument: { ruleId } });
  const activate = useCommand('watch.activate');
  const [typedName, setTypedName] = useState('');
  // The rule learns the name of its database from the check, and its view a moment later.
  const databaseName = check.kind === 'loaded' ? check.value.databaseName : databaseNameOf(folder);
  const asked = check.kind === 'loaded' && check.value.reason !== null ? check.value : null;
  const isConfirmed = check.kind === 'loaded' && isConfirmedBy(typedName, check.value);

  function close() {
    clearWatchSetup();
    navigate({ kind: 'watched-folder', ruleId, tab: 'overview' });
  }
  async function activateRule() {
    if (!isConfirmed || activate.busy) return;
    const activated = await activate.run({ ruleId, confirmDatabase: typedName === '' ? null : typedName });
    if (activated.ok) close();
    else if (activated.failure.code === 'database-unconfirmed') {
      // The card that asks for the name says it.
      activate.dismiss();
      check.refetch();
    }
  }

  return (
    <SetupPage
      step="rehearsal"
      folder={folder}
      stepOf={stepOf}
      heading={setupWords.rehearsalHeading}
      description={setupWords.rehearsalDescription}
      buttons={
        <>
          <Button onPress={close}>
            {folder.state === 'draft' ? setupWords.saveDraft : setupWords.keepPaused}
          </Button>
          <Button
            variant="primary"
            icon="play"
            busy={activate.busy}
            disabled={!isConfirmed}
            onPress={() => void activateRule()}
          >
            {activate.busy ? words.watchActions.activating : setupWords.activate}
          </Button>
        </>
      }
    >
      {() => (
        <>
          <RefusalNotice folder={folder} />
          {activate.failure === null || isShown(activate.failure, folder) ? null : (
            <FailureNotice failure={activate.failure} onDismiss={activate.dismiss} />
          )}
          <FailureNotice failure={check.failure} onRetry={check.refetch} />
          {asked?.reason == null ? null : (
            <Card label={words.newUploadReview.databaseCheck}>
              <div className="stack">
                <Notice tone="warn" title={words.newUploadReview.databaseCheck}>
                  {databaseCheckText({ ...asked, reason: asked.reason })} {wrongDatabaseText}
                </Notice>
                <Field
                  label={words.newUploadReview.databaseCheckName(asked.databaseName)}
                  value={typedName}
                  onChange={setTypedName}
                  onEnter={() => void activateRule()}
                />
              </div>
            </Card>
          )}
          {rehearsal.busy || rehearsal.failure === null || rehearsal.failure.code === 'stopped' ? null : (
            <FailureNotice failure={rehearsal.failure} />
          )}
          {/* One card with one button from the start to the result, so that both keep their place and the focus. */}
          <Card label={setupWords.rehearsalHeading}>
            <div className="rehearsal-summary">
              <div>
                <p>{setupWords.goesTo(printable(databaseName))}</p>
                <p>{words.watchRuleText.hours(watchHoursText(folder.rule.schedule, preferences))}</p>
                <p role="status">{summaryOf(rehearsal)}</p>
              </div>
              <Button
                small
                icon={rehearsal.busy ? 'close' : 'refresh'}
                onPress={rehearsal.busy ? rehearsal.cancel : rehearsal.start}
              >
                {rehearsal.busy ? setupWords.cancelRehearsal : setupWords.rehearseAgain}
              </Button>
            </div>
          </Card>
          {rehearsal.result === null || rehearsal.busy ? null : (
            <RehearsalResult result={rehearsal.result} hold={folder.rule.hold} />
          )}
        </>
      )}
    </SetupPage>
  );
}

function summaryOf({ busy, failure, result }: ReturnType<typeof useRehearsal>): string {
  if (busy) return setupWords.rehearsing;
  if (result !== null) return rehearsalSummary(result);
  return failure?.code === 'stopped' ? setupWords.rehearsalCanceled : setupWords.rehearsalFailed;
}

/** Starts with the screen and ends with it. */
function useRehearsal(ruleId: number) {
  const { run, busy, failure } = useCommand('watch.rehearse');
  const [result, setResult] = useState<Parameters<typeof RehearsalResult>[0]['result'] | null>(null);
  const cancel = () => void call('watch.cancelRehearsal', { ruleId });
  const start = useRef(async () => {
    const rehearsed = await run({ ruleId });
    setResult(rehearsed.ok ? rehearsed.value : null);
  }).current;
  const isRunning = useRef(false);
  isRunning.current = busy;
  useEffect(() => {
    void start();
    return () => {
      if (isRunning.current) void call('watch.cancelRehearsal', { ruleId });
    };
  }, [start, ruleId]);
  // Before the first one begins, too.
  const isBusy = busy || (result === null && failure === null);
  return { result, busy: isBusy, failure, start: () => void start(), cancel };
}
