import { expect, test } from 'vitest';
import { SettleQueue } from './settle-queue.ts';

test('a file that changes waits from then on, and behind those that came meanwhile', () => {
  const queue = new SettleQueue(100);
  queue.add(1, 0);
  queue.add(2, 10);
  queue.add(1, 50);
  expect([queue.next(100), queue.dueAtMs()]).toEqual([null, 110]);
  expect([queue.next(110), queue.next(149), queue.next(150)]).toEqual([2, null, 1]);
  expect(queue.dueAtMs()).toBe(Number.POSITIVE_INFINITY);
});
