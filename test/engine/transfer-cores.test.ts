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
import { Semaphore } from '../../main/engine/transfer/semaphore.ts';
import { identityChange } from '../../main/engine/transfer/source-identity.ts';
import { afterEvent, type ItemEvent } from '../../main/engine/types/item-states.ts';
import type { ItemState } from '../../main/engine/types/uploads.ts';

describe('item states', () => {
  const events: readonly ItemEvent[] = ['started', 'completed', 'failed', 'unknown', 'retried', 'skipped'];
  const states: readonly ItemState[] = ['queued', 'uploading', 'accepted', 'skipped', 'failed', 'held'];

  test('after any events in any order, an item is in a known state, and accepted stays accepted', () => {
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

  test('only a person can requeue an item that failed or is held', () => {
    for (const state of ['failed', 'held'] as const)
      for (const event of events) if (afterEvent(state, event) === 'queued') expect(event).toBe('retried');
    expect(afterEvent('skipped', 'retried')).toBeNull();
  });
});

describe('adaptive concurrency', () => {
  const bounds = fc
    .record({ floor: fc.integer({ min: 1, max: 8 }), more: fc.nat(56) })
    .map(({ floor, more }) => ({ floor, ceiling: floor + more }));
  const sample = fc.record({
    bytesPerSecond: fc.double({ min: 0, max: 1e10, noNaN: true }),
    faults: fc.nat(20),
    acknowledged: fc.nat(100),
    isSaturated: fc.boolean(),
  });

  test('never leaves its bounds, and moves by one unless there are faults', () => {
    fc.assert(
      fc.property(bounds, fc.array(sample, { maxLength: 60 }), (within, samples) => {
        let state: AdaptiveState = initialConcurrency(within);
        for (const seen of samples) {
          const next = nextConcurrency(state, seen, within);
          expect(next.parts).toBeGreaterThanOrEqual(within.floor);
          expect(next.parts).toBeLessThanOrEqual(within.ceiling);
          const hasFaults = seen.faults > seen.acknowledged / 10;
          if (hasFaults) expect(next.parts).toBeLessThanOrEqual(state.parts);
          else expect(Math.abs(next.parts - state.parts)).toBeLessThanOrEqual(1);
          state = next;
        }
      }),
    );
  });

  test('faults lower it to the floor within a few samples, at any speed', () => {
    const within = { floor: 2, ceiling: 64 };
    let state: AdaptiveState = { parts: 64, direction: 1, bytesPerSecond: 1 };
    for (let count = 0; count < 8; count += 1)
      state = nextConcurrency(
        state,
        { bytesPerSecond: 1e9, faults: 1, acknowledged: 0, isSaturated: true },
        within,
      );
    expect(state.parts).toBe(2);
  });

  test('while each connection adds speed, it rises until the line is full, and stays near', () => {
    const within = { floor: 2, ceiling: 32 };
    let state = initialConcurrency(within);
    const seen: number[] = [];
    for (let count = 0; count < 80; count += 1) {
      const bytesPerSecond = Math.min(state.parts, 12) * 10e6;
      state = nextConcurrency(
        state,
        { bytesPerSecond, faults: 0, acknowledged: 50, isSaturated: true },
        within,
      );
      seen.push(state.parts);
    }
    const steady = seen.slice(40);
    expect(Math.min(...steady)).toBeGreaterThanOrEqual(9);
    expect(Math.max(...steady)).toBeLessThanOrEqual(15);
  });

  test('a few faults among many acknowledged parts do not lower it', () => {
    const within = { floor: 2, ceiling: 32 };
    const from: AdaptiveState = { parts: 10, direction: 1, bytesPerSecond: 100 };
    expect(
      nextConcurrency(from, { bytesPerSecond: 120, faults: 5, acknowledged: 100, isSaturated: true }, within)
        .parts,
    ).toBe(11);
  });
});

describe('the semaphore', () => {
  test('stays within its limit, serves the first waiter first, and forgets aborted ones', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('acquire' as const) }),
      fc.record({ do: fc.constant('release' as const) }),
      fc.record({ do: fc.constant('abort' as const), index: fc.nat(30) }),
      fc.record({ do: fc.constant('limit' as const), limit: fc.integer({ min: 1, max: 6 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const semaphore = new Semaphore(3);
        const waiters: { readonly stop: AbortController; result: boolean | null }[] = [];
        let held = 0;
        const entered: number[] = [];
        for (const todo of steps) {
          const usedBefore = semaphore.used;
          switch (todo.do) {
            case 'acquire': {
              const waiter = { stop: new AbortController(), result: null as boolean | null };
              const number = waiters.push(waiter) - 1;
              semaphore.acquire(waiter.stop.signal).then((got) => {
                waiter.result = got;
                if (!got) return;
                held += 1;
                entered.push(number);
              });
              break;
            }
            case 'release':
              if (held > 0) {
                held -= 1;
                semaphore.release();
              }
              break;
            case 'abort':
              waiters[todo.index]?.stop.abort();
              break;
            case 'limit':
              semaphore.limit = todo.limit;
          }
          await turn();
          expect(semaphore.used).toBe(held);
          // A lower limit revokes nothing, and nothing new is acquired above it.
          expect(semaphore.used).toBeLessThanOrEqual(Math.max(semaphore.limit, usedBefore));
          const waiting = waiters.filter((waiter) => waiter.result === null);
          if (waiting.length > 0) expect(semaphore.used).toBeGreaterThanOrEqual(semaphore.limit);
        }
        expect(entered).toEqual([...entered].sort((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });
});

describe('the bandwidth limiter', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    { bytesPerSecond: 200_000, blockBytes: 64 * 1024, senders: 1 },
    { bytesPerSecond: 5_000_000, blockBytes: 1024 * 1024, senders: 4 },
    { bytesPerSecond: 80_000_000, blockBytes: 1024 * 1024, senders: 16 },
  ])(
    'keeps $bytesPerSecond bytes a second within 5 % with $senders senders',
    async ({ bytesPerSecond, blockBytes, senders }) => {
      const limiter = new BandwidthLimiter(bytesPerSecond);
      const seconds = 60;
      let sentBytes = 0;
      const end = performance.now() + seconds * 1000;
      const send = async (): Promise<void> => {
        while (performance.now() < end) {
          await limiter.reserve(blockBytes);
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

  test('a changed limit applies at once, and without a limit nothing waits', () => {
    const limiter = new BandwidthLimiter(Number.POSITIVE_INFINITY);
    expect(limiter.reserve(1e12)).toBeUndefined();
    limiter.bytesPerSecond = 1000;
    limiter.reserve(1000);
    expect(limiter.reserve(1000)).toBeInstanceOf(Promise);
  });
});

describe('ETags', () => {
  const md5 = '0cc175b9c0f1b6a831c399e269772661';
  const other = '92eb5ffee6ae2fec3ad71c777531578f';

  test('count as MD5 for a host once one of its ETags was, and for no other host', () => {
    const detector = new EtagMd5Detector();
    expect(detector.compare('https://a', `"${other}"`, md5)).toBe('unknown');
    expect(detector.isProven).toBe(false);
    expect(detector.compare('https://a', `"${md5.toUpperCase()}"`, md5)).toBe('matches');
    expect(detector.compare('https://a', `"${other}"`, md5)).toBe('differs');
    expect(detector.compare('https://a', `W/"${other}"`, md5)).toBe('differs');
    expect(detector.compare('https://b', `"${other}"`, md5)).toBe('unknown');
  });

  test('of another shape, or without an MD5 of ours, prove nothing even then', () => {
    const detector = new EtagMd5Detector();
    detector.compare('https://a', md5, md5);
    expect(detector.compare('https://a', `"${other}-3"`, md5)).toBe('unknown');
    expect(detector.compare('https://a', `"${other}"`, undefined)).toBe('unknown');
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
    { what: 'all as acknowledged', change: (n: number) => ({ etag: `"e${n}"` }), differs: [] },
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

  test('across runs a medium may be mounted again; within one it may not', () => {
    expect(identityChange(file, file, true)).toBeNull();
    expect(identityChange(file, { ...file, device: 9n, fileId: 9n }, false)).toBeNull();
    expect(identityChange(file, { ...file, fileId: 9n }, true)).toEqual({ kind: 'replaced' });
    expect(identityChange(file, { ...file, mtimeNs: 8n }, false)).toEqual({ kind: 'modified' });
    expect(identityChange(file, { ...file, sizeBytes: 6, mtimeNs: 8n }, false)).toEqual({
      kind: 'grew',
      fromBytes: 5,
      toBytes: 6,
    });
  });
});

describe('the remaining time', () => {
  test('is a range around the recent speeds, never less than the rate limit allows', () => {
    const speed = fc.double({ min: 0, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(speed, { maxLength: 130 }),
        fc.nat(1e12),
        fc.nat(100_000),
        (samples, bytesLeft, rateLimited) => {
          const left = secondsLeft(samples, bytesLeft, rateLimited);
          if (left === null) return;
          expect(samples.length).toBeGreaterThanOrEqual(6);
          expect(left.low).toBeLessThanOrEqual(left.high);
          expect(left.low).toBeGreaterThanOrEqual(rateLimited);
          expect(left.low).toBeGreaterThanOrEqual(bytesLeft / Math.max(...samples));
          expect(Number.isFinite(left.high)).toBe(true);
        },
      ),
    );
  });

  test('is exact on a steady line, and unknown at first', () => {
    expect(secondsLeft(Array(20).fill(1000), 60_000, 1)).toEqual({ low: 60, high: 60 });
    expect(secondsLeft([1000, 1000], 60_000, 1)).toBeNull();
    expect(secondsLeft(Array(20).fill(0), 60_000, 1)).toBeNull();
    expect(secondsLeft(Array(20).fill(Number.MIN_VALUE), 60_000, 1)).toBeNull();
  });
});
