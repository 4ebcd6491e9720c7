import type { Database } from 'better-sqlite3';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import type { ItemQuery } from '../../../preload/contract/views/views.ts';
import { itemCustodian } from '../store/items/custodian-columns.ts';
import { groupRank, isInGroups } from '../store/items/item-issues.ts';
import { byPath, defineNaturalOrder, maxSorted, naturalOrder } from '../store/natural-order.ts';
import { searchItems } from './item-search.ts';

/** `snapshot`: every query sees the store as it was at the first one. Briefly, for one list: SQLite's log grows meanwhile. */
export type ReadMode = 'current' | 'snapshot';

type OrderQuery = Omit<ItemQuery, 'offset' | 'limit'>;

/** The items of a list in their order, as ids only: a million of them take 8 MB. */
export interface ItemOrder {
  readonly total: number;
  page(offset: number, limit: number): readonly number[];
}

/**
 * In inventory order and unfiltered, the ids of an upload have no gaps, and row n is found by arithmetic. Every other
 * order is sorted once and cached; briefly if it depends on states, which change during an upload.
 */
export class ItemOrders {
  readonly #db: Database;
  readonly #mode: ReadMode;
  readonly #cache = new Map<string, { readonly order: ItemOrder; readonly until: number }>();

  constructor(db: Database, mode: ReadMode) {
    this.#db = db;
    this.#mode = mode;
    defineNaturalOrder(db);
    db.function('folded', { deterministic: true }, (text) => foldText(String(text)));
  }

  of(query: OrderQuery, now = Date.now()): ItemOrder {
    const { uploadId, sort, states, exceptions = [], search } = query;
    // The size is part of the key: a rescanned folder adds items.
    const key = JSON.stringify([uploadId, this.#size(uploadId), sort, states, exceptions, search]);
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.until > now) return cached.order;
    const order = this.#dense(query) ?? this.#sorted(query);
    const dependsOnState = states.length + exceptions.length > 0 || sort?.column === 'state';
    const cachedMs = this.#mode === 'snapshot' ? Number.POSITIVE_INFINITY : dependsOnState ? 3_000 : 60_000;
    if (this.#cache.size >= 4) this.#cache.delete(this.#cache.keys().next().value ?? key);
    this.#cache.set(key, { order, until: now + cachedMs });
    return order;
  }

  #size(uploadId: number): number {
    const size = this.#db
      .prepare<[number], number>('SELECT coalesce(sum(items), 0) FROM totals WHERE upload_id = ?')
      .pluck();
    return size.get(uploadId) ?? 0;
  }

  #dense({ uploadId, sort, states, exceptions = [], search }: OrderQuery): ItemOrder | null {
    if (sort !== null || states.length + exceptions.length > 0 || search.trim() !== '') return null;
    const found = this.#db
      .prepare<[number], { first: number | null; last: number | null; total: number }>(
        'SELECT min(id) AS first, max(id) AS last, count(*) AS total FROM items WHERE upload_id = ?',
      )
      .get(uploadId);
    if (found === undefined || found.first === null || found.last === null)
      return { total: 0, page: () => [] };
    const { first, last, total } = found;
    if (total <= maxSorted || last - first + 1 !== total) return null;
    return {
      total,
      page: (offset, limit) =>
        Array.from(
          { length: Math.max(0, Math.min(limit, total - offset)) },
          (_, row) => first + offset + row,
        ),
    };
  }

  #sorted({ uploadId, sort, states, exceptions = [], search }: OrderQuery): ItemOrder {
    const direction = sort?.descending === true ? 'DESC' : 'ASC';
    const rank = exceptions.length === 0 ? null : groupRank(exceptions);
    const sorted = {
      path: `${byPath} ${direction}`,
      size: `items.size_bytes ${direction}`,
      custodian: `${naturalOrder(`coalesce(${itemCustodian}, '')`)} ${direction}`,
      state: `${rank ?? 'items.state'} ${direction}`,
    };
    const order = [
      ...(sort !== null ? [sorted[sort.column]] : rank !== null ? [rank] : []),
      ...(this.#size(uploadId) > maxSorted ? [] : [byPath]),
      'items.id',
    ];
    const found = search.trim() === '' ? null : searchItems(search);
    const rows = this.#db
      .prepare<unknown[], number>(
        `${found?.tables ?? ''} SELECT items.id FROM items LEFT JOIN folders ON folders.id = items.folder_id
         WHERE items.upload_id = @uploadId ${states.length === 0 ? '' : 'AND items.state IN (SELECT value FROM json_each(@states))'}
           ${exceptions.length === 0 ? '' : `AND ${isInGroups(exceptions)}`}
           ${found === null ? '' : `AND (${found.condition})`}
         ORDER BY ${order.join(', ')}`,
      )
      .pluck();
    const parameters = { uploadId, states: JSON.stringify(states), ...found?.parameters };
    const sortedIds = numbersOf(rows.iterate(parameters), this.#size(uploadId));
    return {
      total: sortedIds.length,
      page: (offset, limit) => [...sortedIds.subarray(offset, offset + limit)],
    };
  }
}

/** About as many as `expected`. An array of them would take several times the memory while it grows. */
function numbersOf(numbers: Iterable<number>, expected: number): Float64Array {
  let values = new Float64Array(expected);
  let count = 0;
  for (const number of numbers) {
    if (count === values.length) {
      const longer = new Float64Array(2 * count + 1);
      longer.set(values);
      values = longer;
    }
    values[count] = number;
    count += 1;
  }
  return count === values.length ? values : values.slice(0, count);
}
