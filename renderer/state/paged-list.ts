import { type Failure, type Result, success } from '../../preload/contract/failure.ts';

export interface Page<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

export type FetchPage<Row> = (offset: number, limit: number) => Promise<Result<Page<Row>>>;

export interface PagedList<Row> {
  /** Null until the first answer. */
  readonly total: () => number | null;
  /** Null while its page is not here. */
  readonly at: (index: number) => Row | null;
  readonly failure: () => Failure | null;
  /** These rows are on screen. Asks for what is missing; what was wished for before and is not asked yet is forgotten. */
  readonly request: (first: number, last: number) => void;
  /** Rows for another use than the screen's: asked for in pieces, and not kept. */
  readonly fetchRows: (first: number, last: number) => Promise<Result<readonly Row[]>>;
  /** What is here may have changed: it stays visible, and what is on screen is asked for again. */
  readonly refresh: () => void;
  readonly subscribe: (changed: () => void) => () => void;
  /** Grows with every change, for useSyncExternalStore. */
  readonly version: () => number;
}

/** The contract's most for one page. */
const mostAsked = 500;

interface Held<Row> {
  readonly rows: readonly Row[];
  readonly stale: boolean;
}

/** A list of any length of which a few pages are held, the ones seen last. */
export function createPagedList<Row>(
  ask: FetchPage<Row>,
  { pageRows = 200, keep = 24, atOnce = 2 }: { pageRows?: number; keep?: number; atOnce?: number } = {},
): PagedList<Row> {
  /** In the order of last use: a Map keeps the order of insertion. */
  const pages = new Map<number, Held<Row>>();
  const asked = new Set<number>();
  const listeners = new Set<() => void>();
  let wishes: number[] = [];
  let seen = { first: 0, last: 0 };
  let total: number | null = null;
  let failure: Failure | null = null;
  let version = 0;
  /** Answers to questions from before the last refresh are shown, but stay stale. */
  let turn = 0;

  function changed() {
    version += 1;
    for (const listener of listeners) listener();
  }

  function wish() {
    const first = Math.floor(seen.first / pageRows);
    const last = Math.floor(seen.last / pageRows);
    const inView = Array.from({ length: last - first + 1 }, (_, k) => first + k);
    for (const number of inView) {
      const page = pages.get(number);
      if (page === undefined) continue;
      pages.delete(number);
      pages.set(number, page);
    }
    const end = total === null ? 0 : Math.ceil(total / pageRows) - 1;
    // The neighbours come after what is in view: scrolling finds them there.
    wishes = [...inView, last + 1, first - 1].filter(
      (number) => number >= 0 && (number <= end || number === 0) && (pages.get(number)?.stale ?? true),
    );
    while (asked.size < atOnce) {
      const next = wishes.find((number) => !asked.has(number));
      if (next === undefined) return;
      void fetch(next);
    }
  }

  async function fetch(number: number) {
    asked.add(number);
    const askedAt = turn;
    const answer = await ask(number * pageRows, pageRows);
    asked.delete(number);
    if (!answer.ok) {
      failure = answer.failure;
      wishes = [];
      changed();
      return;
    }
    failure = null;
    total = answer.value.total;
    pages.delete(number);
    pages.set(number, { rows: answer.value.rows, stale: askedAt !== turn });
    for (const old of pages.keys()) {
      if (pages.size <= keep) break;
      pages.delete(old);
    }
    changed();
    wish();
  }

  return {
    total: () => total,
    at: (index) => pages.get(Math.floor(index / pageRows))?.rows[index % pageRows] ?? null,
    failure: () => failure,
    request(first, last) {
      seen = { first, last };
      wish();
    },
    async fetchRows(first, last) {
      const rows: Row[] = [];
      while (first + rows.length <= last) {
        const answer = await ask(first + rows.length, Math.min(mostAsked, last - first - rows.length + 1));
        if (!answer.ok) return answer;
        if (answer.value.rows.length === 0) break;
        rows.push(...answer.value.rows);
      }
      return success(rows);
    },
    refresh() {
      turn += 1;
      for (const [number, page] of pages) pages.set(number, { ...page, stale: true });
      wish();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
