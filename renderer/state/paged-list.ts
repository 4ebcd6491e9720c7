import { maxPageRows } from '../../preload/contract/bounds.ts';
import { type Failure, type Result, success } from '../../preload/contract/failures/failure.ts';

export interface RowPage<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

export type FetchPage<Row> = (offset: number, limit: number) => Promise<Result<RowPage<Row>>>;

/** The rows of a page, which each call names after what it lists. */
export function pageRows<Name extends string, Row>(
  answer: Result<{ readonly total: number } & { readonly [Each in Name]: readonly Row[] }>,
  name: Name,
): Result<RowPage<Row>> {
  return answer.ok ? success({ total: answer.value.total, rows: answer.value[name] }) : answer;
}

export interface PagedList<Row> {
  /** Returns null until the first answer. */
  readonly total: () => number | null;
  /** Returns null while the row's page is not loaded. */
  readonly at: (index: number) => Row | null;
  readonly failure: () => Failure | null;
  /** Says which rows are visible. Loads the missing ones and drops earlier requests that have not started. */
  readonly request: (first: number, last: number) => void;
  /** Rows for other uses than showing them. They are not cached. */
  readonly fetchRows: (first: number, last: number) => Promise<Result<readonly Row[]>>;
  /** Loads the visible rows again. What is loaded stays visible until then. */
  readonly refresh: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Grows with every change, for useSyncExternalStore. */
  readonly version: () => number;
}

interface CachedPage<Row> {
  readonly rows: readonly Row[];
  readonly isStale: boolean;
}

interface Options {
  readonly pageRows?: number;
  readonly maxPages?: number;
  readonly maxConcurrent?: number;
}

/** A list of any length that keeps the pages seen last. */
export function createPagedList<Row>(
  fetchPage: FetchPage<Row>,
  { pageRows = 200, maxPages = 24, maxConcurrent = 2 }: Options = {},
): PagedList<Row> {
  /** Least recently used first: a Map keeps the order of insertion. */
  const pages = new Map<number, CachedPage<Row>>();
  const loading = new Set<number>();
  const listeners = new Set<() => void>();
  let queue: number[] = [];
  let visible = { first: 0, last: 0 };
  let total: number | null = null;
  let failure: Failure | null = null;
  let version = 0;
  /** Counts refreshes. A page that was requested before the last refresh is shown, but stays stale. */
  let refreshes = 0;

  function notify() {
    version += 1;
    for (const listener of listeners) listener();
  }

  function update() {
    const first = Math.floor(visible.first / pageRows);
    const last = Math.floor(visible.last / pageRows);
    const visiblePages = Array.from({ length: last - first + 1 }, (_, k) => first + k);
    for (const number of visiblePages) {
      const page = pages.get(number);
      if (page === undefined) continue;
      pages.delete(number);
      pages.set(number, page);
    }
    const lastPage = total === null ? 0 : Math.ceil(total / pageRows) - 1;
    // The neighbors come last; scrolling will need them.
    queue = [...visiblePages, last + 1, first - 1].filter(
      (number) => number >= 0 && (number <= lastPage || number === 0) && (pages.get(number)?.isStale ?? true),
    );
    while (loading.size < maxConcurrent) {
      const next = queue.find((number) => !loading.has(number));
      if (next === undefined) return;
      void load(next);
    }
  }

  async function load(number: number) {
    loading.add(number);
    const refreshesBefore = refreshes;
    const answer = await fetchPage(number * pageRows, pageRows);
    loading.delete(number);
    if (!answer.ok) {
      failure = answer.failure;
      queue = [];
      notify();
      return;
    }
    failure = null;
    total = answer.value.total;
    pages.delete(number);
    pages.set(number, { rows: answer.value.rows, isStale: refreshesBefore !== refreshes });
    for (const oldest of pages.keys()) {
      if (pages.size <= maxPages) break;
      pages.delete(oldest);
    }
    notify();
    update();
  }

  return {
    total: () => total,
    at: (index) => pages.get(Math.floor(index / pageRows))?.rows[index % pageRows] ?? null,
    failure: () => failure,
    request(first, last) {
      visible = { first, last };
      update();
    },
    async fetchRows(first, last) {
      const rows: Row[] = [];
      while (first + rows.length <= last) {
        const limit = Math.min(maxPageRows, last - first - rows.length + 1);
        const answer = await fetchPage(first + rows.length, limit);
        if (!answer.ok) return answer;
        if (answer.value.rows.length === 0) break;
        rows.push(...answer.value.rows);
      }
      return success(rows);
    },
    refresh() {
      refreshes += 1;
      for (const [number, page] of pages) pages.set(number, { ...page, isStale: true });
      update();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
