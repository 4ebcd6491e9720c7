import { create } from 'zustand';
import { bandwidthText } from '../../../preload/contract/texts/bandwidth-text.ts';
import type { Preferences } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { navigate, useRoute } from '../../navigation/routes.ts';
import { useApp } from '../../state/selectors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { usePreferences } from './use-preferences.ts';

const settingsWords = words.settings;

/** The hours that a person set and doesn't use yet. They hold nothing: a click in them must not send files in others. */
export const useUnusedHours = create<{ readonly schedule: Preferences['schedule'] }>(() => ({
  schedule: null,
}));

const discard = () => useUnusedHours.setState({ schedule: null });

/** Asks about the hours when a person leaves the settings. Escape leads back to them. */
export function UnusedHours() {
  const route = useRoute();
  const { bytesPerSecond } = useApp().preferences;
  const { schedule } = useUnusedHours();
  const { change, command } = usePreferences();
  async function use() {
    if ((await change({ schedule })).ok) discard();
  }
  return (
    <Dialog
      title={settingsWords.unusedTitle}
      open={schedule !== null && route.kind !== 'settings'}
      onClose={() => navigate({ kind: 'settings', section: 'bandwidth' })}
      buttons={
        <>
          <Button onPress={discard}>{settingsWords.discardHours}</Button>
          <Button variant="primary" disabled={schedule?.days.length === 0} onPress={() => void use()}>
            {settingsWords.useSchedule}
          </Button>
        </>
      }
    >
      <p>{bandwidthText({ bytesPerSecond, schedule })}</p>
      <FailureNotice failure={command.failure} onDismiss={command.dismiss} />
    </Dialog>
  );
}
