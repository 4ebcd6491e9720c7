import type { Preferences } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { SaveStatus } from './save-status.tsx';
import { usePreferences } from './use-preferences.ts';

const settingsWords = words.settings;

export function AppearanceSettings({ preferences }: { readonly preferences: Preferences }) {
  const { change, saved, command } = usePreferences();
  return (
    <>
      <SaveStatus saved={saved} command={command} />
      <div>
        <SegmentedControl
          label={settingsWords.theme}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: settingsWords.themes[value],
          }))}
          value={preferences.theme}
          onChange={(theme) => change({ theme })}
        />
      </div>
    </>
  );
}
