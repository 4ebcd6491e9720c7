import { useRef, useState } from 'react';
import {
  filesToTry,
  lockedSummaryText,
  passwordsSentText,
} from '../../../../preload/contract/texts/locked-file-text.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { type AddTyped, PasswordForm } from '../../../shared/password-form.tsx';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { isEveryFileChecked } from '../preflight/finding-groups.ts';
import { WizardPage } from '../wizard/wizard-page.tsx';
import { LockedFileList } from './locked-file-list.tsx';
import { useLockedFiles } from './use-locked-files.ts';
import './passwords.css';

const passwordWords = words.newUploadPasswords;

/** What is locked, and the passwords for it. Passwords go to the engine and are never shown again. */
export function PasswordsStep({ upload }: { readonly upload: UploadView }) {
  const uploadId = upload.id;
  const addTyped = useRef<AddTyped>(async () => true);
  const [trySlowFiles, setTrySlowFiles] = useState(false);
  const summary = useLockedFiles(uploadId);
  const found = useQuery('preflight.summary', { argument: { uploadId } });
  const isChecked = found.kind === 'loaded' && isEveryFileChecked(found.value);
  const tryAll = useCommand('passwords.try');
  const cancel = useCommand('passwords.cancel');
  const clear = useCommand('passwords.clear');
  const loaded = summary.kind === 'loaded' ? summary.value : null;
  const isTrying = tryAll.busy || summary.isTrying;
  const canTry = loaded !== null && loaded.passwords > 0 && filesToTry(loaded, trySlowFiles) > 0;

  async function tryPasswords() {
    if (!(await addTyped.current())) return;
    const trial = tryAll.run({ uploadId, trySlowFiles });
    summary.refetch();
    await trial;
    summary.refetch();
  }

  async function clearPasswords() {
    await clear.run({ uploadId });
    summary.refetch();
  }

  const isStopped = tryAll.failure?.code === 'stopped';
  return (
    <WizardPage
      step="passwords"
      upload={upload}
      heading={passwordWords.heading}
      description={passwordWords.description}
      fill
      saveTyped={() => addTyped.current()}
      incidents={
        <>
          <FailureNotice failure={summary.failure} onRetry={summary.refetch} />
          {loaded?.mustEnterAgain === true && loaded.files > 0 ? (
            <Notice tone="warn" title={passwordWords.enterAgain}>
              {passwordWords.enterAgainDescription}
            </Notice>
          ) : null}
        </>
      }
    >
      {summary.kind === 'loading' ? <p className="muted">{words.common.loading}</p> : null}
      {loaded !== null && loaded.files === 0 && isChecked ? (
        <EmptyState
          icon="check"
          title={passwordWords.nothingLocked}
          actions={
            loaded.passwords === 0 ? undefined : (
              <Button busy={clear.busy} onPress={() => void clearPasswords()}>
                {passwordWords.clear}
              </Button>
            )
          }
        >
          {passwordsSentText(loaded, upload.datasetName) ?? passwordWords.nothingLockedDescription}
        </EmptyState>
      ) : null}
      {loaded === null || (loaded.files === 0 && (isChecked || found.kind === 'loading')) ? null : (
        <div className="wizard-columns">
          <Card title={passwordWords.passwords}>
            <div className="stack">
              <p className="small muted">{passwordWords.whereTheyGo}</p>
              <PasswordForm uploadId={uploadId} onAdded={summary.refetch} addTypedRef={addTyped} />
              <Checkbox
                selected={trySlowFiles}
                onChange={setTrySlowFiles}
                disabled={isTrying}
                hint={passwordWords.trySlowFilesHint}
              >
                {passwordWords.trySlowFiles}
              </Checkbox>
              {loaded.passwords === 0 && !isTrying ? null : (
                <div className="password-actions">
                  {canTry || isTrying ? (
                    <Button
                      variant={loaded.byStatus['not-tried'] > 0 ? 'primary' : 'default'}
                      icon="play"
                      busy={isTrying}
                      onPress={() => void tryPasswords()}
                    >
                      {passwordWords.tryPasswords}
                    </Button>
                  ) : null}
                  {isTrying ? (
                    <Button icon="close" onPress={() => void cancel.run({ uploadId })}>
                      {passwordWords.cancel}
                    </Button>
                  ) : null}
                  <span className="muted" role="status">
                    {passwordWords.held(loaded.passwords)}
                  </span>
                  <div className="spacer" />
                  {isTrying ? null : (
                    <Button variant="quiet" busy={clear.busy} onPress={() => void clearPasswords()}>
                      {passwordWords.clear}
                    </Button>
                  )}
                </div>
              )}
              {loaded.trial === null ? null : (
                <div className="stack">
                  <ProgressBar
                    label={passwordWords.trying}
                    valueText={passwordWords.progress(loaded.trial.done, loaded.trial.files)}
                    total={loaded.trial.files}
                    segments={[{ tone: 'accent', value: loaded.trial.done }]}
                  />
                  <p className="small muted">
                    {passwordWords.progress(loaded.trial.done, loaded.trial.files)} ·{' '}
                    {passwordWords.tried(loaded.trial.tried)}
                  </p>
                </div>
              )}
              {isStopped ? <p className="muted">{passwordWords.canceled}</p> : null}
              {tryAll.failure === null || isStopped ? null : (
                <FailureNotice failure={tryAll.failure} onDismiss={tryAll.dismiss} />
              )}
            </div>
          </Card>
          <LockedFileList
            uploadId={uploadId}
            title={loaded.files === 0 ? passwordWords.noneKnown : lockedSummaryText(loaded)}
            summary={loaded}
          />
        </div>
      )}
    </WizardPage>
  );
}
