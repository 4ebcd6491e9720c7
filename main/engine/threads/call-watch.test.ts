import { expect, onTestFinished, test, vi } from 'vitest';
import { CallWatch } from './call-watch.ts';

test('a thread is silent while it has work and makes no call', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const cells = new Int32Array(new SharedArrayBuffer(4));
  const watch = new CallWatch(cells, 0);
  const silentAt = (ms: number, isWorking = true): number => {
    now.mockReturnValue(ms);
    return watch.silentMs(isWorking);
  };
  expect(silentAt(100)).toBe(100);
  Atomics.add(cells, 0, 1);
  expect(silentAt(200)).toBe(0);
  expect(silentAt(250)).toBe(50);
  expect(watch.sinceMs).toBe(200);
  // It waits for its consumer, or has nothing to do.
  expect(silentAt(300, false)).toBe(0);
  expect(silentAt(400)).toBe(100);
  watch.restart();
  expect(silentAt(450)).toBe(50);
});
