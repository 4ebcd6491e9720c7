import { useState } from 'react';
import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { Preferences } from '../../../preload/contract/views/views.ts';
import { type Action, useAction } from '../../state/use-command.ts';
import { changePreferences, type PreferenceChange } from './change-preferences.ts';

/** Changes some preferences and keeps the others. `saved` is true once the change is stored. */
export function usePreferences(): {
  readonly change: (change: Partial<Preferences> | PreferenceChange) => Promise<Result<unknown>>;
  readonly saved: boolean;
  readonly command: Pick<Action<never, unknown>, 'failure' | 'dismiss'>;
} {
  const command = useAction(changePreferences);
  const [saved, setSaved] = useState(false);
  async function change(changed: Partial<Preferences> | PreferenceChange) {
    setSaved(false);
    const set = await command.run(typeof changed === 'function' ? changed : () => changed);
    setSaved(set.ok);
    return set;
  }
  return { change, saved, command };
}
