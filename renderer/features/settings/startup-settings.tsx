import { useState } from 'react';
import type { LoginItemView } from '../../../preload/contract/views/login-item.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SaveStatus } from './save-status.tsx';
import './settings.css';

const settingsWords = words.settings;
const whole = { argument: undefined } as const;

/** Starting with the computer. The system's own list is what counts, so it is read each time this is shown. */
export function StartupSettings() {
  const current = useQuery('loginItem.get', whole);
  const command = useCommand('loginItem.set');
  const [changed, setChanged] = useState<LoginItemView | null>(null);
  if (current.kind === 'loading') return null;
  if (current.kind === 'failed') return <FailureNotice failure={current.failure} onRetry={current.refetch} />;
  const { kind } = changed ?? current.value;
  if (kind === 'not-installed') return <p className="muted">{settingsWords.startNotInstalled}</p>;

  async function change(enabled: boolean) {
    const set = await command.run({ enabled });
    if (set.ok) setChanged(set.value);
  }
  return (
    <>
      <SaveStatus saved={changed !== null} command={command} />
      <Switch
        selected={kind !== 'off'}
        onChange={(enabled) => void change(enabled)}
        hint={settingsWords.startAtLoginHint}
      >
        {settingsWords.startAtLogin}
      </Switch>
      {kind === 'blocked' ? (
        <Notice tone="warn" title={settingsWords.startBlocked}>
          {settingsWords.startBlockedDescription}
        </Notice>
      ) : null}
    </>
  );
}
