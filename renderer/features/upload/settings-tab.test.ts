import { expect, test } from 'vitest';
import { upload } from '../../../test/fixtures/views.ts';
import { words } from '../../i18n/words.ts';
import { limitFacts } from './settings-tab.tsx';

const { bandwidth, hours, ownLimits, anyHour } = words.uploadSettings;

test.each([
  ['nothing of its own', {}, []],
  ['hours', { hours: { days: [1], from: '20:00', to: '06:00' } }, [hours, ownLimits]],
  ['any hour, whatever the schedule in Settings', { hours: null }, [hours, ownLimits]],
  ['no limit', { bytesPerSecond: null }, [bandwidth, ownLimits]],
])('a paused upload with %s shows what it has, and removes it', (_, limits, names) => {
  expect(limitFacts(upload({ state: 'paused', limits })).map(([name]) => name)).toEqual(names);
});

test('any hour is named', () => {
  expect(limitFacts(upload({ limits: { hours: null } }))).toEqual([[hours, anyHour]]);
});
