import { beforeEach, expect, test } from 'vitest';
import { watchedFolder } from '../../test/fixtures/watched-folder.ts';
import {
  clearWatchSetup,
  emptyWatchSetup,
  isWatchSetupChanged,
  keepWatchSetup,
  openWatchSetup,
  updateWatchSetup,
  useWatchSetup,
} from './watch-setup-form.ts';

const isChanged = () => isWatchSetupChanged(useWatchSetup.getState());

beforeEach(clearWatchSetup);

test('a form is changed by what a person enters, until that is saved or taken back', () => {
  openWatchSetup(null, { ...emptyWatchSetup, connectionId: 'preselected' }, 'folder');
  expect(isChanged()).toBe(false);
  updateWatchSetup({ marker: 'complete' });
  expect(isChanged()).toBe(true);
  updateWatchSetup({ marker: '' });
  expect(isChanged()).toBe(false);
  updateWatchSetup({ settleSeconds: Number.NaN, folder: { sourceId: 's', kind: 'folder', path: '/in' } });
  keepWatchSetup(watchedFolder({ id: 1 }));
  expect(isChanged()).toBe(false);
  updateWatchSetup({ settleSeconds: 5 });
  expect(isChanged()).toBe(true);
});
