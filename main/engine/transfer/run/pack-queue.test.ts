import { expect, test } from 'vitest';
import type { Pack, PackId } from '../../store/uploads/pack-repository.ts';

import { PackQueue } from './pack-queue.ts';

// Only what the queue looks at.
const pack = (id: number, root: string) => ({ id: id as PackId, root }) as Pack;

test('a pack that is due, but whose root is away, is waited for with its root', () => {
  const [one, other] = [pack(1, '/a'), pack(2, '/b')];
  const queue = new PackQueue([one, other]);
  expect(queue.next([], 0)).toBe(one);
  queue.putBack(one, 1_000);
  expect(queue.isIdle).toBe(false);
  expect(queue.nextDueMs).toBe(1_000);
  expect(queue.next(['/a'], 500)).toBe(other);
  expect(queue.next(['/a'], 1_500)).toBeNull();
  // Otherwise every worker looked for it again at once, for as long as the root is away.
  expect(queue.nextDueMs).toBeNull();
  expect(queue.next([], 1_500)).toBe(one);
});
