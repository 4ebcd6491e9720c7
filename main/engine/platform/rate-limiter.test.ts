import { setImmediate as settled } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createRateLimiter,
  type Priority,
  type RateLimiter,
  type RateLimiterClock,
  type RateLimiterState,
  slotHoldMs,
} from './rate-limiter.ts';

/** Time that moves only when advanced, from one alarm to the next. */
class VirtualTime implements RateLimiterClock {
  nowMs = 0;
  /** What the wall clock shows beyond the monotonic one. */
  wallOffsetMs = 1_000_000;
  readonly alarms = new Set<{ readonly atMs: number; readonly ringing: () => void }>();

  now(): number {
    return this.nowMs;
  }

  wallNow(): number {
    return this.nowMs + this.wallOffsetMs;
  }

  setAlarm(delayMs: number, ringing: () => void): () => void {
    const alarm = { atMs: this.nowMs + delayMs, ringing };
    this.alarms.add(alarm);
    return () => this.alarms.delete(alarm);
  }

  /** Rings the next alarm; false when there is none. `before` is called ahead of each move of time. */
  async step(before: () => void): Promise<boolean> {
    await settled();
    const [next] = [...this.alarms].sort((one, other) => one.atMs - other.atMs);
    if (next === undefined) return false;
    if (next.atMs > this.nowMs) before();
    this.alarms.delete(next);
    this.nowMs = Math.max(this.nowMs, next.atMs);
    next.ringing();
    return true;
  }
}

class RememberedSlots implements RateLimiterState {
  times: number[] = [];
  load(): readonly number[] {
    const { times } = this;
    this.times = [];
    return times;
  }
  save(slot: number, answeredAtMs: number): void {
    this.times[slot] = answeredAtMs;
  }
  close(): void {}
}

interface Job {
  readonly askedMs: number;
  readonly latencyMs: number;
  /** Where between start and answer the request reaches the server. */
  readonly arrivesAt: number;
  readonly priority: Priority;
  readonly abortAfterMs: number | null;
}

const job: fc.Arbitrary<Job> = fc.record({
  askedMs: fc.integer({ min: 0, max: 3000 }),
  latencyMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 5000 })),
  arrivesAt: fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true })),
  priority: fc.constantFrom<Priority>('interactive', 'bulk'),
  abortAfterMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2000 }) },
  ),
});

interface Run {
  readonly job: Job;
  state: 'asked' | 'started' | 'answered' | 'aborted';
  order: number;
  startMs: number;
  endMs: number;
  arrivalMs: number;
}

/** Plays jobs against a limiter, and calls `check` after each moment. */
function play(
  time: VirtualTime,
  limiter: RateLimiter,
  jobs: readonly Job[],
  onStart: (run: Run, runs: readonly Run[]) => void,
): Run[] {
  const runs: Run[] = [];
  let asked = 0;
  for (const each of jobs) {
    const run: Run = { job: each, state: 'aborted', order: -1, startMs: -1, endMs: -1, arrivalMs: -1 };
    runs.push(run);
    time.setAlarm(each.askedMs, () => {
      run.state = 'asked';
      run.order = asked++;
      const abort = new AbortController();
      if (each.abortAfterMs !== null) time.setAlarm(each.abortAfterMs, () => abort.abort());
      void limiter.acquire(each.priority, abort.signal).then((release) => {
        if (release === null) {
          run.state = 'aborted';
          return;
        }
        onStart(run, runs);
        run.state = 'started';
        run.startMs = time.now();
        run.endMs = run.startMs + each.latencyMs;
        run.arrivalMs = run.startMs + each.latencyMs * each.arrivesAt;
        time.setAlarm(each.latencyMs, () => {
          run.state = 'answered';
          release();
        });
      });
    });
  }
  return runs;
}

function mostInOneSecond(arrivalsMs: readonly number[]): number {
  const sorted = [...arrivalsMs].sort((one, other) => one - other);
  let most = 0;
  let first = 0;
  for (const [last, arrivalMs] of sorted.entries()) {
    while (arrivalMs - (sorted[first] ?? 0) >= 1000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

const started = (runs: readonly Run[]): readonly Run[] => runs.filter(({ startMs }) => startMs >= 0);

describe('the limiter', () => {
  test('lets no more than N requests arrive in any second, wastes no slot, keeps order and priority', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(job, { minLength: 1, maxLength: 60 }),
        fc.array(
          fc.record({ atMs: fc.integer({ min: 0, max: 4000 }), forMs: fc.integer({ min: 0, max: 1500 }) }),
          { maxLength: 2 },
        ),
        async (requestsPerSecond, jobs, pauses) => {
          const time = new VirtualTime();
          const limiter = createRateLimiter({ requestsPerSecond, clock: time });
          let pausedUntilMs = 0;
          for (const { atMs, forMs } of pauses) {
            time.setAlarm(atMs, () => {
              pausedUntilMs = Math.max(pausedUntilMs, time.now() + forMs);
              limiter.pauseFor(forMs);
            });
          }
          const early: Run[] = [];
          const passedOver: { readonly other: Run; readonly atMs: number }[] = [];
          const runs = play(time, limiter, jobs, (run, all) => {
            const atMs = time.now();
            if (atMs < pausedUntilMs) early.push(run);
            const ahead = all.filter(
              (other) =>
                other.state === 'asked' &&
                other !== run &&
                (other.job.priority === run.job.priority
                  ? other.order < run.order
                  : other.job.priority === 'interactive'),
            );
            for (const other of ahead) passedOver.push({ other, atMs });
          });
          const noSlotWasted = (): void => {
            if (time.now() < pausedUntilMs || !runs.some(({ state }) => state === 'asked')) return;
            const held = started(runs).filter(
              (run) => run.state === 'started' || run.endMs + slotHoldMs > time.now(),
            );
            expect(held).toHaveLength(requestsPerSecond);
          };
          while (await time.step(noSlotWasted));
          expect(early).toEqual([]);
          // Two that start in the same moment may hear of it in either order.
          expect(passedOver.filter(({ other, atMs }) => other.startMs !== atMs)).toEqual([]);
          expect(runs.every(({ state }) => state === 'answered' || state === 'aborted')).toBe(true);
          expect(mostInOneSecond(started(runs).map(({ arrivalMs }) => arrivalMs))).toBeLessThanOrEqual(
            requestsPerSecond,
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test('stays within the window over a kill and a restart, also when the wall clock was set back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(job, { minLength: 1, maxLength: 40 }),
        fc.array(job, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 0, max: 500 }),
        fc.constantFrom(0, 0, 1, 100, 5_000_000),
        async (requestsPerSecond, before, after, killMs, downMs, setBackMs) => {
          const state = new RememberedSlots();
          const time = new VirtualTime();
          const killed = play(
            time,
            createRateLimiter({ requestsPerSecond, clock: time, state }),
            before,
            () => {},
          );
          const kill = { reached: false };
          time.setAlarm(killMs, () => {
            kill.reached = true;
          });
          while (!kill.reached) await time.step(() => {});
          // What was in flight arrived before the process died, or not at all.
          const arrivedBefore = started(killed)
            .map(({ arrivalMs }) => arrivalMs)
            .filter((arrivalMs) => arrivalMs <= time.now());

          time.alarms.clear();
          time.nowMs += downMs;
          time.wallOffsetMs -= setBackMs;
          const restartMs = time.now();
          const runs = play(
            time,
            createRateLimiter({ requestsPerSecond, clock: time, state }),
            after,
            () => {},
          );
          while (await time.step(() => {}));
          const arrived = started(runs).map(({ arrivalMs }) => arrivalMs);
          expect(mostInOneSecond([...arrivedBefore, ...arrived])).toBeLessThanOrEqual(requestsPerSecond);
          expect(runs.every(({ state }) => state === 'answered' || state === 'aborted')).toBe(true);
          const [firstAsked] = runs
            .filter(({ job }) => job.abortAfterMs === null)
            .map(({ job }) => job.askedMs)
            .sort((a, b) => a - b);
          if (firstAsked !== undefined) {
            const firstStart = Math.min(...started(runs).map(({ startMs }) => startMs));
            expect(firstStart - Math.max(restartMs, restartMs + firstAsked)).toBeLessThanOrEqual(slotHoldMs);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a restart after a quiet second starts at once', async () => {
    const state = new RememberedSlots();
    const time = new VirtualTime();
    const first = createRateLimiter({ requestsPerSecond: 2, clock: time, state });
    for (const _ of [1, 2]) (await first.acquire('bulk'))?.();
    time.nowMs = slotHoldMs;
    const second = createRateLimiter({ requestsPerSecond: 2, clock: time, state });
    expect(await second.acquire('bulk')).not.toBeNull();
    expect(await second.acquire('bulk')).not.toBeNull();
  });

  test('waits no longer than one second for a state of nonsense', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Infinity, -Infinity, -1, 1e300)), {
          maxLength: 20,
        }),
        async (times) => {
          const time = new VirtualTime();
          const state = new RememberedSlots();
          state.times = times;
          const limiter = createRateLimiter({ requestsPerSecond: 3, clock: time, state });
          let startedCount = 0;
          for (const _ of [1, 2, 3]) void limiter.acquire('bulk').then(() => (startedCount += 1));
          while (await time.step(() => {}));
          expect(startedCount).toBe(3);
          expect(time.now()).toBeLessThanOrEqual(slotHoldMs);
        },
      ),
    );
  });

  test('releases a slot only once', async () => {
    const time = new VirtualTime();
    const limiter = createRateLimiter({ requestsPerSecond: 1, clock: time });
    const release = await limiter.acquire('bulk');
    release?.();
    release?.();
    time.nowMs = slotHoldMs;
    expect(await limiter.acquire('bulk')).not.toBeNull();
    const third = limiter.acquire('bulk', AbortSignal.abort());
    expect(await third).toBeNull();
    const fourth = new AbortController();
    const waiting = limiter.acquire('bulk', fourth.signal);
    fourth.abort();
    expect(await waiting).toBeNull();
  });
});
