import { expect, test } from 'vitest';
import { LiveProgress } from './progress.ts';

const outage = { reason: { kind: 'status', status: 503 }, path: null } as const;

test('time counts as sending, except where nothing is under way and something is waited for, or the computer slept', () => {
  const live = new LiveProgress();
  let now = performance.now();
  const tick = (seconds: number): void => {
    for (let passed = 0; passed < seconds; passed += 1) {
      now += 1000;
      live.tick(now);
    }
  };
  tick(10);
  const part = live.line.begin(1_000_000);
  live.waiting({ ...outage, retryAtMs: Date.now() + 1e9 });
  tick(20);
  live.line.end(part, 'broken');
  tick(40);
  live.waiting(null);
  now += 3600_000;
  tick(1);
  expect(live.takeSendingTime(now) / 1000).toBeCloseTo(30, 0);
  tick(5);
  expect(live.takeSendingTime(now)).toBe(5000);
});
