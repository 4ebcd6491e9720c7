import { expect, test } from 'vitest';
import { restAfterHintMs, restAfterScanMs } from './scan-interval.ts';

test.each([
  [
    'a small folder is read as often as the rule says',
    { durationMs: 100, usesEvents: false, timesAway: 0 },
    60_000,
  ],
  ['a large one takes a tenth of a core', { durationMs: 20_000, usesEvents: false, timesAway: 0 }, 200_000],
  ['with events, a fiftieth', { durationMs: 20_000, usesEvents: true, timesAway: 0 }, 1_000_000],
  ['a folder that went away is looked for soon', { durationMs: 1, usesEvents: true, timesAway: 1 }, 1_000],
  ['and less often if it stays away', { durationMs: 1, usesEvents: true, timesAway: 50 }, 15_000],
])('%s', (_, last, expected) => {
  expect(restAfterScanMs(last, 60)).toBe(expected);
});

test('folders where many write are not read without end', () => {
  expect(restAfterHintMs(3)).toBe(100);
  expect(restAfterHintMs(2_000)).toBe(20_000);
});
