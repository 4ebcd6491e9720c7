import { describe, expect, it } from 'vitest';
import { bandwidthText } from './bandwidth-text.ts';

const office = {
  days: [5, 1, 2, 3, 4],
  from: '08:00',
  to: '18:00',
  sends: 'limited',
  bytesPerSecond: 5_000_000,
} as const;

describe('the summary of the bandwidth limits', () => {
  it.each<[string, Parameters<typeof bandwidthText>[0], string]>([
    ['no limit', { bytesPerSecond: null, schedule: null }, 'No bandwidth limit.'],
    [
      'one limit at all times',
      { bytesPerSecond: 20_000_000, schedule: null },
      'At most 20 MB/s at all times.',
    ],
    [
      'a limit during office hours',
      { bytesPerSecond: null, schedule: office },
      'Monday to Friday from 08:00 to 18:00: at most 5 MB/s. All other times: no limit.',
    ],
    [
      'no limit on weekends',
      { bytesPerSecond: 9_000, schedule: { ...office, days: [0, 6], bytesPerSecond: null } },
      'Saturday and Sunday from 08:00 to 18:00: no limit. All other times: at most 9 kB/s.',
    ],
    [
      'a schedule on several days that passes midnight',
      { bytesPerSecond: null, schedule: { ...office, days: [0, 3, 1], from: '22:00', to: '06:00' } },
      'Monday, Wednesday and Sunday from 22:00 to 06:00 the next day: at most 5 MB/s. All other times: no limit.',
    ],
    [
      'whole days',
      { bytesPerSecond: null, schedule: { ...office, days: [0, 6], from: '00:00', to: '00:00' } },
      'Saturday and Sunday all day: at most 5 MB/s. All other times: no limit.',
    ],
    [
      'hours without sending',
      { bytesPerSecond: 9_000, schedule: { ...office, sends: 'nothing' } },
      'Monday to Friday from 08:00 to 18:00: nothing is sent. All other times: at most 9 kB/s.',
    ],
    [
      'the only hours with sending',
      { bytesPerSecond: null, schedule: { ...office, sends: 'only' } },
      'Monday to Friday from 08:00 to 18:00: no limit. All other times: nothing is sent.',
    ],
    [
      'a schedule without days',
      { bytesPerSecond: null, schedule: { ...office, days: [] } },
      'No bandwidth limit.',
    ],
  ])('describes %s', (_, given, summary) => {
    expect(bandwidthText(given)).toBe(summary);
  });
});
