import { useState } from 'react';
import type { Preferences } from '../../../preload/contract/views.ts';
import { useApp } from '../../state/selectors.ts';
import { type Command, useCommand } from '../../state/use-command.ts';

/** Changes some preferences and leaves the others as they are now; `saved` once that is done. */
export function usePreferences(): {
  readonly change: (change: Partial<Preferences>) => void;
  readonly saved: boolean;
  readonly command: Command<'preferences.set'>;
} {
  const { preferences } = useApp();
  const command = useCommand('preferences.set');
  const [saved, setSaved] = useState(false);
  async function change(wanted: Partial<Preferences>) {
    setSaved(false);
    const set = await command.run({ ...preferences, ...wanted });
    setSaved(set.ok);
  }
  return { change: (wanted) => void change(wanted), saved, command };
}
