import { words } from '../../i18n/words.ts';
import { SandboxData } from '../../shared/sandbox-data.tsx';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import './settings.css';

const settingsWords = words.settings;

export function DataSettings() {
  const { dataFolder } = useApp();
  const open = useCommand('app.open');
  return (
    <>
      <div className="settings-stack">
        <div className="field-label">{settingsWords.folder}</div>
        <p className="selectable settings-path">{dataFolder}</p>
      </div>
      <div className="row">
        <Button icon="folder" busy={open.busy} onPress={() => void open.run({ target: 'data-folder' })}>
          {settingsWords.openFolder}
        </Button>
      </div>
      <SandboxData />
      {open.failure === null ? null : <FailureNotice failure={open.failure} onDismiss={open.dismiss} />}
    </>
  );
}
