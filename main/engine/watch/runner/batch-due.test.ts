import { describe, expect, it } from 'vitest';
import { isOpen } from '../../../../preload/contract/views/weekly-hours.ts';
import type { Watcher } from '../ledger/watcher.ts';
import { batchDueInMs, maxBatchFiles, nextBatch, nextSendAt } from './batch-due.ts';

const hourMs = 3_600_000;

describe('a batch is due', () => {
  it.each([
    ['never without files', { files: 0, quietMs: 0, waitedMs: 0 }, null],
    ['once the folder was quiet', { files: 1, quietMs: 120_000, waitedMs: 120_000 }, 0],
    ['after the rest of the quiet time', { files: 1, quietMs: 20_000, waitedMs: 20_000 }, 100_000],
    [
      'at once if nothing changed since the start',
      { files: 1, quietMs: Number.POSITIVE_INFINITY, waitedMs: 0 },
      0,
    ],
    ['after an hour in a folder that is never quiet', { files: 1, quietMs: 10, waitedMs: hourMs }, 0],
    ['shortly before that hour', { files: 1, quietMs: 10, waitedMs: hourMs - 5_000 }, 5_000],
    ['at once with very many files', { files: maxBatchFiles, quietMs: 0, waitedMs: 0 }, 0],
  ])('%s', (_when, facts, dueInMs) => {
    expect(batchDueInMs(facts, 120)).toBe(dueInMs);
  });

  it('after ten times a long quiet time, rather than an hour', () => {
    expect(batchDueInMs({ files: 1, quietMs: 0, waitedMs: 2 * hourMs }, 3600)).toBe(hourMs);
  });
});

describe('files are sent', () => {
  const nights = [{ days: [1, 2, 3, 4, 5], from: '20:00', to: '06:00' }];
  // 2026-11-23 is a Monday.
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

  it.each<[string, Date, Date]>([
    ['at once in the evening', at(23, 20), at(23, 20)],
    ['at once after midnight', at(24, 5, 59), at(24, 5, 59)],
    ['in the evening, from the day', at(23, 6), at(23, 20)],
    ['on the night that began on Friday', at(28, 3), at(28, 3)],
    ['on Monday, from the weekend', at(28, 12), at(30, 20)],
    ['at the minute, from a second of the one before', new Date(2026, 10, 23, 19, 59, 30), at(23, 20)],
  ])('%s', (_when, now, expected) => {
    expect(nextSendAt(nights, now)).toEqual(expected);
  });

  it('at any time without a schedule', () => {
    expect(nextSendAt(null, at(23, 12))).toEqual(at(23, 12));
  });

  it('around the clock if the hours are the same', () => {
    const weekend = [{ days: [0, 6], from: '08:00', to: '08:00' }];
    expect([at(28, 12), at(30, 7), at(28, 7), at(27, 12)].map((when) => isOpen(weekend, when))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('in any of several hours, without a gap where one ends and the next begins', () => {
    const outsideOffice = [
      { days: [0, 1, 2, 3, 4, 5, 6], from: '18:00', to: '08:00' },
      { days: [0, 6], from: '00:00', to: '00:00' },
    ];
    const inOffice = (when: Date) => when.getDay() % 6 !== 0 && when.getHours() >= 8 && when.getHours() < 18;
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      const when = at(23, hour, 59);
      expect([when, isOpen(outsideOffice, when)]).toEqual([when, !inOffice(when)]);
    }
    expect(nextSendAt(outsideOffice, at(27, 12))).toEqual(at(27, 18));
    expect(nextSendAt(outsideOffice, at(28, 12))).toEqual(at(28, 12));
  });
});

/** Files arrive all the time. */
const busy: Pick<Watcher, 'state' | 'isChecking' | 'quietMs'> = {
  state: () => ({
    away: null,
    root: null,
    lastScan: {
      at: 't',
      files: 1,
      durationMs: 1,
      ...{ temporary: 0, overdue: 0, unreadable: 0 },
      examples: { temporary: [], unreadable: [] },
    },
    hasIgnoredFolder: false,
    usesEvents: false,
    failure: null,
  }),
  isChecking: () => false,
  quietMs: () => 0,
};
const rule = { datasetPer: 'batch', quietSeconds: 60 } as const;

it.each([
  ['within the hour', -hourMs / 2, false],
  ['an hour ago', -hourMs, true],
  ['when the clock was years ahead', 10_000 * hourMs, true],
])('files of a folder that is never quiet, settled %s', (_, settledMs, isDue) => {
  const since = new Date(Date.now() + settledMs).toISOString();
  const next = nextBatch([{ top: '', files: 1, since }], rule, busy);
  expect(next?.inMs === 0).toBe(isDue);
});
