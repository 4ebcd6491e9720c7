import { useState } from 'react';
import type { ConnectionView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { failedField } from './connect-check.ts';
import { ConnectFailure } from './connect-failure.tsx';
import { KeyField, KeyKeeping } from './key-field.tsx';

const settingsWords = words.settings;

/** Another key for a connection that is there. The old one stays until the new one has been accepted. */
export function ReplaceKeyDialog({
  connection,
  onClose,
}: {
  readonly connection: ConnectionView;
  readonly onClose: () => void;
}) {
  const { keyStorage } = useApp();
  const [apiKey, setApiKey] = useState('');
  const [acceptPlaintext, setAccept] = useState(false);
  const setKey = useCommand('connections.setKey');
  const { failure } = setKey;
  const isReady =
    apiKey.trim() !== '' && (keyStorage === 'keychain' || (keyStorage === 'plaintext' && acceptPlaintext));

  async function keep() {
    const kept = await setKey.run({ connectionId: connection.id, apiKey, acceptPlaintext });
    if (kept.ok) onClose();
  }
  return (
    <Dialog
      title={settingsWords.replaceKeyTitle(connection.name)}
      open
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{words.common.cancel}</Button>
          <Button variant="primary" busy={setKey.busy} disabled={!isReady} onPress={() => void keep()}>
            {settingsWords.saveKey}
          </Button>
        </>
      }
    >
      <KeyField
        autoFocus
        value={apiKey}
        onChange={(key) => {
          setApiKey(key);
          setKey.dismiss();
        }}
        disabled={keyStorage === 'unavailable'}
        error={failure !== null && failedField(failure) === 'apiKey' ? failure.message : null}
      />
      <KeyKeeping keyStorage={keyStorage} accepted={acceptPlaintext} onAccept={setAccept} error={null} />
      {failure === null || failedField(failure) === 'apiKey' ? null : <ConnectFailure failure={failure} />}
    </Dialog>
  );
}
