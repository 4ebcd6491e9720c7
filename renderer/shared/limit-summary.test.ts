import { describe, expect, it } from 'vitest';
import { words } from '../i18n/words.ts';
import { limitSummary } from './limit-summary.ts';

const summaryWords = words.settings.limitSummary;
const { unlimited, atMost } = summaryWords;
const office = {
  days: [5, 1, 2, 3, 4],
  from: '08:00',
  to: '18:00',
  sends: 'limited',
  bytesPerSecond: 5_000_000,
} as const;

describe('the summary of the bandwidth limits', () => {
  it.each<[string, Parameters<typeof limitSummary>[0], string]>([
    ['no limit', { bytesPerSecond: null, schedule: null }, summaryWords.none],
    [
      'one limit at all times',
      { bytesPerSecond: 20_000_000, schedule: null },
      summaryWords.always(20_000_000),
    ],
    [
      'a limit during office hours',
      { bytesPerSecond: null, schedule: office },
      summaryWords.hours('Monday to Friday', '08:00', '18:00', atMost(5_000_000), unlimited),
    ],
    [
      'no limit on weekends',
      { bytesPerSecond: 9_000, schedule: { ...office, days: [0, 6], bytesPerSecond: null } },
      summaryWords.hours('Saturday and Sunday', '08:00', '18:00', unlimited, atMost(9_000)),
    ],
    [
      'a schedule on several days that passes midnight',
      { bytesPerSecond: null, schedule: { ...office, days: [0, 3, 1], from: '22:00', to: '06:00' } },
      summaryWords.hours(
        'Monday, Wednesday and Sunday',
        '22:00',
        summaryWords.nextDay('06:00'),
        atMost(5_000_000),
        unlimited,
      ),
    ],
    [
      'hours without sending',
      { bytesPerSecond: 9_000, schedule: { ...office, sends: 'nothing' } },
      summaryWords.hours('Monday to Friday', '08:00', '18:00', summaryWords.nothing, atMost(9_000)),
    ],
    [
      'the only hours with sending',
      { bytesPerSecond: null, schedule: { ...office, sends: 'only' } },
      summaryWords.hours('Monday to Friday', '08:00', '18:00', unlimited, summaryWords.nothing),
    ],
    [
      'a schedule without days',
      { bytesPerSecond: null, schedule: { ...office, days: [] } },
      summaryWords.none,
    ],
  ])('describes %s', (_, given, summary) => {
    expect(limitSummary(given)).toBe(summary);
  });
});
