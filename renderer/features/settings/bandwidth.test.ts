import { describe, expect, it } from 'vitest';
import { preferences } from '../../../preload/contract/views/views.ts';
import fc from '../../../test/fixtures/property.ts';
import { defaultSchedule, displayUnit, speedUnits, switchSchedule, toBytesPerSecond } from './bandwidth.ts';

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

describe('a new schedule', () => {
  it('is valid by the contract, whatever the limit', () => {
    for (const limit of [null, 1000, 1_000_001]) {
      expect(preferences.shape.schedule.safeParse(defaultSchedule(limit)).success).toBe(true);
    }
  });
});
