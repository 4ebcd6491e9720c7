import { expect, test } from 'vitest';
import { formatLogTime, formatTime } from './time.ts';

test('a time has its zone', () => {
  expect(formatTime('2026-10-12T19:20:00.000Z', 'America/New_York')).toBe('2026-10-12 15:20 EDT');
  expect(formatLogTime(Date.parse('2026-11-01T05:30:07.000Z'), 'America/New_York')).toBe(
    '2026-11-01 01:30:07 EDT',
  );
  expect(formatLogTime(Date.parse('2026-11-01T06:30:07.000Z'), 'America/New_York')).toBe(
    '2026-11-01 01:30:07 EST',
  );
  expect(formatTime('not a time')).toBe('not a time');
});
