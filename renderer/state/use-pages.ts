import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import { type AskPage, pagedList } from './paged-list.ts';

/** Rows by number, of a list that is not all here. The DataGrid takes it as its rows. */
export interface Rows<Row> {
  readonly count: number;
  readonly at: (index: number) => Row | null;
  readonly want?: (first: number, last: number) => void;
  /** Rows that need not be here yet; absent where all are. */
  readonly read?: (first: number, last: number) => Promise<Result<readonly Row[]>>;
}

export interface Pages<Row> extends Rows<Row> {
  /** False before the first answer. */
  readonly here: boolean;
  readonly failure: Failure | null;
  readonly read: NonNullable<Rows<Row>['read']>;
  readonly refresh: () => void;
}

/**
 * A list in pages. `ask` is memoised by the caller: a new one is a new list. A new `version` means that what is here may
 * have changed; it is asked for again at most once a second.
 */
export function usePages<Row>(ask: AskPage<Row>, version: string | number = 0): Pages<Row> {
  const list = useMemo(() => pagedList(ask), [ask]);
  const revision = useSyncExternalStore(list.subscribe, list.version);

  useEffect(() => list.want(0, 0), [list]);

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
      here: list.total() !== null,
      at: list.at,
      want: list.want,
      read: list.read,
      failure: list.failure(),
      refresh: list.refresh,
    }),
    [list, revision],
  );
}

/** A list that is all here. */
export function useRows<Row>(rows: readonly Row[]): Rows<Row> {
  return useMemo(() => ({ count: rows.length, at: (index) => rows[index] ?? null }), [rows]);
}
