import { describe, expect, it } from 'vitest';
import { preferences } from '../../../preload/contract/views/views.ts';
import fc from '../../../test/fixtures/property.ts';
import {
  defaultSchedule,
  displayUnit,
  editSchedule,
  speedUnits,
  switchSchedule,
  toBytesPerSecond,
  waitingForHours,
} from './bandwidth.ts';

describe('a speed', () => {
  it('survives the conversion to its unit and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 2_000_000_000 }), (bytesPerSecond) => {
        const unit = displayUnit(bytesPerSecond);
        expect(toBytesPerSecond(bytesPerSecond / speedUnits[unit].bytesPerSecond, unit)).toBe(bytesPerSecond);
      }),
    );
  });

  it('of a network is counted in bits', () => {
    expect(toBytesPerSecond(100, 'Mbit')).toBe(12_500_000);
  });

  it('outside the allowed range is rejected', () => {
    expect(toBytesPerSecond(0.5, 'kB')).toBeNull();
    expect(toBytesPerSecond(Number.NaN, 'MB')).toBeNull();
    expect(toBytesPerSecond(Number.POSITIVE_INFINITY, 'MB')).toBeNull();
  });
});

describe('the switch of the schedule', () => {
  const hours = defaultSchedule(null);

  it('brings back the hours that were switched off, and none that nobody has confirmed', () => {
    const off = switchSchedule({ schedule: hours, unusedSchedule: null }, false);
    expect(off).toEqual({ schedule: null, unusedSchedule: hours });
    expect(switchSchedule({ schedule: null, unusedSchedule: hours }, true)).toEqual({ schedule: hours });
    expect(switchSchedule({ schedule: null, unusedSchedule: null }, true)).toEqual({ schedule: null });
  });

  it('keeps the hours when it is switched off twice', () => {
    const off = { schedule: null, unusedSchedule: hours };
    expect(switchSchedule(off, false)).toEqual(off);
  });
});

it('uploads wait for the usual hours while nothing is sent, but for those with hours or a limit of their own', () => {
  const uploads = [
    { state: 'uploading', limits: {} },
    { state: 'uploading', limits: { hours: null } },
    { state: 'uploading', limits: { bytesPerSecond: 1_000_000 } },
    { state: 'paused', limits: {} },
  ] as const;
  expect(waitingForHours(uploads, 0)).toBe(1);
  expect(waitingForHours(uploads, 5_000_000)).toBe(0);
  expect(waitingForHours(uploads, null)).toBe(0);
});

describe('an edit of the schedule', () => {
  const used = defaultSchedule(null);
  const later = { ...used, to: '19:00' };
  const without =
    (day: number) =>
    ({ days }: typeof used) => ({ days: days.filter((each) => each !== day) });

  it('is pending beside the hours that hold, and keeps the one before it', () => {
    const first = editSchedule(used, null, () => ({ to: '19:00' }));
    expect(first).toEqual(later);
    expect(editSchedule(used, first, without(1))).toEqual({ ...later, days: [2, 3, 4, 5] });
  });

  it('that ends at the hours that hold is none', () => {
    expect(editSchedule(used, later, () => ({ to: used.to }))).toBeNull();
    const monday = editSchedule(used, null, without(1));
    expect(editSchedule(used, monday, ({ days }) => ({ days: [...days, 1] }))).toBeNull();
  });

  it('of hours that do not hold yet stays pending', () => {
    expect(editSchedule(null, used, () => ({}))).toEqual(used);
    expect(editSchedule(null, null, () => ({ to: '19:00' }))).toBeNull();
  });
});

describe('a new schedule', () => {
  it('is valid by the contract, whatever the limit', () => {
    for (const limit of [null, 1000, 1_000_001]) {
      expect(preferences.shape.schedule.safeParse(defaultSchedule(limit)).success).toBe(true);
    }
  });
});
