import { expect, test } from 'vitest';
import { LineMeter, lostBytes, type PutEnd } from './line-meter.ts';

const MB = 1_000_000;

/** A line on which puts end one after the other, some at once. */
function line() {
  let nowMs = 0;
  const meter = new LineMeter(() => nowMs);
  const begin = (sizeBytes: number, sentBytes = sizeBytes) => {
    nowMs += 1;
    return Object.assign(meter.begin(sizeBytes), { sentBytes });
  };
  const put = (sizeBytes: number, end: PutEnd, sentBytes = sizeBytes): void => {
    const one = begin(sizeBytes, sentBytes);
    nowMs += 1000;
    meter.end(one, end);
  };
  return { meter, begin, put };
}

test('a line that never broke carries anything, whatever a host answers', () => {
  const { meter, put } = line();
  put(8 * MB, 'acknowledged');
  put(8 * MB, 'other', 3 * MB);
  put(8 * MB, 'broken', 0);
  expect(meter.bytesPerBreak).toBe(Number.POSITIVE_INFINITY);
  expect(meter.isBreaking).toBe(false);
  expect(meter.largestBytes).toBe(8 * MB);
});

test('a line that breaks after 8 MB again and again is known after a few breaks, and no break is the rule', () => {
  const { meter, put } = line();
  put(5 * MB, 'acknowledged');
  put(5 * MB, 'broken', 3 * MB);
  expect(meter.bytesPerBreak).toBeGreaterThan(15 * MB);
  for (let n = 0; n < 6; n += 1) {
    put(5 * MB, 'acknowledged');
    put(2 * MB, 'acknowledged');
    put(5 * MB, 'broken', 1 * MB);
  }
  expect(meter.bytesPerBreak / MB).toBeCloseTo(7, 0);
  expect(meter.isBreaking).toBe(true);
});

test('connections that break at once are one break', () => {
  const { meter, begin } = line();
  const puts = Array.from({ length: 8 }, () => begin(50 * MB, 20 * MB));
  for (const one of puts) meter.end(one, 'broken');
  const alone = line();
  alone.meter.end(alone.begin(50 * MB, 20 * MB), 'broken');
  expect(meter.bytesPerBreak).toBeGreaterThan(alone.meter.bytesPerBreak / 4);
});

test('a line that stopped breaking carries more and more', () => {
  const { meter, put } = line();
  put(5 * MB, 'broken', 5 * MB);
  for (let n = 0; n < 100; n += 1) put(5 * MB, 'acknowledged');
  expect(meter.bytesPerBreak).toBe(500 * MB);
  expect(meter.isBreaking).toBe(false);
});

test.each<[PutEnd, number]>([
  ['acknowledged', 0],
  ['stopped', 4 * 1024 * 1024],
  ['broken', 30 * MB],
  ['other', 30 * MB],
])('of an attempt that ended as %s, %d bytes went over the line in vain', (end, lost) => {
  expect(lostBytes(line().begin(64 * MB, 30 * MB), end)).toBe(lost);
});
