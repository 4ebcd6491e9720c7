import type { Preferences } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { Switch } from '../../ui/switch.tsx';
import { SaveStatus } from './save-status.tsx';
import { usePreferences } from './use-preferences.ts';

const settingsWords = words.settings;

export function NotificationSettings({ preferences }: { readonly preferences: Preferences }) {
  const { change, saved, command } = usePreferences();
  return (
    <>
      <SaveStatus saved={saved} command={command} />
      <Switch selected={preferences.notify} onChange={(notify) => change({ notify })}>
        {settingsWords.notify}
      </Switch>
    </>
  );
}
