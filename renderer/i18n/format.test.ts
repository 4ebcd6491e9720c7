import { describe, expect, it } from 'vitest';
import { fileTime, formatGb, month, monthName, splitName, splitPath, time, timeText } from './format.ts';

describe('billable gigabytes', () => {
  it.each([
    { gb: 0, text: '0 B' },
    { gb: 0.000_003, text: '3.0 kB' },
    { gb: 0.42, text: '420.0 MB' },
    { gb: 9.999, text: '10.0 GB' },
    { gb: 12.54, text: '12.5 GB' },
    { gb: 6061, text: '6.1 TB' },
    { gb: 1_234_567, text: '1.2 PB' },
  ])('$gb are “$text”', ({ gb, text }) => expect(formatGb(gb)).toBe(text));
});

it('a month is named the same in every zone', () => {
  expect(monthName({ year: 2026, month: 1 })).toBe('Jan 2026');
});

it.each([
  [null, ''],
  ['', ''],
  ['2026-11-14T20:20:00Z', time('2026-11-14T20:20:00Z')],
  ['last Tuesday', 'last Tuesday'],
])('the platform’s time %j is shown as “%s”', (given, text) => {
  expect(timeText(given)).toBe(text);
});

describe('a name that is shortened in the middle', () => {
  it.each([
    ['keeps a short name whole', 'note 1.txt', '', 'note 1.txt'],
    [
      'keeps the extension',
      'Minutes of the board, third quarter.docx',
      'Minutes of the board, third q',
      'uarter.docx',
    ],
    [
      'has an end without an extension too',
      'a name without any extension',
      'a name without any ext',
      'ension',
    ],
    [
      'takes no sentence for an extension',
      'v1. the rest of a long file name',
      'v1. the rest of a long fil',
      'e name',
    ],
    [
      'never splits a character',
      'files of the family x👨‍👩‍👧é12345.pst',
      'files of the family x👨‍👩‍👧',
      'é12345.pst',
    ],
  ])('%s', (_, name, start, end) => {
    expect(splitName(name)).toEqual({ start, end });
  });

  it('is the whole name again when it is copied', () => {
    const name = `${'x'.repeat(5000)}.e01`;
    const { start, end } = splitName(name);
    expect(start + end).toBe(name);
  });
});

describe('times name their zone', () => {
  const zone = 'America/New_York';

  it('in winter and in summer', () => {
    expect(time('2026-11-14T20:20:00Z', zone)).toBe('Nov 14, 2026, 15:20 EST');
    expect(time('2026-07-14T20:20:00Z', zone)).toBe('Jul 14, 2026, 16:20 EDT');
  });

  it('and a file may be from any time', () => {
    expect(fileTime('2026-11-14T20:20:00.123456789Z', zone)).toBe('Nov 14, 2026, 15:20 EST');
    expect(fileTime('1601-01-01T00:00:00.000000000Z', 'UTC')).toBe('Jan 1, 1601, 00:00 UTC');
    expect(fileTime('@9000000000000.000000000', zone)).toBe('9000000000000.000000000 s since 1970');
  });

  it('and months follow the zone', () => {
    expect(month('2026-12-01T03:00:00Z', zone)).toBe('November 2026');
    expect(month('2026-12-01T03:00:00Z', 'UTC')).toBe('December 2026');
  });
});

it('a path is split after its last separator, slash or backslash', () => {
  expect(splitPath('\\\\nas2\\EV\\a.pst')).toEqual({ folder: '\\\\nas2\\EV\\', name: 'a.pst' });
  expect(splitPath('/ev/a.pst')).toEqual({ folder: '/ev/', name: 'a.pst' });
  expect(splitPath('a.pst')).toEqual({ folder: '', name: 'a.pst' });
});
