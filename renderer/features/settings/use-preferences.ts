import { useState } from 'react';
import type { Result } from '../../../preload/contract/failure.ts';
import type { Preferences } from '../../../preload/contract/views.ts';
import { useApp } from '../../state/selectors.ts';
import { type Command, useCommand } from '../../state/use-command.ts';

/** Changes some preferences and keeps the others. `saved` is true once the change is stored. */
export function usePreferences(): {
  readonly change: (change: Partial<Preferences>) => Promise<Result<unknown>>;
  readonly saved: boolean;
  readonly command: Command<'preferences.set'>;
} {
  const { preferences } = useApp();
  const command = useCommand('preferences.set');
  const [saved, setSaved] = useState(false);
  async function change(changed: Partial<Preferences>) {
    setSaved(false);
    const set = await command.run({ ...preferences, ...changed });
    setSaved(set.ok);
    return set;
  }
  return { change, saved, command };
}
