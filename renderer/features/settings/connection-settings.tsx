import { useState } from 'react';
import { words } from '../../i18n/words.ts';
import { useConnections } from '../../state/selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectionEntry } from './connection-entry.tsx';
import './connection-settings.css';

const settingsWords = words.settings;

export function ConnectionSettings() {
  const connections = useConnections();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {connections.length === 0 ? <p className="muted">{settingsWords.noConnections}</p> : null}
      {connections.length === 0 ? null : (
        <ul className="connection-list">
          {connections.map((connection) => (
            <ConnectionEntry key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button icon="add" onPress={() => setAdding(true)}>
          {settingsWords.addConnection}
        </Button>
      </div>
      <Dialog title={words.connect.heading} open={isAdding} onClose={() => setAdding(false)} buttons={null}>
        <ConnectForm onConnected={() => setAdding(false)} onCancel={() => setAdding(false)} />
      </Dialog>
    </>
  );
}
