import { describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import type { RemotePage } from './bridge.ts';
import { type RemoteRows, remoteRows } from './remote-rows.ts';

type Pages = Readonly<Record<string, RemotePage<number> | 'refused'>>;

const refusal = failure('forbidden', { operation: 'GetDatabases', status: 403 });

async function load(pages: Pages): Promise<readonly RemoteRows<number>[]> {
  const seen: RemoteRows<number>[] = [];
  const source = {
    operation: 'GetDatabases',
    fetchPage: async (next: string | null) => {
      const page = pages[next ?? 'first'] ?? 'refused';
      return page === 'refused' ? refusal : success(page);
    },
  } as const;
  for await (const rows of remoteRows(source)) seen.push(rows);
  return seen;
}

describe('a list of the platform', () => {
  it('grows page by page and is complete with the last one', async () => {
    const seen = await load({
      first: { elements: [1, 2], next: 'b' },
      b: { elements: [3], next: null },
    });
    expect(seen).toEqual([
      { elements: [1, 2], isComplete: false, failure: null },
      { elements: [1, 2, 3], isComplete: true, failure: null },
    ]);
  });

  it('keeps what arrived when a later page fails', async () => {
    const seen = await load({ first: { elements: [1], next: 'b' }, b: 'refused' });
    expect(seen.at(-1)).toEqual({ elements: [1], isComplete: false, failure: refusal.failure });
  });

  it('ends with a failure where its pages lead in a circle', async () => {
    const seen = await load({
      first: { elements: [1], next: 'b' },
      b: { elements: [2], next: 'b' },
    });
    expect(seen.at(-1)).toMatchObject({
      elements: [1, 2],
      isComplete: false,
      failure: { code: 'unexpected-answer' },
    });
  });

  it('is empty and complete where the platform has nothing', async () => {
    expect(await load({ first: { elements: [], next: null } })).toEqual([
      { elements: [], isComplete: true, failure: null },
    ]);
  });
});
