import { describe, expect, test } from 'vitest';
import fc from '../../../../test/fixtures/property.ts';
import { Random } from '../../../../test/soak/random.ts';
import {
  type AdaptiveState,
  initialConcurrency,
  nextConcurrency,
  targetPartMs,
} from './adaptive-concurrency.ts';
import { ConcurrencyController } from './concurrency-controller.ts';
import { LineMeter, type PutInFlight } from './line-meter.ts';
import { plannedPartBytes } from './part-size.ts';

const megabyte = 1_000_000;

describe('one decision', () => {
  const bounds = fc
    .record({ floor: fc.integer({ min: 1, max: 8 }), more: fc.nat(56) })
    .map(({ floor, more }) => ({ floor, ceiling: floor + more }));
  const sample = fc.record({
    weightPerSecond: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e10, noNaN: true })),
    partWeight: fc.constant(1),
    urlMs: fc.constantFrom(0, 200, 20_000),
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
          const hasFaults = seen.faults > (seen.acknowledged === 0 ? 0 : 1 + seen.acknowledged / 10);
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
    const failing = { weightPerSecond: 1e9, partMs: 1, partWeight: 1, urlMs: 0, faults: 1, acknowledged: 0 };
    for (let count = 0; count < 8; count += 1)
      state = nextConcurrency(state, { ...failing, partsInFlight: state.parts }, within);
    expect(state.parts).toBe(1);
  });

  test('a few faults among many acknowledged parts do not lower it', () => {
    const seen = {
      weightPerSecond: 1e9,
      partMs: 10,
      partWeight: 1,
      urlMs: 0,
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
  /** A part waits so long for its URL, its connection begins slowly, as TCP does, and no two get the same share. */
  readonly roundTripMs?: number;
  /** One connection breaks so often. */
  readonly breaksEveryMs?: number;
  /** What buffers take at once. */
  readonly bufferBytes?: number;
  readonly partBytes: number;
  readonly ceiling?: number;
}

interface Simulated {
  readonly partMs: readonly number[];
  readonly deliveredBytes: number;
  readonly sentAgainBytes: number;
  /** The limit, second by second. */
  readonly limits: readonly number[];
  readonly acknowledgedAtMs: readonly number[];
  /** When eight parts were in flight; null if they never were. */
  readonly eightAtMs: number | null;
}

const firstWindowBytes = 100_000;
const largestWindowBytes = 4 * 1024 * 1024;

/** Plays an endless file over a model line whose connections share the capacity. */
function simulate(line: Line, seconds: number, change?: { atMs: number; bytesPerSecond: number }): Simulated {
  const {
    perConnection = Number.POSITIVE_INFINITY,
    roundTripMs = 0,
    gapMs = roundTripMs === 0 ? 20 : roundTripMs,
    breaksEveryMs = Number.POSITIVE_INFINITY,
    bufferBytes = 4 * 1024 * 1024,
    partBytes,
  } = line;
  let nowMs = 0;
  const random = new Random('line');
  const meter = new LineMeter(() => nowMs);
  const controller = new ConcurrencyController(meter, { floor: 1, ceiling: line.ceiling ?? 16 });
  interface Connection {
    readonly put: PutInFlight;
    readonly beginsAtMs: number;
    readonly weight: number;
    windowBytes: number;
    carried: number;
    endsAtMs: number | null;
  }
  const connections = new Set<Connection>();
  const partMs: number[] = [];
  const acknowledgedAtMs: number[] = [];
  const limits: number[] = [];
  let eightAtMs: number | null = null;
  let [deliveredBytes, sentAgainBytes] = [0, 0];
  const stepMs = 10;
  const mostOf = ({ windowBytes }: Connection): number =>
    Math.min(perConnection, (windowBytes / roundTripMs) * 1000) * (stepMs / 1000);
  for (; nowMs < seconds * 1000; nowMs += stepMs) {
    const total = change !== undefined && nowMs >= change.atMs ? change.bytesPerSecond : line.bytesPerSecond;
    const active = [...connections]
      .filter(({ endsAtMs, beginsAtMs }) => endsAtMs === null && beginsAtMs <= nowMs)
      .sort((a, b) => mostOf(a) / a.weight - mostOf(b) / b.weight || 0);
    let left = total * (stepMs / 1000);
    let weights = active.reduce((sum, { weight }) => sum + weight, 0);
    for (const connection of active) {
      const share = Math.min(mostOf(connection), (left * connection.weight) / weights);
      const moved = Math.min(share, partBytes - connection.carried);
      weights -= connection.weight;
      left -= share;
      connection.carried += moved;
      connection.windowBytes = Math.min(largestWindowBytes, connection.windowBytes + moved);
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
    if (nowMs % breaksEveryMs === 0 && active.length > 0) {
      const broken = random.pick(active);
      connections.delete(broken);
      sentAgainBytes += broken.carried;
      deliveredBytes -= broken.carried;
      meter.countFault();
      meter.end(broken.put, 'broken');
    }
    while (connections.size < controller.parts)
      connections.add({
        put: meter.begin(partBytes, roundTripMs),
        beginsAtMs: nowMs + roundTripMs,
        weight: roundTripMs === 0 ? 1 : 0.6 + 0.8 * random.next(),
        windowBytes: roundTripMs === 0 ? Number.POSITIVE_INFINITY : firstWindowBytes,
        carried: 0,
        endsAtMs: null,
      });
    if (nowMs % 50 === 0) controller.update(connections.size);
    if (nowMs % 1000 === 0) limits.push(controller.parts);
    if (connections.size >= 8) eightAtMs ??= nowMs;
  }
  return { partMs, deliveredBytes, sentAgainBytes, limits, acknowledgedAtMs, eightAtMs };
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

  test.each([
    // The platform's smallest part is two seconds of this line.
    [20, 0.02],
    [200, 0.01],
    [1000, 0.01],
  ])(
    '%i Mbit/s with a round trip of 200 ms, and a connection that breaks each minute: the line is used, and little is sent again',
    (megabits, againShare) => {
      const bytesPerSecond = (megabits / 8) * megabyte;
      const facts = { bytesPerSecond, totalBytesPerSecond: bytesPerSecond, recentBytesPerSecond: null };
      const unlimited = { limitBytesPerSecond: Number.POSITIVE_INFINITY, largestBytes: 0 };
      const wanted = plannedPartBytes({ ...facts, ...unlimited, bytesPerBreak: Number.POSITIVE_INFINITY });
      const partBytes = Math.min(50 * megabyte, Math.max(5 * megabyte, wanted));
      const line: Line = { bytesPerSecond, roundTripMs: 200, breaksEveryMs: 60_000, partBytes };
      const seen = simulate(line, 600);
      expect(share(seen, bytesPerSecond, 600)).toBeGreaterThan(0.95);
      expect(seen.sentAgainBytes / seen.deliveredBytes).toBeLessThan(againShare);
    },
  );

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
