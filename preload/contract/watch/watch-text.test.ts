import { describe, expect, it } from 'vitest';
import { noBandwidthPlan } from '../views/bandwidth-schedule.ts';
import { uploadId } from '../views/ids.ts';
import {
  needsPerson,
  watchHoursText,
  watchReasonText,
  watchScheduleText,
  watchWaitText,
} from './watch-text.ts';
import type { WatchedFolderView, WatchSchedule, WatchWait } from './watched-folder.ts';

const at = '2026-11-14T20:00:00.000Z';
const time = () => 'tonight';

describe('what a watched folder waits for', () => {
  it.each<[WatchWait, string]>([
    [
      { kind: 'folder', reason: { kind: 'missing' }, since: at },
      'Waiting for the folder: not found since tonight',
    ],
    [{ kind: 'schedule', until: at }, 'Uploads from tonight'],
    [{ kind: 'platform', reason: null, since: at }, "Waiting for the platform: it can't be reached"],
    [{ kind: 'upload', uploadId: uploadId.parse(7), failure: null }, 'Upload 7 needs review: resume it'],
  ])('%j is said in words', (wait, text) => expect(watchWaitText(wait, time)).toBe(text));
});

describe('a schedule', () => {
  const nights: WatchSchedule = [{ days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '06:00' }];
  const hours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', bytesPerSecond: 5e6 };
  it.each([
    [null, null, 'any hour'],
    [nights, null, 'Every day, 20:00 to 06:00 the next day'],
    [nights, { ...hours, sends: 'limited' }, 'Every day, 20:00 to 06:00 the next day'],
    [null, { ...hours, sends: 'only', days: [] }, 'any hour'],
    [
      null,
      { ...hours, sends: 'only' },
      'any hour, but only Monday to Friday, 08:00 to 18:00 (bandwidth schedule in Settings)',
    ],
    [
      nights,
      { ...hours, sends: 'nothing' },
      'Every day, 20:00 to 06:00 the next day, but not Monday to Friday, 08:00 to 18:00 (bandwidth schedule in Settings)',
    ],
  ] as const)('%j with the hours of Settings %j is %s', (own, schedule, text) =>
    expect(watchHoursText(own, { ...noBandwidthPlan, schedule })).toBe(text),
  );

  it.each<[WatchSchedule, string]>([
    [[{ days: [5, 4, 3, 2, 1], from: '08:00', to: '18:00' }], 'Monday to Friday, 08:00 to 18:00'],
    [[{ days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '06:00' }], 'Every day, 20:00 to 06:00 the next day'],
    [
      [{ days: [0, 3, 1], from: '20:00', to: '20:00' }],
      'Monday, Wednesday and Sunday, 20:00 to 20:00 the next day',
    ],
    [[{ days: [6], from: '00:00', to: '23:59' }], 'Saturday, 00:00 to 23:59'],
    [
      [
        { days: [1, 2, 3, 4, 5], from: '18:00', to: '08:00' },
        { days: [6, 0], from: '00:00', to: '00:00' },
      ],
      'Monday to Friday, 18:00 to 08:00 the next day; Saturday and Sunday, all day',
    ],
  ])('%j is said in words', (schedule, text) => expect(watchScheduleText(schedule)).toBe(text));
});

it('a file that stays behind names what keeps it', () => {
  expect(watchReasonText({ code: 'marker-missing', marker: '_DONE' })).toBe('no _DONE in its folder yet');
  expect(watchReasonText({ code: 'unreadable', errno: 'EACCES' })).toBe('not readable (permission denied)');
});

describe('a watched folder needs a person', () => {
  const none = {
    settling: 3,
    settled: 1,
    sending: 0,
    sent: 0,
    failed: 0,
    held: 0,
    renamed: 0,
    skipped: 2,
  };
  const view = (given: Partial<WatchedFolderView>) =>
    ({ state: 'active', waitingFor: null, counts: none, ...given }) as const;
  it.each<[string, boolean, Partial<WatchedFolderView>]>([
    ['while it is active', false, {}],
    ['if it is broken', true, { state: 'broken' }],
    ['if the key was refused', true, { waitingFor: { kind: 'key', since: at } }],
    [
      'if the key was refused and it is paused',
      false,
      { state: 'paused', waitingFor: { kind: 'key', since: at } },
    ],
    [
      'while the folder is away',
      false,
      { waitingFor: { kind: 'folder', reason: { kind: 'missing' }, since: at } },
    ],
    ['if files failed', true, { counts: { ...none, failed: 1 } }],
    ['if files need review', true, { counts: { ...none, held: 1 } }],
  ])('%s: %s', (_, expected, given) => expect(needsPerson(view(given))).toBe(expected));
});
