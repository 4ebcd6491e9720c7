import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { covers } from '../../../test/conformance/covers.ts';
import fc from '../../../test/fixtures/property.ts';
import { ownRateLimiter } from '../../../test/fixtures/rate-limiter.ts';
import { createRateLimiter, type Priority, type RateLimiter, type RateLimiterClock } from './rate-limiter.ts';
import { openRequestSlots, type RequestSlots, slotHoldMs, unansweredMs } from './request-slots.ts';

/** Time that moves only when advanced, from one alarm to the next. */
class VirtualTime implements RateLimiterClock {
  nowMs = 0;
  readonly alarms = new Set<{ readonly atMs: number; readonly ringing: () => void }>();

  now(): number {
    return this.nowMs;
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

let folder: string;
let fileNumber = 0;
const opened: RequestSlots[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-limiter-'));
});
afterEach(() => {
  for (const slots of opened.splice(0)) slots.close();
  rmSync(folder, { recursive: true });
});

function limiterOf(
  slots: RequestSlots,
  clock: RateLimiterClock,
  requestsPerSecond: number,
  fingerprint: string,
): RateLimiter {
  const limiter = createRateLimiter({ origin: 'https://p', fingerprint, requestsPerSecond, slots, clock });
  limiter.identify(1);
  return limiter;
}

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
          const limiter = ownRateLimiter(requestsPerSecond, time);
          onTestFinished(() => limiter.close());
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
              // The alarm rings a little after the slot is free, so another alarm may ring in between.
              (run) => run.state === 'started' || run.endMs + slotHoldMs + 0.02 > time.now(),
            );
            expect(held.length).toBeGreaterThanOrEqual(requestsPerSecond);
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

  /** It reaches the server just after its process was killed. */
  const underWay: Job = { askedMs: 0, latencyMs: 6, arrivesAt: 1, priority: 'bulk', abortAfterMs: null };

  test('several processes and keys of one account stay within the window together, over kills too', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.array(job, { minLength: 1, maxLength: 30 }), { minLength: 2, maxLength: 3 }),
        fc.array(job, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: 4000 }),
        async (requestsPerSecond, jobsOfProcesses, after, killMs) => {
          const time = new VirtualTime();
          const path = join(folder, `${fileNumber++}.db`);
          const isAlive = { processes: true };
          const openProcess = (key: string): RateLimiter => {
            const slots = openRequestSlots(path, { now: () => time.now(), isAlive: () => isAlive.processes });
            opened.push(slots);
            return limiterOf(slots, time, requestsPerSecond, key);
          };
          const limiters = jobsOfProcesses.map((_, nth) => openProcess(`key ${nth % 2}`));
          const killed = jobsOfProcesses.map((jobs, nth) => {
            const limiter = limiters[nth];
            return limiter === undefined ? [] : play(time, limiter, jobs, () => {});
          });
          const kill = { reached: false };
          time.setAlarm(killMs, () => {
            kill.reached = true;
          });
          while (!kill.reached) await time.step(() => {});
          const arrivedBefore = killed
            .flatMap((runs) => started(runs))
            .map(({ arrivalMs }) => arrivalMs)
            .filter((arrivalMs) => arrivalMs <= time.now() + unansweredMs);
          time.alarms.clear();
          isAlive.processes = false;
          const runs = play(time, openProcess('key 0'), after, () => {});
          while (await time.step(() => {}));
          const arrived = started(runs).map(({ arrivalMs }) => arrivalMs);
          expect(mostInOneSecond([...arrivedBefore, ...arrived])).toBeLessThanOrEqual(requestsPerSecond);
          expect(runs.every(({ state }) => state === 'answered' || state === 'aborted')).toBe(true);
          for (const slots of opened.splice(0)) slots.close();
        },
      ),
      { numRuns: 60, examples: [[1, [[underWay], [underWay]], [{ ...underWay, latencyMs: 0 }], 0]] },
    );
  });

  test('after a restart of the computer, when the clock starts over, requests start within two seconds', async () => {
    const path = join(folder, 'restart.db');
    const before = new VirtualTime();
    before.nowMs = 9e8;
    const earlier = openRequestSlots(path, { now: () => before.now() });
    opened.push(earlier);
    const first = limiterOf(earlier, before, 2, 'key');
    await first.acquire('bulk');
    (await first.acquire('bulk'))?.();
    first.pauseFor(600_000);
    const time = new VirtualTime();
    const slots = openRequestSlots(path, { now: () => time.now(), isAlive: () => false });
    opened.push(slots);
    const limiter = limiterOf(slots, time, 2, 'key');
    const runs = [limiter.acquire('bulk'), limiter.acquire('bulk')];
    while (await time.step(() => {}));
    for (const run of runs) expect(await run).not.toBeNull();
    expect(time.now()).toBeLessThanOrEqual(unansweredMs + slotHoldMs + 1);
  });

  test('a pause holds for every process of the account', async () => {
    const path = join(folder, 'pause.db');
    const time = new VirtualTime();
    const [one, other] = [1, 2].map(() => {
      const slots = openRequestSlots(path, { now: () => time.now(), isAlive: () => true });
      opened.push(slots);
      return limiterOf(slots, time, 5, 'key');
    });
    one?.pauseFor(3_000);
    const run = other?.acquire('bulk');
    while (await time.step(() => {}));
    expect(await run).not.toBeNull();
    expect(time.now()).toBe(3_000);
  });

  test('keys that were never accepted share one request per second; then they count for their account', async () => {
    covers('rule 8.failed-authentication-rate');
    const time = new VirtualTime();
    const slots = openRequestSlots(':memory:', { now: () => time.now() });
    opened.push(slots);
    const keys = ['a', 'b', 'c'].map((fingerprint) =>
      createRateLimiter({ origin: 'https://p', fingerprint, requestsPerSecond: 2, slots, clock: time }),
    );
    const startedMs: number[] = [];
    for (const key of keys)
      void key.acquire('interactive').then((release) => {
        startedMs.push(time.now());
        release?.();
      });
    while (await time.step(() => {}));
    expect(startedMs.map((ms) => Math.round(ms / slotHoldMs))).toEqual([0, 1, 2]);
    // The last one was answered just now, and takes one of its account's two slots.
    for (const key of keys) key.identify(7);
    const release = await keys[0]?.acquire('bulk');
    expect(release).not.toBeNull();
    let isStarted = false;
    void keys[1]?.acquire('bulk').then(() => (isStarted = true));
    await settled();
    expect(isStarted).toBe(false);
    expect(slots.accountOf('c')).toBe('https://p user 7');
    keys[2]?.refuse();
    expect(slots.accountOf('c')).toBeNull();
  });

  test.each([
    ['was answered', false, slotHoldMs],
    ['got no answer, which may still be on its way', true, unansweredMs + slotHoldMs],
  ])('a request that %s holds its slot', async (_, isUnanswered, heldMs) => {
    const time = new VirtualTime();
    const limiter = ownRateLimiter(1, time);
    (await limiter.acquire('bulk'))?.(isUnanswered);
    const next = limiter.acquire('bulk');
    while (await time.step(() => {}));
    expect(await next).not.toBeNull();
    expect(time.now()).toBeCloseTo(heldMs, 0);
  });

  test('the background leaves half of the slots to what is sent', async () => {
    const time = new VirtualTime();
    const limiter = ownRateLimiter(25, time);
    onTestFinished(() => limiter.close());
    const startedMs: Record<Priority, number[]> = { interactive: [], bulk: [], background: [] };
    const ask = (priority: Priority): void =>
      void limiter.acquire(priority).then((release) => {
        startedMs[priority].push(time.now());
        release?.();
      });
    for (let page = 0; page < 40; page += 1) ask('background');
    await settled();
    expect(startedMs.background).toHaveLength(12);
    for (let part = 0; part < 13; part += 1) ask('bulk');
    await settled();
    expect(startedMs.bulk).toEqual(Array.from({ length: 13 }, () => 0));
    while (await time.step(() => {}));
    expect(startedMs.background).toHaveLength(40);
    expect(mostInOneSecond([...startedMs.background, ...startedMs.bulk])).toBe(25);
  });

  test('the background gets its turn although others always wait', async () => {
    const time = new VirtualTime();
    const limiter = ownRateLimiter(5, time);
    onTestFinished(() => limiter.close());
    let asked = 0;
    const sendMore = (): void => {
      asked += 1;
      if (asked > 60) return;
      void limiter.acquire('bulk').then((release) => {
        release?.();
        sendMore();
      });
    };
    for (let part = 0; part < 8; part += 1) sendMore();
    let atMs = Number.NaN;
    void limiter.acquire('background').then((release) => {
      atMs = time.now();
      release?.();
    });
    while (await time.step(() => {}));
    expect(atMs).toBeGreaterThanOrEqual(1000);
    expect(atMs).toBeLessThan(4 * slotHoldMs);
  });

  test('releases a slot only once', async () => {
    const time = new VirtualTime();
    const limiter = ownRateLimiter(1, time);
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
