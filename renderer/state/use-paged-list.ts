import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { createPagedList, type FetchPage } from './paged-list.ts';

/** Rows by number, of a list that is not all here. The DataGrid takes it as its rows. */
export interface RowSource<Row> {
  readonly count: number;
  readonly at: (index: number) => Row | null;
  readonly request?: (first: number, last: number) => void;
  /** Rows that need not be here yet; absent where all are. */
  readonly fetchRows?: (first: number, last: number) => Promise<Result<readonly Row[]>>;
}

export interface PagedRows<Row> extends RowSource<Row> {
  /** False before the first answer. */
  readonly isLoaded: boolean;
  readonly failure: Failure | null;
  readonly fetchRows: NonNullable<RowSource<Row>['fetchRows']>;
  readonly refresh: () => void;
}

/**
 * A list in pages. `fetchPage` is memoised by the caller: a new one is a new list. A new `version` means that what is here may
 * have changed; it is asked for again at most once a second.
 */
export function usePagedList<Row>(fetchPage: FetchPage<Row>, version: string | number = 0): PagedRows<Row> {
  const list = useMemo(() => createPagedList(fetchPage), [fetchPage]);
  const revision = useSyncExternalStore(list.subscribe, list.version);

  useEffect(() => list.request(0, 0), [list]);

  const refreshed = useRef({ list, version, atMs: 0 });
  useEffect(() => {
    const last = refreshed.current;
    if (last.list === list && last.version === version) return;
    const waitMs = last.list === list ? Math.max(0, last.atMs + 1000 - performance.now()) : 0;
    const timer = setTimeout(() => {
      const isNew = refreshed.current.list !== list;
      refreshed.current = { list, version, atMs: performance.now() };
      if (!isNew) list.refresh();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [list, version]);

  return useMemo(
    () => ({
      revision,
      count: list.total() ?? 0,
      isLoaded: list.total() !== null,
      at: list.at,
      request: list.request,
      fetchRows: list.fetchRows,
      failure: list.failure(),
      refresh: list.refresh,
    }),
    [list, revision],
  );
}

/** A list that is all here. */
export function useLocalRows<Row>(rows: readonly Row[]): RowSource<Row> {
  return useMemo(() => ({ count: rows.length, at: (index) => rows[index] ?? null }), [rows]);
}
