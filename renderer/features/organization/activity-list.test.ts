import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import type { ActivityCursor, ActivityPage } from '../../../preload/contract/platform/activity.ts';
import type { OrganizationEventRecord } from '../../../preload/contract/platform/records.ts';
import { type ActivityFetchers, createActivityList } from './activity-list.ts';

function events(...ids: readonly number[]): OrganizationEventRecord[] {
  return ids.map((id) => ({ id, timestamp: id, type: 'X', data: null }));
}

function page(ids: readonly number[], endMs: number | null): Result<ActivityPage> {
  const next = endMs === null ? null : { endMs, spanMs: 1 };
  return success({ events: events(...ids), next, searchedToMs: endMs ?? 0 });
}

/** Answers by the cursor's end; `asked` lists the requests. */
function listOf(pages: ReadonlyMap<number | null, Result<ActivityPage>>, newer?: ActivityFetchers['newer']) {
  const asked: (number | null)[] = [];
  const list = createActivityList({
    earlier: async (cursor: ActivityCursor | null) => {
      asked.push(cursor?.endMs ?? null);
      return pages.get(cursor?.endMs ?? null) ?? failure('stopped');
    },
    newer: newer ?? (async () => success([])),
  });
  /** Resolves when nothing is under way. */
  const settled = async () => {
    while (list.state().isLoading) await Promise.resolve();
    return list.state();
  };
  return { list, asked, settled };
}
const ids = (of: readonly OrganizationEventRecord[]) => of.map(({ id }) => id);

describe('the activity log in the window', () => {
  it('loads as many pages as are needed for the rows in view, and no more', async () => {
    const { list, asked, settled } = listOf(
      new Map([
        [null, page([9, 8], 8)],
        [8, page([], 5)],
        [5, page([3, 2], 2)],
        [2, page([1], null)],
      ]),
    );
    list.loadUntil(1);
    expect(await settled()).toMatchObject({ hasEarlier: true, searchedToMs: 8 });
    list.loadUntil(3);
    expect(ids((await settled()).events)).toEqual([9, 8, 3, 2]);
    list.loadUntil(100);
    expect(await settled()).toMatchObject({ hasEarlier: false, failure: null });
    list.loadUntil(200);
    expect(asked).toEqual([null, 8, 5, 2]);
  });

  it('keeps what it has when a page fails, and continues there', async () => {
    const pages = new Map<number | null, Result<ActivityPage>>([[null, page([9], 8)]]);
    const { list, asked, settled } = listOf(pages);
    list.loadUntil(2);
    expect(await settled()).toMatchObject({ failure: { code: 'stopped' }, hasEarlier: true });
    pages.set(8, page([4], null));
    list.loadUntil(2);
    expect(ids((await settled()).events)).toEqual([9, 4]);
    expect(asked).toEqual([null, 8, 8]);
  });

  it('stops a search that finds nothing', async () => {
    const { list, settled } = listOf(
      new Map([
        [null, page([], 8)],
        [8, page([], 7)],
        [7, page([], 6)],
      ]),
    );
    list.loadUntil(10);
    list.stop();
    expect(await settled()).toMatchObject({ events: [], hasEarlier: true, searchedToMs: 8 });
  });

  it('puts new events first, each once', async () => {
    const newer = async (eventId: number) => success(events(12, 11, eventId));
    const { list, settled } = listOf(new Map([[null, page([10, 9], null)]]), newer);
    list.loadUntil(1);
    await settled();
    await list.loadNewer();
    expect(ids(list.state().events)).toEqual([12, 11, 10, 9]);
  });

  it('starts again where there are too many new events, or none at all', async () => {
    const { list, asked, settled } = listOf(new Map([[null, page([10], null)]]), async () => success(null));
    list.loadUntil(1);
    await settled();
    await list.loadNewer();
    expect(ids(list.state().events)).toEqual([10]);
    expect(asked).toEqual([null, null]);
  });
});
