import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failure, success } from '../../../preload/contract/failures/failure.ts';
import type { WindowEvent } from '../../../preload/contract/index.ts';
import type { AppView, Preferences } from '../../../preload/contract/views/views.ts';
import { app } from '../../../test/fixtures/views.ts';
import { connectStore, currentAppState } from '../../state/store.ts';
import { changePreferences } from './use-preferences.ts';

const schedule: NonNullable<Preferences['schedule']> = {
  days: [1],
  from: '08:00',
  to: '18:00',
  sends: 'limited',
  bytesPerSecond: 1000,
};
let disconnect: () => void;
let stored: AppView;
let isFull = false;
/** Grows over the tests: the window's state outlives them. */
let revision = 0;

/** Main, which takes a while for each change and announces it before it answers. */
beforeEach(async () => {
  stored = app({ preferences: { ...app({}).preferences, schedule } });
  revision += 1;
  let send: (event: WindowEvent) => void = () => undefined;
  vi.stubGlobal('window', {
    lading: {
      onEvent: (listener: typeof send) => {
        send = listener;
        return () => undefined;
      },
      async invoke(name: string, argument: Preferences) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (name === 'snapshot')
          return success({
            revision,
            app: stored,
            connections: [],
            uploads: [],
            progress: [],
            watchedFolders: [],
          });
        if (isFull) return failure('store-read-only', { path: '/d', errno: 'EROFS' });
        stored = { ...stored, preferences: argument };
        revision += 1;
        send({ name: 'app.changed', revision, data: stored });
        return success(stored);
      },
    },
  });
  disconnect = connectStore();
  await vi.waitFor(() => currentAppState());
});
afterEach(() => {
  disconnect();
  isFull = false;
  vi.unstubAllGlobals();
});

const setSchedule = (part: Partial<typeof schedule>) =>
  changePreferences((latest) => ({ schedule: { ...(latest.schedule ?? schedule), ...part } }));

it('of two changes at once both are kept, whether of one preference or of two', async () => {
  await Promise.all([
    setSchedule({ from: '07:00' }),
    setSchedule({ to: '19:00' }),
    changePreferences(() => ({ theme: 'dark' })),
    changePreferences(() => ({ notify: false })),
  ]);
  expect(stored.preferences).toMatchObject({
    schedule: { ...schedule, from: '07:00', to: '19:00' },
    theme: 'dark',
    notify: false,
  });
});

it('a change that fails takes none of those after it along', async () => {
  isFull = true;
  const failed = setSchedule({ from: '07:00' });
  expect((await failed).ok).toBe(false);
  isFull = false;
  await setSchedule({ to: '19:00' });
  expect(stored.preferences.schedule).toEqual({ ...schedule, to: '19:00' });
});
