import { expect, onTestFinished, test, vi } from 'vitest';
import { progressThrottle } from './throttle.ts';

test('progress is due at once, and then ten times a second', () => {
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  const isDue = progressThrottle();
  const dueAt = [0, 50, 99, 100, 150, 199, 200, 1_000].filter((ms) => {
    now.mockReturnValue(ms);
    return isDue();
  });
  expect(dueAt).toEqual([0, 100, 200, 1_000]);
  const later = progressThrottle(1_000);
  expect(later()).toBe(false);
});
