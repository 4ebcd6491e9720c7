import { useState } from 'react';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import type { ConnectionView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { failedField } from './connect-check.ts';
import { ConnectFailure } from './connect-failure.tsx';
import { KeyField, KeyStorageNotice } from './key-field.tsx';

const settingsWords = words.settings;

/** Asks for a new key of a connection. The old key is kept until the platform accepts the new one. */
export function ReplaceKeyDialog({
  connection,
  onClose,
}: {
  readonly connection: ConnectionView;
  readonly onClose: () => void;
}) {
  const { keyStorage } = useApp();
  const [apiKey, setApiKey] = useState('');
  const [acceptPlaintext, setAcceptPlaintext] = useState(false);
  const setKey = useCommand('connections.setKey');
  const { failure } = setKey;
  const isReady =
    apiKey.trim() !== '' && (keyStorage === 'keychain' || (keyStorage === 'plaintext' && acceptPlaintext));

  async function saveKey() {
    const saved = await setKey.run({ connectionId: connection.id, apiKey, acceptPlaintext });
    if (saved.ok && saved.value !== null) onClose();
  }
  return (
    <Dialog
      title={settingsWords.replaceKeyTitle(connection.name)}
      open
      onClose={onClose}
      submit={{
        label: settingsWords.saveKey,
        busy: setKey.busy,
        disabled: !isReady,
        onPress: () => void saveKey(),
      }}
    >
      <KeyField
        autoFocus
        value={apiKey}
        onChange={(key) => {
          setApiKey(key);
          setKey.dismiss();
        }}
        disabled={keyStorage === 'unavailable'}
        error={failure !== null && failedField(failure) === 'apiKey' ? failureText(failure) : null}
      />
      <KeyStorageNotice
        keyStorage={keyStorage}
        accepted={acceptPlaintext}
        onAccept={setAcceptPlaintext}
        error={null}
      />
      {failure === null || failedField(failure) === 'apiKey' ? null : <ConnectFailure failure={failure} />}
    </Dialog>
  );
}
