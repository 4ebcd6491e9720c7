import { describe, expect, it, test } from 'vitest';
import fc from '../../test/fixtures/property.ts';
import { formatEta, formatTime } from './time.ts';
import { eta } from './words/progress.ts';

describe('the estimated finish is a range with its zone', () => {
  const at = (nowIso: string, timeZone: string) => ({ nowMs: Date.parse(nowIso), timeZone });
  const newYork = at('2026-12-01T20:00:00Z', 'America/New_York');
  test.each([
    [{ low: 1200, high: 3000 }, newYork, eta.range('15:20', '15:50', 'EST')],
    [{ low: 60, high: 60 }, newYork, eta.about('15:01', 'EST')],
    [{ low: 3000, high: 1200 }, newYork, eta.about('15:50', 'EST')],
    [{ low: 60, high: 60 }, at('2026-07-01T10:00:00Z', 'Europe/London'), eta.about('11:01', 'BST')],
    [{ low: 60, high: 60 }, at('2026-07-01T10:00:00Z', 'UTC'), eta.about('10:01', 'UTC')],
    [{ low: 3600, high: 86_400 }, newYork, eta.range('Tue 1 Dec 16:00', 'Wed 2 Dec 15:00', 'EST')],
    [{ low: 432_000, high: 864_000 }, newYork, eta.betweenDays('Sun 6 Dec', 'Fri 11 Dec')],
    [{ low: 259_200, high: 259_300 }, newYork, eta.onDay('Fri 4 Dec')],
    [{ low: 1, high: Number.POSITIVE_INFINITY }, newYork, eta.moreThanAYear],
  ])('%o', (left, clock, text) => expect(formatEta(left, clock).replaceAll(',', '')).toBe(text));

  it('never shows NaN or Invalid, whatever the numbers', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (low, high) => {
        expect(formatEta({ low, high }, newYork)).not.toMatch(/NaN|Invalid/);
      }),
    );
  });
});

test('a time has its zone', () => {
  expect(formatTime('2026-10-12T19:20:00.000Z', 'America/New_York')).toBe('2026-10-12 15:20 EDT');
  expect(formatTime('not a time')).toBe('not a time');
});
