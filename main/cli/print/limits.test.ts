import { describe, expect, it } from 'vitest';
import { uploadStatus } from '../../../renderer/shared/upload-status.ts';
import { finishedUpload } from '../../../test/fixtures/progress.ts';
import { upload as view } from '../../../test/fixtures/views.ts';
import type { TransferLimits } from '../../engine/index.ts';
import { limits as words } from '../words/uploads.ts';
import { limitTexts, printLimits, stateNow } from './limits.ts';

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
    expect(stateNow({ ...upload, limits: { hours } }, now)).toMatch(expected);
  });

  it('that is paused does not wait', () => {
    expect(stateNow({ ...upload, state: 'paused', limits: { hours: nights } }, at(14))).toBe('paused');
  });
});

it('an upload that has finished says what became of it, as the window does', () => {
  const { totals } = finishedUpload;
  const held = {
    ...finishedUpload,
    totals: { ...totals, failed: { items: 0, bytes: 0 }, held: { items: 2, bytes: 42 } },
  };
  const { label } = uploadStatus(view({ state: 'finished', totals: held.totals }), null);
  expect(stateNow(held, at(14))).toBe(`incomplete: ${label}`);
});

it('the limits of an upload are what it was given', () => {
  expect(limitTexts({ hours: nights, bytesPerSecond: 50_000_000 })).toEqual([
    'Hours: only Monday to Friday, 20:00 to 06:00 the next day',
    'Bandwidth limit: 50 MB/s',
  ]);
  expect(limitTexts({ hours: notByDay })).toEqual(['Hours: not Monday to Friday, 06:00 to 20:00']);
  expect(limitTexts({ hours: { ...nights, days: [0, 1, 2, 3, 4, 5, 6] } })).toEqual([
    'Hours: only every day, 20:00 to 06:00 the next day',
  ]);
  expect(limitTexts({ hours: null, bytesPerSecond: Number.POSITIVE_INFINITY })).toEqual([]);
});

describe('which limits hold', () => {
  const usual = { bytesPerSecond: 5_000_000, schedule: null, concurrency: 16 };
  const set = 'At most 5 MB/s at all times.';
  it.each<[string, TransferLimits, string[], object]>([
    ['those of the window', {}, [words.usual(set)], { bytesPerSecond: 5e6, from: 'settings' }],
    [
      'an own limit',
      { bytesPerSecond: 50e6, concurrency: 3 },
      ['Bandwidth limit: 50 MB/s', words.replaced(set)],
      { bytesPerSecond: 50e6, concurrency: 3, from: 'options' },
    ],
    [
      'own hours under the limit of the window',
      { hours: nights },
      ['Hours: only Monday to Friday, 20:00 to 06:00 the next day', 'Bandwidth limit: 5 MB/s'],
      { bytesPerSecond: 5e6, from: 'options' },
    ],
    [
      'no limit, as it was given',
      { bytesPerSecond: Number.POSITIVE_INFINITY },
      [words.replaced(set)],
      { bytesPerSecond: null, from: 'options' },
    ],
  ])('%s', (_, own, lines, fields) => {
    const printed: string[] = [];
    const events: object[] = [];
    const output = {
      print: (...texts: readonly string[]) => void printed.push(...texts),
      event: (_name: string, given: object) => void events.push(given),
    };
    printLimits(output, null, own, usual);
    expect(printed).toEqual(lines);
    expect(events).toMatchObject([{ upload: null, concurrency: 16, ...fields }]);
  });
});
