import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import { createPagedList, type RowPage } from './paged-list.ts';

/** Answers on demand, so a test can produce any order of events. */
function createSource(total: number) {
  const pending: { offset: number; answer: (result: Result<RowPage<string>>) => void }[] = [];
  const requested: number[] = [];
  let revision = 'a';
  return {
    requested,
    pending,
    setRevision: (next: string) => {
      revision = next;
    },
    fetchPage: (offset: number, limit: number) =>
      new Promise<Result<RowPage<string>>>((answer) => {
        requested.push(offset);
        const now = revision;
        pending.push({
          offset,
          answer: (result) =>
            answer(
              result.ok
                ? success({
                    total,
                    rows: Array.from(
                      { length: Math.min(limit, total - offset) },
                      (_, k) => `${now}${offset + k}`,
                    ),
                  })
                : result,
            ),
        });
      }),
    /** Answers what is requested until nothing more is. */
    async answerAll() {
      while (pending.length > 0) {
        pending.shift()?.answer(success({ total, rows: [] }));
        await Promise.resolve();
        await Promise.resolve();
        await Promise.resolve();
      }
    },
  };
}

describe('a paged list', () => {
  it('loads the visible pages, then their neighbors', async () => {
    const { fetchPage, requested, answerAll } = createSource(1_000_000);
    const list = createPagedList(fetchPage, { pageRows: 100 });
    list.request(0, 0);
    await answerAll();
    list.request(5_000, 5_030);
    await answerAll();
    expect(requested).toEqual([0, 100, 5_000, 5_100, 4_900]);
    expect(list.total()).toBe(1_000_000);
    expect(list.at(5_030)).toBe('a5030');
    expect(list.at(999_999)).toBeNull();
  });

  it('drops requests for pages that were scrolled past', async () => {
    const { fetchPage, requested, answerAll } = createSource(1_000_000);
    const list = createPagedList(fetchPage, { pageRows: 100, maxConcurrent: 2 });
    list.request(0, 0);
    await answerAll();
    requested.length = 0;
    for (let row = 100_000; row < 900_000; row += 1_000) list.request(row, row + 30);
    await answerAll();
    expect(requested.length).toBeLessThanOrEqual(2 + 3);
    expect(list.at(899_010)).toBe('a899010');
  });

  it('keeps to the maximum of concurrent requests', async () => {
    const { fetchPage, pending, answerAll } = createSource(1_000_000);
    const list = createPagedList(fetchPage, { pageRows: 10, maxConcurrent: 2 });
    list.request(0, 0);
    await answerAll();
    list.request(0, 500);
    list.request(600, 900);
    expect(pending.length).toBe(2);
  });

  it('keeps the pages seen last', async () => {
    const { fetchPage, requested, answerAll } = createSource(1_000_000);
    const list = createPagedList(fetchPage, { pageRows: 100, maxPages: 6 });
    list.request(0, 0);
    await answerAll();
    for (const row of [10_000, 20_000, 30_000, 40_000]) {
      list.request(row, row);
      await answerAll();
    }
    expect(list.at(40_000)).toBe('a40000');
    expect(list.at(0)).toBeNull();
    requested.length = 0;
    list.request(0, 0);
    await answerAll();
    expect(requested[0]).toBe(0);
  });

  it('shows the old rows until the refreshed ones arrive', async () => {
    const { fetchPage, setRevision, answerAll, pending } = createSource(300);
    const list = createPagedList(fetchPage, { pageRows: 100 });
    list.request(0, 20);
    await answerAll();
    setRevision('b');
    list.refresh();
    expect(list.at(7)).toBe('a7');
    expect(pending[0]?.offset).toBe(0);
    await answerAll();
    expect(list.at(7)).toBe('b7');
  });

  it('loads again if a refresh overtakes an answer', async () => {
    const { fetchPage, setRevision, answerAll } = createSource(50);
    const list = createPagedList(fetchPage, { pageRows: 100 });
    list.request(0, 20);
    setRevision('b');
    list.refresh();
    await answerAll();
    expect(list.at(7)).toBe('b7');
  });

  it('reports a failure, stops loading, and recovers on refresh', async () => {
    const { fetchPage, requested, pending, answerAll } = createSource(300);
    const list = createPagedList(fetchPage, { pageRows: 100 });
    let notifications = 0;
    list.subscribe(() => {
      notifications += 1;
    });
    list.request(0, 20);
    pending.shift()?.answer(failure('store-damaged', { path: '/data/lading.db', detail: 'test' }));
    await Promise.resolve();
    await Promise.resolve();
    expect(list.failure()?.code).toBe('store-damaged');
    expect(notifications).toBe(1);
    expect(requested).toEqual([0]);
    list.refresh();
    await answerAll();
    expect(list.failure()).toBeNull();
    expect(list.at(3)).toBe('a3');
  });

  it('fetches rows beyond its pages in batches, and caches none of them', async () => {
    const requested: (readonly [number, number])[] = [];
    const list = createPagedList(async (offset, limit) => {
      requested.push([offset, limit]);
      const rows = Array.from({ length: Math.min(limit, 1_300 - offset) }, (_, k) => `row ${offset + k}`);
      return success({ total: 1_300, rows });
    });
    const answer = await list.fetchRows(100, 1_250);
    expect(answer.ok && [answer.value.length, answer.value[0], answer.value.at(-1)]).toEqual([
      1_151,
      'row 100',
      'row 1250',
    ]);
    expect(requested).toEqual([
      [100, 500],
      [600, 500],
      [1_100, 151],
    ]);
    expect(list.at(100)).toBeNull();
  });

  it('reports why rows were not fetched', async () => {
    const list = createPagedList<string>(async () => failure('stopped'));
    expect(await list.fetchRows(0, 10)).toMatchObject({ ok: false, failure: { code: 'stopped' } });
  });
});
