import type { Result } from '../../../preload/contract/failures/failure.ts';
import type { AppView, Preferences } from '../../../preload/contract/views/views.ts';
import { call } from '../../state/bridge.ts';
import { inOrder } from '../../state/in-order.ts';
import { currentAppState } from '../../state/store.ts';

/** From the preferences as they are when the change is made, not as a screen showed them. */
export type PreferenceChange = (latest: Preferences) => Partial<Preferences>;

/** Changes some preferences and keeps the others. Main announces what it stored before it answers. */
export const changePreferences: (change: PreferenceChange) => Promise<Result<AppView>> = inOrder(
  (change: PreferenceChange) => {
    const { preferences } = currentAppState().app;
    return call('preferences.set', { ...preferences, ...change(preferences) });
  },
);
