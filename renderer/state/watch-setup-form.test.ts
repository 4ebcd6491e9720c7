import { beforeEach, expect, test } from 'vitest';
import { watchedFolder } from '../../test/fixtures/watched-folder.ts';
import {
  chooseDatasetPer,
  choosePath,
  clearWatchSetup,
  emptyWatchSetup,
  isWatchSetupChanged,
  keepWatchSetup,
  openWatchSetup,
  updateHours,
  updateRule,
  useWatchSetup,
} from './watch-setup-form.ts';

const isChanged = () => isWatchSetupChanged(useWatchSetup.getState());

beforeEach(clearWatchSetup);

test('a form is changed by what a person enters, until that is saved or taken back', () => {
  openWatchSetup(null, { ...emptyWatchSetup, connectionId: 'preselected' }, 'folder');
  expect(isChanged()).toBe(false);
  updateRule({ marker: 'complete' });
  expect(isChanged()).toBe(true);
  updateRule({ marker: null });
  expect(isChanged()).toBe(false);
  updateRule({ settleSeconds: Number.NaN });
  choosePath('path', { sourceId: 's', kind: 'folder', path: '/in' });
  keepWatchSetup(watchedFolder({ id: 1 }));
  expect(isChanged()).toBe(false);
  updateRule({ settleSeconds: 5 });
  expect(isChanged()).toBe(true);
});

test('of two hours that change at once, before a screen shows either, none is lost', () => {
  openWatchSetup(null, emptyWatchSetup, 'schedule');
  updateRule({ schedule: [{ days: [1], from: '20:00', to: '06:00' }] });
  updateHours(0, () => ({ from: '21:00' }));
  updateHours(0, () => ({ to: '05:00' }));
  updateHours(1, () => ({ to: '04:00' }));
  const { schedule } = useWatchSetup.getState().form.rule;
  expect(schedule).toEqual([{ days: [1], from: '21:00', to: '05:00' }]);
});

test('the suggested name of a dataset suits what shares it, and one that a person typed stays', () => {
  openWatchSetup(null, emptyWatchSetup, 'destination');
  const dataset = () => useWatchSetup.getState().form.rule.dataset;
  expect(dataset()).toBe('{folder} {date} {time}');
  chooseDatasetPer('day');
  expect(dataset()).toBe('{folder} {date}');
  updateRule({ dataset: 'Scans {date}' });
  chooseDatasetPer('batch');
  expect(dataset()).toBe('Scans {date}');
});

test('a path that a person chose goes with the ID of its grant, until it is removed', () => {
  openWatchSetup(null, emptyWatchSetup, 'folder');
  choosePath('path', { sourceId: 'one', kind: 'folder', path: '/in' });
  choosePath('custodianMap', { sourceId: 'two', kind: 'file', path: '/map.csv' });
  choosePath('passwordFile', { sourceId: 'three', kind: 'file', path: '/passwords.txt' });
  choosePath('custodianMap', null);
  const { rule, chosen } = useWatchSetup.getState().form;
  expect(rule).toMatchObject({ path: '/in', custodianMap: null, passwordFile: '/passwords.txt' });
  expect(chosen).toEqual({ path: 'one', passwordFile: 'three' });
});
