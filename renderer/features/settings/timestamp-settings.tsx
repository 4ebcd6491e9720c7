import { useState } from 'react';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { useFileCommand } from '../../state/use-file-command.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { CertificateList } from './certificate-list.tsx';
import './settings.css';

const settingsWords = words.settings;

/** The authority that time-stamps receipts, and the certificates that it has to lead to. */
export function TimestampSettings() {
  const { timestampUrl, timestampCertificates } = useApp();
  const [url, setUrl] = useState(timestampUrl ?? '');
  const save = useCommand('receipts.setTimestampUrl');
  const choose = useFileCommand('timestamp-certificates', 'receipts.trustTimestampCertificates');
  const remove = useCommand('receipts.forgetTimestampCa');
  const failure = save.failure ?? choose.failure ?? remove.failure;
  const isChanged = url.trim() !== (timestampUrl ?? '');

  async function saveUrl() {
    const answer = await save.run({ url });
    if (answer.ok) setUrl(answer.value.timestampUrl ?? '');
  }

  return (
    <>
      <Field
        kind="url"
        label={settingsWords.timestampUrl}
        hint={settingsWords.timestampUrlHint}
        value={url}
        onChange={setUrl}
      />
      <div className="row">
        <Button busy={save.busy} disabled={!isChanged} onPress={() => void saveUrl()}>
          {settingsWords.saveTimestampUrl}
        </Button>
      </div>
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
            save.dismiss();
            choose.dismiss();
            remove.dismiss();
          }}
        />
      )}
    </>
  );
}
