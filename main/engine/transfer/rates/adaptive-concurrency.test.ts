import { describe, expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import {
  type AdaptiveState,
  initialConcurrency,
  nextConcurrency,
  targetPartMs,
} from './adaptive-concurrency.ts';
import { ConcurrencyController } from './concurrency-controller.ts';
import { LineMeter, type PutInFlight } from './line-meter.ts';

const megabyte = 1_000_000;

describe('one decision', () => {
  const bounds = fc
    .record({ floor: fc.integer({ min: 1, max: 8 }), more: fc.nat(56) })
    .map(({ floor, more }) => ({ floor, ceiling: floor + more }));
  const sample = fc.record({
    weightPerSecond: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e10, noNaN: true })),
    partWeight: fc.constant(1),
    partMs: fc.oneof(fc.constantFrom(0, Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 1_000_000 })),
    partsInFlight: fc.nat(70),
    faults: fc.nat(20),
    acknowledged: fc.nat(100),
  });

  test('never leaves its bounds, and takes back a probe that did harm', () => {
    fc.assert(
      fc.property(bounds, fc.array(sample, { maxLength: 60 }), (within, samples) => {
        let state: AdaptiveState = initialConcurrency(within);
        for (const seen of samples) {
          const next = nextConcurrency(state, seen, within);
          expect(next.parts).toBeGreaterThanOrEqual(within.floor);
          expect(next.parts).toBeLessThanOrEqual(within.ceiling);
          const hasFaults = seen.faults > seen.acknowledged / 10;
          if (hasFaults) expect(next.parts).toBeLessThanOrEqual(state.parts);
          else if (next.probe === 0 && !state.isStarting)
            expect(next.parts).toBeGreaterThanOrEqual(state.parts - Math.max(1, state.probe));
          state = next;
        }
      }),
    );
  });

  const within = { floor: 1, ceiling: 64 };
  const many: AdaptiveState = { ...initialConcurrency(within), parts: 64, isStarting: false };

  test('faults lower it to the floor within a few windows, at any speed', () => {
    let state = many;
    const failing = { weightPerSecond: 1e9, partMs: 1, partWeight: 1, faults: 1, acknowledged: 0 };
    for (let count = 0; count < 8; count += 1)
      state = nextConcurrency(state, { ...failing, partsInFlight: state.parts }, within);
    expect(state.parts).toBe(1);
  });

  test('a few faults among many acknowledged parts do not lower it', () => {
    const seen = {
      weightPerSecond: 1e9,
      partMs: 10,
      partWeight: 1,
      faults: 5,
      acknowledged: 100,
      partsInFlight: 10,
    };
    const state = nextConcurrency({ ...many, parts: 10 }, seen, within);
    expect(state.parts).toBe(11);
  });
});

interface Line {
  readonly bytesPerSecond: number;
  /** What one connection gets at most. */
  readonly perConnection?: number;
  /** Between the end of a part's bytes and the first byte of the next one, for the answers. */
  readonly gapMs?: number;
  /** What buffers take at once. */
  readonly bufferBytes?: number;
  readonly partBytes: number;
  readonly ceiling?: number;
}

interface Simulated {
  readonly partMs: readonly number[];
  readonly deliveredBytes: number;
  /** The limit, second by second. */
  readonly limits: readonly number[];
  readonly acknowledgedAtMs: readonly number[];
  /** When eight parts were in flight; null if they never were. */
  readonly eightAtMs: number | null;
}

/** Plays an endless file over a model line whose connections share the capacity evenly. */
function simulate(line: Line, seconds: number, change?: { atMs: number; bytesPerSecond: number }): Simulated {
  const {
    perConnection = Number.POSITIVE_INFINITY,
    gapMs = 20,
    bufferBytes = 4 * 1024 * 1024,
    partBytes,
  } = line;
  let nowMs = 0;
  const meter = new LineMeter(() => nowMs);
  const controller = new ConcurrencyController(meter, { floor: 1, ceiling: line.ceiling ?? 16 });
  interface Connection {
    readonly put: PutInFlight;
    carried: number;
    endsAtMs: number | null;
  }
  const connections = new Set<Connection>();
  const partMs: number[] = [];
  const acknowledgedAtMs: number[] = [];
  const limits: number[] = [];
  let eightAtMs: number | null = null;
  let deliveredBytes = 0;
  const stepMs = 10;
  for (; nowMs < seconds * 1000; nowMs += stepMs) {
    const total = change !== undefined && nowMs >= change.atMs ? change.bytesPerSecond : line.bytesPerSecond;
    const active = [...connections].filter(({ endsAtMs }) => endsAtMs === null);
    const share = Math.min(perConnection, total / Math.max(1, active.length)) * (stepMs / 1000);
    for (const connection of active) {
      const moved = Math.min(share, partBytes - connection.carried);
      connection.carried += moved;
      deliveredBytes += moved;
      connection.put.sentBytes = Math.min(partBytes, connection.carried + bufferBytes);
      if (connection.carried >= partBytes) connection.endsAtMs = nowMs + gapMs;
    }
    for (const connection of connections) {
      if (connection.endsAtMs === null || connection.endsAtMs > nowMs) continue;
      connections.delete(connection);
      partMs.push(nowMs - connection.put.startedMs);
      meter.end(connection.put, 'acknowledged');
      acknowledgedAtMs.push(nowMs);
    }
    while (connections.size < controller.parts)
      connections.add({ put: meter.begin(partBytes), carried: 0, endsAtMs: null });
    if (nowMs % 50 === 0) controller.update(connections.size);
    if (nowMs % 1000 === 0) limits.push(controller.parts);
    if (connections.size >= 8) eightAtMs ??= nowMs;
  }
  return { partMs, deliveredBytes, limits, acknowledgedAtMs, eightAtMs };
}

function share({ deliveredBytes }: Simulated, bytesPerSecond: number, seconds: number): number {
  return deliveredBytes / (bytesPerSecond * seconds);
}

describe('on a model line', () => {
  test('1 MB/s with parts of 50 MB: one at a time, and hardly ever a second one', () => {
    const seen = simulate({ bytesPerSecond: megabyte, partBytes: 50 * megabyte }, 3600);
    expect(seen.acknowledgedAtMs[0]).toBeLessThan(51_000);
    expect(seen.limits.filter((limit) => limit > 1).length).toBeLessThan(3600 * 0.2);
    expect(Math.max(...seen.limits)).toBe(2);
    expect(share(seen, megabyte, 3600)).toBeGreaterThan(0.98);
  });

  test('1 MB/s with parts of 5 MB: a part takes at most twice the target, and mostly half of it', () => {
    const seen = simulate({ bytesPerSecond: megabyte, partBytes: 5 * megabyte }, 1200);
    expect(Math.max(...seen.partMs)).toBeLessThan(targetPartMs * 2);
    expect(Math.max(...seen.limits)).toBeLessThanOrEqual(3);
    expect(share(seen, megabyte, 1200)).toBeGreaterThan(0.98);
  });

  test('10 MB/s with a round trip of 200 ms: parts stay near the target, and the line is used', () => {
    const seen = simulate({ bytesPerSecond: 10 * megabyte, gapMs: 600, partBytes: 50 * megabyte }, 1200);
    expect(Math.max(...seen.partMs)).toBeLessThan(targetPartMs * 2);
    expect(share(seen, 10 * megabyte, 1200)).toBeGreaterThan(0.9);
  });

  test('1 Gbit/s: full concurrency within a second, and no speed lost', () => {
    const seen = simulate(
      { bytesPerSecond: 125 * megabyte, perConnection: 12 * megabyte, partBytes: 50 * megabyte },
      300,
    );
    expect(seen.limits[1]).toBeGreaterThanOrEqual(8);
    expect(share(seen, 125 * megabyte, 300)).toBeGreaterThan(0.85);
    expect(Math.max(...seen.partMs)).toBeLessThan(targetPartMs * 2);
  });

  test('loopback: full concurrency within 300 ms', () => {
    const seen = simulate({ bytesPerSecond: 2_000 * megabyte, gapMs: 5, partBytes: 50 * megabyte }, 60);
    expect(seen.eightAtMs).toBeLessThan(300);
    expect(share(seen, 2_000 * megabyte, 60)).toBeGreaterThan(0.95);
  });

  test('a lossy line whose connections are slow gets many, although parts take long', () => {
    const line = { bytesPerSecond: 8 * megabyte, perConnection: megabyte / 2, partBytes: 50 * megabyte };
    const seen = simulate(line, 3600);
    expect(share(seen, 8 * megabyte, 3600)).toBeGreaterThan(0.5);
    expect(seen.limits.at(-1)).toBeGreaterThanOrEqual(8);
  });

  test('a lossy line with parts made for it is used from the first minute on', () => {
    const line = { bytesPerSecond: 8 * megabyte, perConnection: megabyte / 2, partBytes: 5 * megabyte };
    const seen = simulate(line, 300);
    expect(share(seen, 8 * megabyte, 300)).toBeGreaterThan(0.7);
  });

  test('a line that collapses gets few parts once those in flight have arrived', () => {
    const line = { bytesPerSecond: 125 * megabyte, perConnection: 10 * megabyte, partBytes: 5 * megabyte };
    const seen = simulate(line, 900, { atMs: 60_000, bytesPerSecond: megabyte });
    const late = seen.limits.slice(-300);
    expect(late.reduce((sum, limit) => sum + limit, 0) / late.length).toBeLessThan(3);
  });

  /** What is acknowledged although the sending is killed every minute: nothing is known after a kill. */
  function acknowledgedOverKills(partBytes: number, kills: number): number {
    const lives = Array.from({ length: kills }, () =>
      simulate({ bytesPerSecond: 1.25 * megabyte, partBytes }, 60),
    );
    return lives.reduce((sum, { partMs }) => sum + partMs.length * partBytes, 0);
  }

  test('1.25 MB/s with a kill every minute: each minute acknowledges parts', () => {
    const possible = 10 * 60 * 1.25 * megabyte;
    expect(acknowledgedOverKills(50 * megabyte, 10) / possible).toBeGreaterThan(0.6);
    expect(acknowledgedOverKills(6.25 * megabyte, 10) / possible).toBeGreaterThan(0.75);
  });
});
