import { describe, expect, it } from 'vitest';
import { parseClockTime } from './weekly-hours.tsx';

describe('a time of day', () => {
  it.each([
    ['8', '08:00'],
    ['8:05', '08:05'],
    [' 18.30 ', '18:30'],
    ['1830', '18:30'],
    ['24:00', null],
    ['8:5', null],
    ['', null],
    ['noon', null],
  ])('%j is read as %j', (text, time) => {
    expect(parseClockTime(text)).toBe(time);
  });
});
