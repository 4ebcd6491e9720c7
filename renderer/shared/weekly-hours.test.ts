import { describe, expect, it } from 'vitest';
import { parseClockTime, timeWhileTyping } from './weekly-hours.tsx';

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

  it('holds as soon as it is typed, and the one before holds while it is not whole', () => {
    const whileTyping = (texts: readonly string[]) => texts.map((text) => timeWhileTyping(text, '18:00'));
    expect(whileTyping(['', '2', '20', '20:', '20:3', '20:30'])).toEqual([
      ...Array.from({ length: 5 }, () => '18:00'),
      '20:30',
    ]);
    expect(whileTyping(['2030', '8:05', '25:00'])).toEqual(['20:30', '08:05', '18:00']);
  });
});
