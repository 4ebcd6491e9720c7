import { useState } from 'react';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { useFileCommand } from '../../state/use-file-command.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { CertificateList } from './certificate-list.tsx';
import { SaveStatus } from './save-status.tsx';
import './settings.css';

const settingsWords = words.settings;

/** The authority that time-stamps receipts, and the certificates that it has to lead to. */
export function TimestampSettings() {
  const { timestampUrl, timestampCertificates } = useApp();
  const [url, setUrl] = useState(timestampUrl ?? '');
  const save = useCommand('receipts.setTimestampUrl');
  const choose = useFileCommand('timestamp-certificates', 'receipts.trustTimestampCertificates');
  const remove = useCommand('receipts.forgetTimestampCa');
  const failure = choose.failure ?? remove.failure;
  const [saved, setSaved] = useState(false);

  async function saveUrl() {
    if (save.busy || url.trim() === (timestampUrl ?? '')) return;
    setSaved(false);
    const answer = await save.run({ url });
    setSaved(answer.ok);
    if (answer.ok) setUrl(answer.value.timestampUrl ?? '');
    // An authority that a person declined isn't in use, so it isn't shown either.
    else if (answer.failure.code === 'timestamp-url-not-confirmed') setUrl(timestampUrl ?? '');
  }

  return (
    <>
      <SaveStatus saved={saved} command={save} />
      <Field
        kind="url"
        label={settingsWords.timestampUrl}
        hint={settingsWords.timestampUrlHint}
        value={url}
        onChange={setUrl}
        onBlur={() => void saveUrl()}
        onEnter={() => void saveUrl()}
      />
      <div className="settings-stack">
        <div className="field-label">{settingsWords.timestampCa}</div>
        {timestampCertificates.length === 0 ? (
          <p className="muted">{settingsWords.timestampCaNone}</p>
        ) : (
          <CertificateList certificates={timestampCertificates} />
        )}
        <div className="row">
          <Button busy={choose.busy} onPress={() => void choose.run((path) => ({ path }))}>
            {settingsWords.chooseTimestampCa}
          </Button>
          {timestampCertificates.length === 0 ? null : (
            <Button variant="quiet" busy={remove.busy} onPress={() => void remove.run(undefined)}>
              {settingsWords.removeTimestampCa}
            </Button>
          )}
        </div>
      </div>
      {failure === null ? null : (
        <FailureNotice
          failure={failure}
          onDismiss={() => {
            choose.dismiss();
            remove.dismiss();
          }}
        />
      )}
    </>
  );
}
