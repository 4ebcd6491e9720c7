import { describe, expect, it } from 'vitest';
import { settingDifferenceText } from '../../../../preload/contract/views/settings-difference.ts';
import { type KnownSetting, settingDifferences } from './settings-difference.ts';

const known: readonly KnownSetting[] = [
  { field: 'timezone', label: 'Time zone', default: 'UTC' },
  { field: 'deNist', label: 'DeNIST' },
  { field: 'partialProjects', label: 'Projects' },
];
const newYork = { timezone: 'America/New_York' };

describe('settings that differ from earlier datasets', () => {
  it.each([
    ['no earlier dataset', { timezone: 'UTC' }, [], []],
    ['the same', newYork, [newYork, {}], []],
    ['the default, given or not', { timezone: 'UTC' }, [{}], []],
    [
      'a default now',
      {},
      [newYork, newYork, {}],
      ['Time zone: UTC. The last 2 datasets of this database used America/New_York.'],
    ],
    [
      'an unknown default before',
      { deNist: true },
      [{}],
      ['DeNIST: Yes. The last dataset of this database used the platform default.'],
    ],
    ['projects in another order', { partialProjects: [2, 1] }, [{ partialProjects: [1, 2] }], []],
    ['a setting that the profile lacks', {}, [{ other: 'x' }], []],
    [
      'several',
      { deNist: false },
      [{ ...newYork, deNist: true }],
      [
        'Time zone: UTC. The last dataset of this database used America/New_York.',
        'DeNIST: No. The last dataset of this database used Yes.',
      ],
    ],
  ])('%s', (_, settings, earlier, texts) => {
    expect(settingDifferences(settings, earlier, known).map(settingDifferenceText)).toEqual(texts);
  });
});
