import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Failure, Result } from '../../preload/contract/failures/failure.ts';
import { createPagedList, type FetchPage } from './paged-list.ts';

/** Rows by index, not all of them loaded: what a DataGrid shows. */
export interface RowSource<Row> {
  readonly count: number;
  readonly at: (index: number) => Row | null;
  readonly request?: (first: number, last: number) => void;
  /** Loads rows that may be missing; absent if all rows are local. */
  readonly fetchRows?: (first: number, last: number) => Promise<Result<readonly Row[]>>;
}

export interface PagedRows<Row> extends RowSource<Row> {
  /** False until the first answer. */
  readonly isLoaded: boolean;
  readonly failure: Failure | null;
  readonly fetchRows: NonNullable<RowSource<Row>['fetchRows']>;
  readonly refresh: () => void;
}

const minRefreshMs = 1000;

/**
 * A paged list. `fetchPage` is memoized by the caller: a new function is a new list. A new `version` says that rows may
 * have changed; they are loaded again at most once a second, but at once with a new `phase`.
 */
export function usePagedList<Row>(
  fetchPage: FetchPage<Row>,
  version: string | number = 0,
  phase = '',
): PagedRows<Row> {
  const list = useMemo(() => createPagedList(fetchPage), [fetchPage]);
  const revision = useSyncExternalStore(list.subscribe, list.version);

  useEffect(() => list.request(0, 0), [list]);

  const refreshed = useRef({ list, version, phase, atMs: 0 });
  useEffect(() => {
    const last = refreshed.current;
    if (last.list === list && last.version === version && last.phase === phase) return;
    const isUrgent = last.list !== list || last.phase !== phase;
    const waitMs = isUrgent ? 0 : Math.max(0, last.atMs + minRefreshMs - performance.now());
    const timer = setTimeout(() => {
      const isNew = refreshed.current.list !== list;
      refreshed.current = { list, version, phase, atMs: performance.now() };
      if (!isNew) list.refresh();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [list, version, phase]);

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

/** Rows that are all loaded. */
export function useLocalRows<Row>(rows: readonly Row[]): RowSource<Row> {
  return useMemo(() => ({ count: rows.length, at: (index) => rows[index] ?? null }), [rows]);
}
