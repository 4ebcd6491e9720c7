import { useEffect, useRef, useState } from 'react';
import {
  databaseCheckText,
  isSameName,
  wrongDatabaseText,
} from '../../../../preload/contract/database-check-text.ts';
import type { WatchedFolderView } from '../../../../preload/contract/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { call } from '../../../state/bridge.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { clearWatchSetup } from '../../../state/watch-setup-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { WatchedFolderNotFound } from '../not-found.tsx';
import { RehearsalResult } from './rehearsal-result.tsx';
import { SetupPage } from './setup-page.tsx';

const setupWords = words.watchSetup;

/** What the stored rule would do, and its activation. */
export function RehearsalStep({ folder }: { readonly folder: WatchedFolderView | null }) {
  return folder === null ? <WatchedFolderNotFound /> : <Rehearsal folder={folder} />;
}

function Rehearsal({ folder }: { readonly folder: WatchedFolderView }) {
  const ruleId = folder.id;
  const rehearsal = useRehearsal(ruleId);
  const check = useQuery('watch.databaseCheck', { argument: { ruleId } });
  const activate = useCommand('watch.activate');
  const [typedName, setTypedName] = useState('');
  const asked = check.kind === 'loaded' && check.value.reason !== null ? check.value : null;
  const isConfirmed =
    check.kind === 'loaded' && (asked === null || isSameName(typedName, asked.databaseName));

  function close() {
    clearWatchSetup();
    navigate({ kind: 'watched-folder', ruleId, tab: 'overview' });
  }
  async function activateRule() {
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
          {activate.failure === null ? null : (
            <FailureNotice failure={activate.failure} onDismiss={activate.dismiss} />
          )}
          {check.kind === 'failed' ? <FailureNotice failure={check.failure} onRetry={check.refetch} /> : null}
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
                />
              </div>
            </Card>
          )}
          {rehearsal.busy ? (
            <Notice
              tone="info"
              title={setupWords.rehearsing}
              action={
                <Button small onPress={rehearsal.cancel}>
                  {setupWords.cancelRehearsal}
                </Button>
              }
            />
          ) : rehearsal.failure?.code === 'stopped' ? (
            <Notice
              tone="info"
              title={setupWords.rehearsalCanceled}
              action={
                <Button small onPress={rehearsal.start}>
                  {setupWords.rehearseAgain}
                </Button>
              }
            />
          ) : rehearsal.failure !== null ? (
            <FailureNotice failure={rehearsal.failure} onRetry={rehearsal.start} />
          ) : null}
          {rehearsal.result === null || rehearsal.busy ? null : (
            <RehearsalResult result={rehearsal.result} onRehearse={rehearsal.start} />
          )}
        </>
      )}
    </SetupPage>
  );
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
  return { result, busy, failure, start: () => void start(), cancel };
}
