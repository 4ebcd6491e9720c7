import { useState } from 'react';
import { words } from '../../i18n/words.ts';
import { useConnections } from '../../state/selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectionEntry } from './connection-entry.tsx';

const settingsWords = words.settings;

export function ConnectionSettings() {
  const connections = useConnections();
  const [adds, setAdds] = useState(false);
  return (
    <>
      {connections.length === 0 ? <p className="muted">{settingsWords.noConnections}</p> : null}
      {connections.length === 0 ? null : (
        <ul className="connections">
          {connections.map((connection) => (
            <ConnectionEntry key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      <div className="row">
        <Button icon="add" onPress={() => setAdds(true)}>
          {settingsWords.addConnection}
        </Button>
      </div>
      <Dialog title={words.connect.heading} open={adds} onClose={() => setAdds(false)} buttons={null}>
        <ConnectForm onConnected={() => setAdds(false)} onCancel={() => setAdds(false)} />
      </Dialog>
    </>
  );
}
