import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type AdaptiveState,
  initialConcurrency,
  nextConcurrency,
} from '../../main/engine/transfer/adaptive-concurrency.ts';
import { BandwidthLimiter } from '../../main/engine/transfer/bandwidth-limiter.ts';
import { differingPartNumbers } from '../../main/engine/transfer/compare-part-list.ts';
import { EtagMd5Detector } from '../../main/engine/transfer/etag-md5-detector.ts';
import { secondsLeft } from '../../main/engine/transfer/progress.ts';
import { RetryBudget } from '../../main/engine/transfer/retry-budget.ts';
import { Semaphore } from '../../main/engine/transfer/semaphore.ts';
import { identityChange } from '../../main/engine/transfer/source-identity.ts';
import { afterEvent, type ItemEvent } from '../../main/engine/types/item-states.ts';
import type { ItemState } from '../../main/engine/types/uploads.ts';

describe('item states', () => {
  const events: readonly ItemEvent[] = ['started', 'completed', 'failed', 'unknown', 'retried', 'skipped'];
  const states: readonly ItemState[] = ['queued', 'uploading', 'accepted', 'skipped', 'failed', 'held'];

  test('whatever happens, in whatever order, an item is in a known state, and uploaded stays uploaded', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (happened) => {
        let state: ItemState = 'queued';
        let completions = 0;
        for (const event of happened) {
          const to = afterEvent(state, event);
          if (to !== null && event === 'completed') completions += 1;
          if (state === 'accepted') expect(to).toBeNull();
          state = to ?? state;
          expect(states).toContain(state);
        }
        expect(completions).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('only a person brings an item back that failed or is held', () => {
    for (const state of ['failed', 'held'] as const)
      for (const event of events) if (afterEvent(state, event) === 'queued') expect(event).toBe('retried');
    expect(afterEvent('skipped', 'retried')).toBeNull();
  });
});

describe('the climb', () => {
  const bounds = fc
    .record({ floor: fc.integer({ min: 1, max: 8 }), more: fc.nat(56) })
    .map(({ floor, more }) => ({ floor, ceiling: floor + more }));
  const look = fc.record({
    bytesPerSecond: fc.double({ min: 0, max: 1e10, noNaN: true }),
    troubles: fc.nat(20),
    arrived: fc.nat(100),
    full: fc.boolean(),
  });

  test('never leaves its bounds, and moves by one unless the line is in trouble', () => {
    fc.assert(
      fc.property(bounds, fc.array(look, { maxLength: 60 }), (within, looks) => {
        let state: AdaptiveState = initialConcurrency(within);
        for (const seen of looks) {
          const next = nextConcurrency(state, seen, within);
          expect(next.parts).toBeGreaterThanOrEqual(within.floor);
          expect(next.parts).toBeLessThanOrEqual(within.ceiling);
          const inTrouble = seen.troubles > seen.arrived / 10;
          if (inTrouble) expect(next.parts).toBeLessThanOrEqual(state.parts);
          else expect(Math.abs(next.parts - state.parts)).toBeLessThanOrEqual(1);
          state = next;
        }
      }),
    );
  });

  test('trouble takes it to the floor within a few looks, whatever the speed', () => {
    const within = { floor: 2, ceiling: 64 };
    let state: AdaptiveState = { parts: 64, direction: 1, bytesPerSecond: 1 };
    for (let looks = 0; looks < 8; looks += 1)
      state = nextConcurrency(state, { bytesPerSecond: 1e9, troubles: 1, arrived: 0, full: true }, within);
    expect(state.parts).toBe(2);
  });

  test('on a line where each connection brings its share, it goes up to where the line is full, and stays near', () => {
    const within = { floor: 2, ceiling: 32 };
    let state = initialConcurrency(within);
    const seen: number[] = [];
    for (let looks = 0; looks < 80; looks += 1) {
      const bytesPerSecond = Math.min(state.parts, 12) * 10e6;
      state = nextConcurrency(state, { bytesPerSecond, troubles: 0, arrived: 50, full: true }, within);
      seen.push(state.parts);
    }
    const settled = seen.slice(40);
    expect(Math.min(...settled)).toBeGreaterThanOrEqual(9);
    expect(Math.max(...settled)).toBeLessThanOrEqual(15);
  });

  test('stray faults among many parts that arrive do not take it down', () => {
    const within = { floor: 2, ceiling: 32 };
    const from: AdaptiveState = { parts: 10, direction: 1, bytesPerSecond: 100 };
    expect(
      nextConcurrency(from, { bytesPerSecond: 120, troubles: 5, arrived: 100, full: true }, within).parts,
    ).toBe(11);
  });
});

describe('slots', () => {
  test('are never above the limit, go to who asked first, and let go of who gives up', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('take' as const) }),
      fc.record({ do: fc.constant('release' as const) }),
      fc.record({ do: fc.constant('give up' as const), who: fc.nat(30) }),
      fc.record({ do: fc.constant('limit' as const), limit: fc.integer({ min: 1, max: 6 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const slots = new Semaphore(3);
        const takers: { readonly stop: AbortController; result: boolean | null }[] = [];
        let held = 0;
        const entered: number[] = [];
        for (const todo of steps) {
          const usedBefore = slots.used;
          switch (todo.do) {
            case 'take': {
              const taker = { stop: new AbortController(), result: null as boolean | null };
              const number = takers.push(taker) - 1;
              slots.acquire(taker.stop.signal).then((got) => {
                taker.result = got;
                if (!got) return;
                held += 1;
                entered.push(number);
              });
              break;
            }
            case 'release':
              if (held > 0) {
                held -= 1;
                slots.release();
              }
              break;
            case 'give up':
              takers[todo.who]?.stop.abort();
              break;
            case 'limit':
              slots.limit = todo.limit;
          }
          await turn();
          expect(slots.used).toBe(held);
          // A lower limit throws nobody out, and nobody new comes in above it.
          expect(slots.used).toBeLessThanOrEqual(Math.max(slots.limit, usedBefore));
          const waiting = takers.filter((taker) => taker.result === null);
          if (waiting.length > 0) expect(slots.used).toBeGreaterThanOrEqual(slots.limit);
        }
        expect(entered).toEqual([...entered].sort((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });
});

describe('the throttle', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    { bytesPerSecond: 200_000, blockBytes: 64 * 1024, senders: 1 },
    { bytesPerSecond: 5_000_000, blockBytes: 1024 * 1024, senders: 4 },
    { bytesPerSecond: 80_000_000, blockBytes: 1024 * 1024, senders: 16 },
  ])(
    'keeps $bytesPerSecond bytes a second within 5 % with $senders senders',
    async ({ bytesPerSecond, blockBytes, senders }) => {
      const throttle = new BandwidthLimiter(bytesPerSecond);
      const seconds = 60;
      let sentBytes = 0;
      const end = performance.now() + seconds * 1000;
      const send = async (): Promise<void> => {
        while (performance.now() < end) {
          await throttle.take(blockBytes);
          if (performance.now() <= end) sentBytes += blockBytes;
        }
      };
      const sending = Array.from({ length: senders }, send);
      await vi.advanceTimersByTimeAsync((seconds + 60) * 1000);
      await Promise.all(sending);
      expect(sentBytes / seconds).toBeGreaterThan(bytesPerSecond * 0.95);
      expect(sentBytes / seconds).toBeLessThan(bytesPerSecond * 1.05);
    },
  );

  test('a cap that is changed holds from then on, and none makes nobody wait', () => {
    const throttle = new BandwidthLimiter(Number.POSITIVE_INFINITY);
    expect(throttle.take(1e12)).toBeUndefined();
    throttle.bytesPerSecond = 1000;
    throttle.take(1000);
    expect(throttle.take(1000)).toBeInstanceOf(Promise);
  });
});

describe('ETags', () => {
  const md5 = '0cc175b9c0f1b6a831c399e269772661';
  const other = '92eb5ffee6ae2fec3ad71c777531578f';

  test('are believed to be MD5 for a host once one of its was, and for no other host', () => {
    const faith = new EtagMd5Detector();
    expect(faith.judge('https://a', `"${other}"`, md5)).toBe('says-nothing');
    expect(faith.anyProven).toBe(false);
    expect(faith.judge('https://a', `"${md5.toUpperCase()}"`, md5)).toBe('fits');
    expect(faith.judge('https://a', `"${other}"`, md5)).toBe('differs');
    expect(faith.judge('https://a', `W/"${other}"`, md5)).toBe('differs');
    expect(faith.judge('https://b', `"${other}"`, md5)).toBe('says-nothing');
  });

  test('of another shape, or without an MD5 of ours, say nothing even then', () => {
    const faith = new EtagMd5Detector();
    faith.judge('https://a', md5, md5);
    expect(faith.judge('https://a', `"${other}-3"`, md5)).toBe('says-nothing');
    expect(faith.judge('https://a', `"${other}"`, undefined)).toBe('says-nothing');
  });
});

describe('the list of parts', () => {
  const ours = new Map([1, 2, 3].map((number) => [number, { number, etag: `"e${number}"`, sizeBytes: 5 }]));
  const theirs = (change: (number: number) => { etag: string; sizeBytes?: number } | null) =>
    new Map(
      [1, 2, 3].flatMap((partNumber) => {
        const listed = change(partNumber);
        return listed === null ? [] : [[partNumber, { partNumber, ...listed }] as const];
      }),
    );

  test.each([
    { what: 'all as told', change: (n: number) => ({ etag: `"e${n}"` }), differs: [] },
    {
      what: 'without quotes, with the size',
      change: (n: number) => ({ etag: `e${n}`, sizeBytes: 5 }),
      differs: [],
    },
    { what: 'one missing', change: (n: number) => (n === 2 ? null : { etag: `"e${n}"` }), differs: [2] },
    { what: 'another ETag', change: (n: number) => ({ etag: n === 3 ? '"x"' : `"e${n}"` }), differs: [3] },
    {
      what: 'another size',
      change: (n: number) => ({ etag: `"e${n}"`, sizeBytes: n === 1 ? 4 : 5 }),
      differs: [1],
    },
  ])('$what: the parts that differ are $differs', ({ change, differs }) => {
    expect(differingPartNumbers(ours, theirs(change))).toEqual(differs);
  });
});

describe('a file’s identity', () => {
  const file = { sizeBytes: 5, mtimeNs: 7n, device: 1n, fileId: 2n };

  test('across runs a medium may be mounted anew; within one it may not', () => {
    expect(identityChange(file, file, true)).toBeNull();
    expect(identityChange(file, { ...file, device: 9n, fileId: 9n }, false)).toBeNull();
    expect(identityChange(file, { ...file, fileId: 9n }, true)).toBe('another file took its place');
    expect(identityChange(file, { ...file, mtimeNs: 8n }, false)).toBe('it was written to');
    expect(identityChange(file, { ...file, sizeBytes: 6, mtimeNs: 8n }, false)).toBe(
      'it grew from 5 to 6 bytes',
    );
  });
});

describe('the time that is left', () => {
  test('is a range around what the recent speeds say, never less than the paced requests take', () => {
    const speed = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(speed, { maxLength: 130 }),
        fc.nat(1e12),
        fc.nat(100_000),
        (samples, bytesLeft, paced) => {
          const left = secondsLeft(samples, bytesLeft, paced);
          if (left === null) return;
          expect(samples.length).toBeGreaterThanOrEqual(6);
          expect(left.low).toBeLessThanOrEqual(left.high);
          expect(left.low).toBeGreaterThanOrEqual(paced);
          expect(left.low).toBeGreaterThanOrEqual(bytesLeft / Math.max(...samples));
          expect(Number.isFinite(left.high)).toBe(true);
        },
      ),
    );
  });

  test('is exact on a steady line, and not told before something is known', () => {
    expect(secondsLeft(Array(20).fill(1000), 60_000, 1)).toEqual({ low: 60, high: 60 });
    expect(secondsLeft([1000, 1000], 60_000, 1)).toBeNull();
    expect(secondsLeft(Array(20).fill(0), 60_000, 1)).toBeNull();
    expect(secondsLeft(Array(20).fill(Number.MIN_VALUE), 60_000, 1)).toBeNull();
  });
});

describe('patience', () => {
  test('ends the upload when nothing arrives, the item when other things do', () => {
    let arrived = 0;
    const alone = new RetryBudget(() => arrived, 3, 5);
    expect([alone.end(), alone.end(), alone.end()]).toEqual(['none', 'none', 'upload-stops']);
    const amongOthers = new RetryBudget(() => arrived, 3, 5);
    const ends = Array.from({ length: 5 }, () => {
      arrived += 1;
      return amongOthers.end();
    });
    expect(ends).toEqual(['none', 'none', 'none', 'none', 'item-fails']);
  });

  test('always ends, and never before its time', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (others) => {
        let arrived = 0;
        const patience = new RetryBudget(() => arrived, 3, 9);
        const ends = others.map((other) => {
          if (other) arrived += 1;
          return patience.end();
        });
        const first = ends.findIndex((end) => end !== 'none');
        expect(first).toBeGreaterThanOrEqual(2);
        expect(
          others.slice(first - 1, first + 1).every((other) => !other) || ends[first] === 'item-fails',
        ).toBe(true);
      }),
    );
  });
});
