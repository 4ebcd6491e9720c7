import { useState } from 'react';
import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { AppView, Preferences } from '../../../preload/contract/views/views.ts';
import { call } from '../../state/bridge.ts';
import { inOrder } from '../../state/in-order.ts';
import { currentAppState } from '../../state/store.ts';
import { type Action, useAction } from '../../state/use-command.ts';

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

/** From the preferences as they are when the change is made, not as a screen showed them. */
type PreferenceChange = (latest: Preferences) => Partial<Preferences>;

/** Changes some preferences and keeps the others. Main announces what it stored before it answers. */
export const changePreferences: (change: PreferenceChange) => Promise<Result<AppView>> = inOrder(
  (change: PreferenceChange) => {
    const { preferences } = currentAppState().app;
    return call('preferences.set', { ...preferences, ...change(preferences) });
  },
);
