import { useCallback, useMemo } from 'react';
import { success } from '../../../preload/contract/failures/failure.ts';
import { sortColumns } from '../../../preload/contract/views/states.ts';
import { isWaiting } from '../../../preload/contract/views/upload-wait.ts';
import type { ItemQuery, ItemView, ProgressView, UploadView } from '../../../preload/contract/views/views.ts';
import { call } from '../../state/bridge.ts';
import { pageRows } from '../../state/paged-list.ts';
import { type PagedRows, usePagedList } from '../../state/use-paged-list.ts';
import { useStableValue } from '../../state/use-stable-value.ts';
import type { GridSort } from '../../ui/data-grid.tsx';
import type { ActiveItem, FileRow } from './file-columns.tsx';

/** Which files a list shows, and in which order. */
export type FileQuery = Omit<ItemQuery, 'uploadId' | 'offset' | 'limit'>;

export function itemSort(sort: GridSort | null): ItemQuery['sort'] {
  const column = sortColumns.find((each) => each === sort?.column);
  return sort === null || column === undefined ? null : { column, descending: sort.descending };
}

/** The files of an upload in pages, each with its current progress. */
export function useFiles(
  upload: UploadView,
  progress: ProgressView | null,
  query: FileQuery,
): PagedRows<FileRow> {
  const { id: uploadId, state, totals } = upload;
  const stableQuery = useStableValue(query);
  const fetchPage = useCallback(
    async (offset: number, limit: number) => {
      return pageRows(await call('uploads.items', { uploadId, offset, limit, ...stableQuery }), 'items');
    },
    [uploadId, stableQuery],
  );
  const version = Object.values(totals)
    .map((tally) => tally.items)
    .join(' ');
  const items = usePagedList(fetchPage, version, state);
  const rowOf = useMemo(createRowCache, []);
  const active = progress?.active;
  const waits = isWaiting(progress);
  const activeById = useMemo(() => new Map((active ?? []).map((item) => [item.itemId, item])), [active]);
  const activePacks = useMemo(
    () => new Map((active ?? []).map((item) => [item.pack?.number, item])),
    [active],
  );
  return useMemo(() => {
    const toRow = (item: ItemView) => {
      // A file in a pack is as far as the pack.
      const sent = item.pack === null ? activeById.get(item.id) : activePacks.get(item.pack.number);
      return rowOf(item, sent ?? null, state, waits);
    };
    return {
      ...items,
      at: (index) => {
        const item = items.at(index);
        return item === null || isOutdated(item, state) ? null : toRow(item);
      },
      fetchRows: async (first, last) => {
        const answer = await items.fetchRows(first, last);
        return answer.ok ? success(answer.value.map(toRow)) : answer;
      },
    };
  }, [items, activeById, activePacks, rowOf, state, waits]);
}

/** Loaded before the upload ended: it isn't shown as open beside an upload that is complete. */
export function isOutdated(item: Pick<ItemView, 'state'>, upload: UploadView['state']): boolean {
  return upload === 'finished' && (item.state === 'queued' || item.state === 'uploading');
}

/** Returns the same row for an unchanged item, so the grid does not render it again. */
function createRowCache(): (
  item: ItemView,
  active: ActiveItem | null,
  state: UploadView['state'],
  isWaiting: boolean,
) => FileRow {
  const cache = new WeakMap<ItemView, FileRow>();
  return (item, active, state, isWaiting) => {
    const cached = cache.get(item);
    const isSame = cached?.state === state && cached.isWaiting === isWaiting;
    if (isSame && isSameActivity(cached.active, active)) return cached;
    const row = { item, active, state, isWaiting };
    cache.set(item, row);
    return row;
  };
}

function isSameActivity(a: ActiveItem | null, b: ActiveItem | null): boolean {
  if (a === null || b === null) return a === b;
  return a.activity === b.activity && a.partsInFlight === b.partsInFlight && a.parts.done === b.parts.done;
}
