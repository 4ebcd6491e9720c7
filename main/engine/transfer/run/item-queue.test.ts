import { expect, test } from 'vitest';
import type { Item } from '../../store/items/item-repository.ts';
import type { ItemId, UploadId } from '../../types/ids.ts';
import { ItemQueue } from './item-queue.ts';

/** Items in a store: `/a` and `/b` by turns. The first ones may be in packs. */
function storeOf(count: number, inPacks = 0) {
  const open = new Map<number, 'queued' | 'uploading'>();
  for (let id = 1; id <= count; id += 1) open.set(id, id <= 2 ? 'uploading' : 'queued');
  // Only what the queue looks at.
  const itemOf = (id: number) => ({ id: id as ItemId, root: id % 2 === 1 ? '/a' : '/b' }) as Item;
  return {
    open,
    queue: new ItemQueue(
      {
        openUpTo: (_upload, state, after, items) =>
          [...open]
            .filter(([id, is]) => is === state && id > after)
            .slice(0, items)
            .at(-1)?.[0] ?? null,
        openItems: (_upload, state, { after, upTo = count }, limit, except = []) =>
          [...open]
            .filter(([id, is]) => is === state && id > after && id <= upTo && id > inPacks)
            .map(([id]) => itemOf(id))
            .filter(({ root }) => !except.includes(root))
            .slice(0, limit),
      },
      1 as UploadId,
    ),
  };
}

function drain(queue: ItemQueue, away: readonly string[], nowMs = 0): number[] {
  const ids: number[] = [];
  for (let item = queue.next(away, nowMs); item !== null; item = queue.next(away, nowMs)) ids.push(item.id);
  return ids;
}

test('what an earlier run left in flight comes first, then the rest, each once', () => {
  const { queue } = storeOf(500);
  const ids = drain(queue, []);
  expect(ids).toEqual(Array.from({ length: 500 }, (_, at) => at + 1));
  expect(queue.isIdle).toBe(false);
});

test('items of a root that is away are passed over, and found when it is back', () => {
  const { queue } = storeOf(500);
  expect(drain(queue, ['/a'])).toHaveLength(250);
  queue.rewind();
  expect(drain(queue, []).every((id) => id % 2 === 1)).toBe(true);
});

test('an item that was put back comes again, one that is done does not, even from a page read before', () => {
  const { queue, open } = storeOf(6);
  const first = queue.next([], 0);
  const second = queue.next([], 0);
  if (first === null || second === null) throw new Error('Empty');
  // The page is read again while the second is in flight.
  queue.putBack(first);
  expect(queue.next([], 0)?.id).toBe(first.id);
  open.delete(second.id);
  queue.done(second);
  expect(drain(queue, [])).toEqual([3, 4, 5, 6]);
});

test('a deferred item comes when it is due, unless its root went away', () => {
  const { queue } = storeOf(4);
  const item = queue.next([], 0);
  if (item === null) throw new Error('Empty');
  queue.defer(item, 1000);
  expect(drain(queue, [], 999)).toEqual([2, 3, 4]);
  expect(queue.nextDueMs).toBe(1000);
  expect(queue.next(['/a'], 1000)).toBeNull();
  expect(queue.nextDueMs).toBeNull();
  queue.rewind();
  expect(queue.next([], 0)?.id).toBe(item.id);
});

test('those behind many that are in packs are found with turns for others in between', () => {
  const { queue } = storeOf(25_001, 25_000);
  let turns = 0;
  let found = queue.search([], 0);
  for (; found === 'searching'; found = queue.search([], 0)) turns += 1;
  expect(found?.id).toBe(25_001);
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(storeOf(25_001, 25_000).queue.next([], 0)?.id).toBe(25_001);
});
