import { useCallback, useMemo } from 'react';
import { success } from '../../../preload/contract/failure.ts';
import { itemStates, sortColumns } from '../../../preload/contract/states.ts';
import type { ItemQuery, ItemView, ProgressView, UploadView } from '../../../preload/contract/views.ts';
import { call } from '../../state/bridge.ts';
import { type PagedRows, usePagedList } from '../../state/use-paged-list.ts';
import type { GridSort } from '../../ui/data-grid.tsx';
import type { ActiveItem, FileRow } from './file-columns.tsx';
import type { FileQuery } from './file-list.tsx';

export function sortOf(sort: GridSort | null): ItemQuery['sort'] {
  const column = sortColumns.find((each) => each === sort?.column);
  return sort === null || column === undefined ? null : { column, descending: sort.descending };
}

/** The files of an upload in pages, with the live part of those that move laid over. */
export function useFiles(
  upload: UploadView,
  progress: ProgressView | null,
  query: FileQuery,
): PagedRows<FileRow> {
  const { id: uploadId, state, totals } = upload;
  const { search } = query;
  const states = query.states.join(' ');
  const sort = query.sort === null ? '' : `${query.sort.column} ${query.sort.descending ? 'down' : 'up'}`;
  const ask = useCallback(
    async (offset: number, limit: number) => {
      const [column, direction] = sort.split(' ');
      const answer = await call('uploads.items', {
        uploadId,
        offset,
        limit,
        search,
        states: itemStates.filter((each) => states.split(' ').includes(each)),
        sort: sortOf(column ? { column, descending: direction === 'down' } : null),
      });
      return answer.ok
        ? { ok: true as const, value: { total: answer.value.total, rows: answer.value.items } }
        : answer;
    },
    [uploadId, search, states, sort],
  );
  const version = [state, ...Object.values(totals).map((tally) => tally.items)].join(' ');
  const pages = usePagedList(ask, version);
  const rowOf = useMemo(createRowCache, []);
  const active = progress?.active;
  const moving = useMemo(() => new Map((active ?? []).map((item) => [item.itemId, item])), [active]);
  return useMemo(() => {
    const whole = (item: ItemView) => rowOf(item, moving.get(item.id) ?? null, state);
    return {
      ...pages,
      at: (index) => {
        const item = pages.at(index);
        return item === null ? null : whole(item);
      },
      fetchRows: async (first, last) => {
        const answer = await pages.fetchRows(first, last);
        return answer.ok ? success(answer.value.map(whole)) : answer;
      },
    };
  }, [pages, moving, rowOf, state]);
}

/** The same row for the same item: what has not changed is not drawn anew. */
function createRowCache(): (
  item: ItemView,
  active: ActiveItem | null,
  state: UploadView['state'],
) => FileRow {
  const known = new WeakMap<ItemView, FileRow>();
  return (item, active, state) => {
    const before = known.get(item);
    if (before !== undefined && before.state === state && isSameActivity(before.active, active))
      return before;
    const row = { item, active, state };
    known.set(item, row);
    return row;
  };
}

function isSameActivity(a: ActiveItem | null, b: ActiveItem | null): boolean {
  if (a === null || b === null) return a === b;
  return a.activity === b.activity && a.partsInFlight === b.partsInFlight && a.parts.done === b.parts.done;
}
