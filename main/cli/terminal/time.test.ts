import { expect, test } from 'vitest';
import { formatTime } from './time.ts';

test('a time has its zone', () => {
  expect(formatTime('2026-10-12T19:20:00.000Z', 'America/New_York')).toBe('2026-10-12 15:20 EDT');
  expect(formatTime('not a time')).toBe('not a time');
});
