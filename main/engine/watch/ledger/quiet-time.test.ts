import { describe, expect, test } from 'vitest';
import { QuietTime } from './quiet-time.ts';

/** A folder in which a file was found at 1,000 ms. */
function afterChange(): QuietTime {
  const quiet = new QuietTime();
  quiet.changed('Doe', 1_000);
  return quiet;
}

describe('a folder', () => {
  test('is quiet without end if nothing changed since the start', () => {
    expect(new QuietTime().quietMs(null, 5_000)).toBe(Number.POSITIVE_INFINITY);
  });

  test('is quiet since its last change, in each top-level folder for itself', () => {
    const quiet = afterChange();
    quiet.changed('Roe', 4_000);
    expect(['Doe', 'Roe', null].map((top) => quiet.quietMs(top, 5_000))).toEqual([4_000, 1_000, 1_000]);
  });

  test('is not known to be quiet while a reported change waits for its scan', () => {
    const quiet = afterChange();
    quiet.heard('Doe', 2_000);
    expect(quiet.quietMs('Doe', 60_000)).toBe(1_000);
    expect(quiet.quietMs(null, 60_000)).toBe(1_000);
    quiet.beginScan(false, 50_000);
    expect(quiet.quietMs('Doe', 60_000)).toBe(1_000);
    quiet.endScan(true);
    expect(quiet.quietMs('Doe', 60_000)).toBe(59_000);
  });

  test('is quiet although another top-level folder has a change that was not read', () => {
    const quiet = afterChange();
    quiet.heard('Roe', 2_000);
    expect(quiet.quietMs('Doe', 5_000)).toBe(4_000);
  });

  test('is not known to be quiet while a complete scan reads it', () => {
    const quiet = afterChange();
    quiet.beginScan(true, 3_000);
    expect([quiet.quietMs('Doe', 60_000), quiet.quietMs(null, 60_000)]).toEqual([2_000, 2_000]);
    quiet.endScan(true);
    expect(quiet.quietMs('Doe', 60_000)).toBe(59_000);
  });

  test('becomes quiet beside a file that is written all the time and is never taken', () => {
    const quiet = afterChange();
    for (let ms = 2_000; ms <= 20_000; ms += 1_000) {
      quiet.heard('Doe', ms);
      quiet.beginScan(false, ms + 100);
      quiet.heard('Doe', ms + 200);
      quiet.endScan(true);
    }
    expect(quiet.quietMs('Doe', 20_500)).toBe(19_100);
  });

  test('counts what was reported during a scan from the start of the scan', () => {
    const quiet = afterChange();
    quiet.beginScan(false, 2_000);
    quiet.heard('Doe', 9_000);
    quiet.endScan(true);
    expect(quiet.quietMs('Doe', 60_000)).toBe(1_000);
  });

  test('stays unread after a scan that failed, until a complete one succeeds', () => {
    const quiet = afterChange();
    quiet.beginScan(true, 2_000);
    quiet.endScan(false);
    quiet.beginScan(false, 3_000);
    quiet.endScan(true);
    expect(quiet.quietMs('Doe', 60_000)).toBe(1_000);
    quiet.beginScan(true, 4_000);
    quiet.endScan(true);
    expect(quiet.quietMs('Doe', 60_000)).toBe(59_000);
  });
});
