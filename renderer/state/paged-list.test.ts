import { describe, expect, it } from 'vitest';
import { failure, type Result, success } from '../../preload/contract/failure.ts';
import { createPagedList, type Page } from './paged-list.ts';

/** A store that answers when it is told to, so that every order of events can be made. */
function store(total: number) {
  const waiting: { offset: number; answer: (result: Result<Page<string>>) => void }[] = [];
  const asked: number[] = [];
  let edition = 'a';
  return {
    asked,
    waiting,
    setEdition: (next: string) => {
      edition = next;
    },
    ask: (offset: number, limit: number) =>
      new Promise<Result<Page<string>>>((answer) => {
        asked.push(offset);
        const now = edition;
        waiting.push({
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
    /** Answers what is asked until nothing more is. */
    async settle() {
      while (waiting.length > 0) {
        waiting.shift()?.answer(success({ total, rows: [] }));
        await Promise.resolve();
        await Promise.resolve();
        await Promise.resolve();
      }
    },
  };
}

describe('a list in pages', () => {
  it('asks for what is in view, and the pages beside it after that', async () => {
    const { ask, asked, settle } = store(1_000_000);
    const list = createPagedList(ask, { pageRows: 100 });
    list.request(0, 0);
    await settle();
    list.request(5_000, 5_030);
    await settle();
    expect(asked).toEqual([0, 100, 5_000, 5_100, 4_900]);
    expect(list.total()).toBe(1_000_000);
    expect(list.at(5_030)).toBe('a5030');
    expect(list.at(999_999)).toBeNull();
  });

  it('forgets the wishes that the thumb has passed over', async () => {
    const { ask, asked, settle } = store(1_000_000);
    const list = createPagedList(ask, { pageRows: 100, atOnce: 2 });
    list.request(0, 0);
    await settle();
    asked.length = 0;
    for (let row = 100_000; row < 900_000; row += 1_000) list.request(row, row + 30);
    await settle();
    expect(asked.length).toBeLessThanOrEqual(2 + 3);
    expect(list.at(899_010)).toBe('a899010');
  });

  it('never has more questions open than it may', async () => {
    const { ask, waiting, settle } = store(1_000_000);
    const list = createPagedList(ask, { pageRows: 10, atOnce: 2 });
    list.request(0, 0);
    await settle();
    list.request(0, 500);
    list.request(600, 900);
    expect(waiting.length).toBe(2);
  });

  it('holds a few pages, those seen last', async () => {
    const { ask, asked, settle } = store(1_000_000);
    const list = createPagedList(ask, { pageRows: 100, keep: 6 });
    list.request(0, 0);
    await settle();
    for (const row of [10_000, 20_000, 30_000, 40_000]) {
      list.request(row, row);
      await settle();
    }
    expect(list.at(40_000)).toBe('a40000');
    expect(list.at(0)).toBeNull();
    asked.length = 0;
    list.request(0, 0);
    await settle();
    expect(asked[0]).toBe(0);
  });

  it('keeps showing what may have changed until the new is in', async () => {
    const { ask, setEdition, settle, waiting } = store(300);
    const list = createPagedList(ask, { pageRows: 100 });
    list.request(0, 20);
    await settle();
    setEdition('b');
    list.refresh();
    expect(list.at(7)).toBe('a7');
    expect(waiting[0]?.offset).toBe(0);
    await settle();
    expect(list.at(7)).toBe('b7');
  });

  it('asks again when a refresh overtakes an answer', async () => {
    const { ask, setEdition, settle } = store(50);
    const list = createPagedList(ask, { pageRows: 100 });
    list.request(0, 20);
    setEdition('b');
    list.refresh();
    await settle();
    expect(list.at(7)).toBe('b7');
  });

  it('tells a failure, asks no further by itself, and recovers when asked again', async () => {
    const { ask, asked, waiting, settle } = store(300);
    const list = createPagedList(ask, { pageRows: 100 });
    let told = 0;
    list.subscribe(() => {
      told += 1;
    });
    list.request(0, 20);
    waiting.shift()?.answer(failure('store-damaged', 'It cannot be read.'));
    await Promise.resolve();
    await Promise.resolve();
    expect(list.failure()?.code).toBe('store-damaged');
    expect(told).toBe(1);
    expect(asked).toEqual([0]);
    list.refresh();
    await settle();
    expect(list.failure()).toBeNull();
    expect(list.at(3)).toBe('a3');
  });

  it('reads rows beyond what it holds in pieces, and keeps none of them', async () => {
    const asked: (readonly [number, number])[] = [];
    const list = createPagedList(async (offset, limit) => {
      asked.push([offset, limit]);
      const rows = Array.from({ length: Math.min(limit, 1_300 - offset) }, (_, k) => `row ${offset + k}`);
      return success({ total: 1_300, rows });
    });
    const answer = await list.fetchRows(100, 1_250);
    expect(answer.ok && [answer.value.length, answer.value[0], answer.value.at(-1)]).toEqual([
      1_151,
      'row 100',
      'row 1250',
    ]);
    expect(asked).toEqual([
      [100, 500],
      [600, 500],
      [1_100, 151],
    ]);
    expect(list.at(100)).toBeNull();
  });

  it('says why rows could not be read', async () => {
    const list = createPagedList<string>(async () => failure('unreachable', 'The engine is away.'));
    expect(await list.fetchRows(0, 10)).toMatchObject({ ok: false, failure: { code: 'unreachable' } });
  });
});
