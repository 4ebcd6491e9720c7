import { describe, expect, it } from 'vitest';
import { finishedUpload } from '../../../test/fixtures/progress.ts';
import { limitTexts, stateNow } from './limits.ts';

const upload = { ...finishedUpload, state: 'uploading' } as const;
const nights = { days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' };
const notByDay = { days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00', sends: 'nothing' } as const;
/** A Thursday. */
const at = (hour: number, day = 26) => new Date(2026, 10, day, hour);

describe('an upload with hours', () => {
  it.each([
    ['waits by day', nights, at(14), /^waiting until 2026-11-26 20:00 /],
    ['is sent by night', nights, at(21), /^uploading$/],
    ['waits over the weekend', nights, at(14, 28), /^waiting until 2026-11-30 20:00 /],
    ['but by day waits by day', notByDay, at(14), /^waiting until 2026-11-26 20:00 /],
    ['but by day is sent at the weekend', notByDay, at(14, 28), /^uploading$/],
    ['off is sent at any time', null, at(14), /^uploading$/],
  ])('%s', (_title, hours, now, expected) => {
    expect(stateNow(upload, { hours }, now)).toMatch(expected);
  });

  it('that is paused does not wait', () => {
    expect(stateNow({ ...upload, state: 'paused' }, { hours: nights }, at(14))).toBe('paused');
  });
});

it('the limits of an upload are what it was given', () => {
  expect(limitTexts({ hours: nights, bytesPerSecond: 50_000_000 })).toEqual([
    'Hours: only Monday to Friday, 20:00 to 06:00 the next day',
    'Bandwidth limit: 50 MB/s',
  ]);
  expect(limitTexts({ hours: notByDay })).toEqual(['Hours: not Monday to Friday, 06:00 to 20:00']);
  expect(limitTexts({ hours: null, bytesPerSecond: Number.POSITIVE_INFINITY })).toEqual([]);
});
